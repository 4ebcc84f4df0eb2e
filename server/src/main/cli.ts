import { fstatSync, writeSync } from 'node:fs';
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
    stdout: outputOf(process.stdout, 1),
    stderr: outputOf(process.stderr, 2),
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

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
};

/** There is no writing to a stream any more. */
function endWithout(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  removeUnfinishedFiles();
  // A reader that has seen enough (`| head`) is no error of ours.
  if (error.code === 'EPIPE') process.exit(code);
  if (stream === process.stdout) {
    const why = error.code === undefined ? error.message : (REASONS[error.code] ?? error.code);
    try {
      writeSync(2, `transcript-lint: error: standard output could not be written: ${why}\n`);
    } catch {
      // Nobody is left to tell.
    }
  }
  process.exit(2);
}

function outputOf(stream: NodeJS.WriteStream, fd: number): Output {
  return {
    write: isFile(fd)
      ? async (text) => writeWhole(stream, fd, text)
      : (text) =>
          new Promise((resolve) => {
            if (text === '' || stream.write(text)) resolve();
            else stream.once('drain', () => resolve());
          }),
    isTerminal: stream.isTTY === true,
    // A terminal that does not know its width says 0.
    columns: stream.columns || 100,
  };
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** To a file, Node's stream writes what fits on the disk and says nothing of the rest. */
function writeWhole(stream: NodeJS.WriteStream, fd: number, text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    endWithout(stream, error);
  }
}

/** Read only when it is asked for: the other commands need no protocol. */
async function startLanguageServer(transport: Transport): Promise<void> {
  const { serve } = await import('./serve');
  await serve(transport);
}
