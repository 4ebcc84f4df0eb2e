import { CommanderError } from 'commander';
import type { ExitCode, Io } from './io';
import { mediumOf } from './output/colour';
import { visibleLines } from './output/output';
import { createProgram } from './program';
import { UsageError } from './usage';

/** Runs one command line, without the program's own name, and gives its exit code. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const writing: Promise<void>[] = [];
  const program = createProgram(
    io,
    (result) => {
      code = result;
    },
    (output, text) => writing.push(output.write(text)),
  );
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    code = await tellFailure(error, io);
  }
  await Promise.all(writing);
  return code;
}

async function tellFailure(error: unknown, io: Io): Promise<ExitCode> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has said what it had to say
  const { red } = mediumOf(io.stderr, io.env).paint;
  const message = error instanceof UsageError ? error.message : `this is a bug: ${stackOf(error)}`;
  await io.stderr.write(`transcript-lint: ${red('error')}: ${visibleLines(message)}\n`);
  return 2;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
