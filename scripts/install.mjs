// Makes node_modules what package-lock.json says, and does nothing when it is already.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root } from './run.mjs';

/** Runs `npm ci` when node_modules is missing or stale; ends the process when that fails. */
export function installIfStale() {
  if (isInstalled()) return;
  console.log('installing the development packages (npm ci)…');
  // No package here needs an install script; not running them keeps the install the same everywhere.
  if (npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']) !== 0) process.exit(1);
}

function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const found = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional) return true; // binaries of other platforms are left out
    return found[path]?.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {}; // missing or half-written: install again
  }
}
