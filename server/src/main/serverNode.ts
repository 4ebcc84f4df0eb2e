import { parseArgs } from 'node:util';
import type { Transport } from '../cli/transport';
import { serve } from './serve';

// The server that the VS Code extension forks. The command line has the same one as `transcript-lint lsp`.
serve(transportOf(process.argv.slice(2))).catch((error: unknown) => {
  process.stderr.write(`transcript-lint: error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});

function transportOf(args: string[]): Transport {
  const { values } = parseArgs({
    args,
    strict: false, // clients add what they like, such as --clientProcessId
    options: { 'node-ipc': { type: 'boolean' }, socket: { type: 'string' }, pipe: { type: 'string' } },
  });
  if (values['node-ipc'] === true) return { kind: 'node-ipc' };
  if (typeof values.socket === 'string') return { kind: 'socket', port: Number(values.socket) };
  if (typeof values.pipe === 'string') return { kind: 'pipe', name: values.pipe };
  return { kind: 'stdio' };
}
