import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Io, Output, Transport } from '../cli/io';
import { run } from '../cli/run';
import { nodeHost, removeUnfinishedFiles } from '../host/node';
import { version } from './version';

// A reader that has seen enough (`| head`) is no error of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    removeUnfinishedFiles();
    process.exit(code);
  });
}

const io: Io = {
  host: nodeHost,
  cwd: process.cwd(),
  env: process.env,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  readStdin,
  readRulePage: (rule) =>
    readFile(join(__dirname, '..', '..', 'docs', 'rules', `${rule}.md`), 'utf8').catch(() => undefined),
  startLanguageServer,
  version,
};

// Not process.exit(): what is still on its way to a pipe would be lost.
run(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});

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

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Read only when it is asked for: the other commands need no protocol. */
async function startLanguageServer(transport: Transport): Promise<void> {
  const { serve } = await import('./serve');
  serve(transport);
}
