import { spawnSync } from 'node:child_process';

/** What a program prints is held as one string; more than this is no summary of anything. */
const MOST_OUTPUT = 64 * 1024 * 1024;
/** How the warden says that time was up. No shell gives it by itself. */
const TIME_IS_UP = 113;
/** Only what cannot be ended keeps the warden for longer. */
const GRACE = 5_000;

/** Runs a command in a shell to its end, or for so long; its errors go where ours go. */
export function runCommand(
  command: string,
  input: string,
  milliseconds: number,
): { readonly output: string; readonly fault?: string } {
  const { status, signal, error, stdout } = spawnSync(
    process.execPath,
    ['-e', WARDEN, '--', command, String(milliseconds)],
    {
      input,
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT,
      timeout: milliseconds + GRACE,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const output = stdout ?? '';
  if (status === TIME_IS_UP || hasCode(error, 'ETIMEDOUT')) {
    return { output, fault: `was still running after ${milliseconds / 1000} s, and was ended` };
  }
  // A command that does not read what it is given is none the worse for it.
  if (error !== undefined && !hasCode(error, 'EPIPE')) return { output, fault: `could not be run: ${error.message}` };
  if (signal !== null) return { output, fault: `was ended by ${signal}` };
  return status === 0 ? { output } : { output, fault: `failed with exit code ${status}` };
}

/**
 * We wait for the command without hearing anything meanwhile, and a shell that is ended leaves what it has started. So another
 * process runs the shell in a group of its own and ends all of that, when time is up or somebody ends us with Ctrl-C.
 */
const WARDEN = `
const { spawn } = require('node:child_process');
const [command, milliseconds] = process.argv.slice(1);
const isWindows = process.platform === 'win32';
const child = spawn(command, { shell: true, stdio: 'inherit', detached: !isWindows });
const end = () => {
  try {
    if (isWindows) child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {}
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { end(); process.exit(130); });
setTimeout(() => { end(); process.exit(${TIME_IS_UP}); }, Number(milliseconds));
child.on('error', () => process.exit(127));
child.on('exit', (code, signal) => {
  if (signal !== null) process.removeAllListeners(signal).kill(process.pid, signal);
  process.exit(code ?? 1);
});
`;

function hasCode(error: Error | undefined, code: string): boolean {
  return error !== undefined && 'code' in error && error.code === code;
}
