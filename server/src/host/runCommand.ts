import { spawnSync } from 'node:child_process';

/** What a program prints is held as one string; more than this is no summary of anything. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Runs a command in a shell to its end; its errors go where ours go. */
export function runCommand(command: string, input: string): { readonly output: string; readonly fault?: string } {
  const { status, signal, error, stdout } = spawnSync(command, {
    shell: true,
    input,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = stdout ?? '';
  // A command that does not read what it is given is none the worse for it.
  if (error !== undefined && !isClosedPipe(error)) return { output, fault: `could not be run: ${error.message}` };
  if (signal !== null) return { output, fault: `was ended by ${signal}` };
  return status === 0 ? { output } : { output, fault: `failed with exit code ${status}` };
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}
