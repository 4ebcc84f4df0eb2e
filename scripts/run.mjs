// Starting other programs, shared by the scripts here.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';

/**
 * Runs a program in the project's folder with its output shown; the exit code, 127 when it cannot be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 127;
}

/**
 * Runs a development tool of node_modules.
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function runLocal(tool, args, options = {}) {
  return run(join(root, 'node_modules', '.bin', windows ? `${tool}.cmd` : tool), args, { shell: windows, ...options });
}

/**
 * Runs npm, the one that started this script when there is one.
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { shell: windows, ...options });
}

/**
 * Where the first of these programs stands: names are looked up on PATH, absolute paths taken as they are.
 * @param {readonly string[]} names
 */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffixes = windows ? ['.exe', '.cmd'] : [''];
  const candidates = names.flatMap((name) =>
    /[\\/]/.test(name) ? [name] : folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix))),
  );
  return candidates.find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
