import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { ExitCode, Io, Output } from '../cli/io';
import { run } from '../cli/run';
import type { Transport } from '../cli/transport';
import { nodeHost, readToEnd } from '../host/node';
import { removeUnfinishedFiles } from '../host/replace';
import { runCommand } from '../host/runCommand';
import { replayWorkers, serveReplayTasks } from './replayWorker';
import { cleanUpOnSignals, endBy, onInterrupt } from './signals';
import { version } from './version';

/** What the program exits with if it has to end on the way. */
let code: ExitCode = 0;

let isInterrupted = false;

if (isMainThread) main();
else serveReplayTasks();

function main(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => endWithout(stream, error));
  }
  cleanUpOnSignals();

  const io: Io = {
    host: nodeHost,
    cwd: process.cwd(),
    env: process.env,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin: () => readToEnd(process.stdin),
    noteCode: (noted) => {
      code = noted;
    },
    readRulePage: (rule) =>
      readFile(join(__dirname, '..', '..', 'docs', 'rules', `${rule}.md`), 'utf8').catch(() => undefined),
    runCommand,
    onInterrupt: (stop) =>
      onInterrupt(() => {
        isInterrupted = true;
        stop();
      }),
    replayWorkers: () => replayWorkers(__filename),
    startLanguageServer,
    version,
  };

  // Not process.exit(): what is still on its way to a pipe would be lost.
  run(process.argv.slice(2), io).then((final) => {
    code = final;
    process.exitCode = final;
    // Whoever started this is told that it was interrupted, once what was done is told.
    if (isInterrupted) process.stdout.write('', () => endBy('SIGINT'));
  });
}

/** There is no writing to a stream any more. */
function endWithout(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  removeUnfinishedFiles();
  // A reader that has seen enough (`| head`) is no error of ours.
  if (error.code === 'EPIPE') process.exit(code);
  if (stream === process.stdout) {
    const why = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
    try {
      writeSync(2, `transcript-lint: error: standard output could not be written: ${why}\n`);
    } catch {
      // Nobody is left to tell.
    }
  }
  process.exit(2);
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (text === '' || stream.write(text)) resolve();
        else stream.once('drain', () => resolve());
      }),
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 100,
  };
}

/** Read only when it is asked for: the other commands need no protocol. */
async function startLanguageServer(transport: Transport): Promise<void> {
  const { serve } = await import('./serve');
  await serve(transport);
}
