// A real VS Code (its server and web workbench) from the npm registry alone: the package code-server carries a whole
// build in lib/vscode. 4.100.3 is the newest whose VS Code (1.100.3) runs on Node 20, so nothing else has to be fetched.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { npm } from './run.mjs';

const CODE_SERVER = '4.100.3';
const START_TIMEOUT_MS = 60_000;

/** The cache folder is outside the repository, so that clones share one VS Code. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'transcript-lint', 'vscode');

/** The built-in extensions that JSON files need; the others (git, GitHub, …) wake up and look for the network. */
const BUILT_IN = [
  'configuration-editing',
  'json',
  'json-language-features',
  'markdown-basics',
  'theme-defaults',
  'theme-seti',
];

// In the browser VS Code saves by itself: half-typed files, and fixes on save while one types.
const AUTO_SAVE = 'files.autoSave';

const QUIET_SETTINGS = {
  [AUTO_SAVE]: 'off',
  'chat.commandCenter.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'json.schemaDownload.enable': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
};

/** Installs VS Code into the cache folder when it is not there; gives the folder of the build. */
export function installVscodeServer() {
  const folder = join(cacheFolder, CODE_SERVER);
  const build = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  if (existsSync(build)) return build;

  console.log(`installing VS Code from npm into ${folder} (about 300 MB, a minute or two)…`);
  mkdirSync(cacheFolder, { recursive: true });
  const staging = mkdtempSync(join(cacheFolder, 'installing-'));
  try {
    fillVscodeFolder(staging);
    if (!existsSync(folder)) renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return build;
}

/** @param {string} folder */
function fillVscodeFolder(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // The install scripts download ripgrep and compile what only workspace search and terminals use.
  const installed = npm(['install', ...quiet, `code-server@${CODE_SERVER}`], { cwd: folder });
  const build = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  if (installed !== 0 || npm(['install', ...quiet, '--omit=dev'], { cwd: build }) !== 0) {
    throw new Error('VS Code could not be installed from npm; see above');
  }
  // Without spdlog the Output panel stays empty. It needs a C++ compiler; all else works without it.
  const compiled = npm(['rebuild', '--loglevel=silent', '@vscode/spdlog'], { cwd: build, stdio: 'ignore' });
  if (compiled !== 0) console.log('(spdlog did not compile here: the Output panel of this VS Code will stay empty)');
}

/**
 * Installs an extension package into a profile folder.
 * @param {string} profile
 * @param {string} vsix
 */
export function installExtension(profile, vsix) {
  const build = installVscodeServer();
  copyBuiltIns(build, profile);
  const args = [serverMain(build), ...profileArguments(profile), '--install-extension', vsix, '--force'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    env: environment(),
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (!/successfully installed/.test(stdout)) throw new Error(`${vsix} could not be installed:\n${stdout}${stderr}`);
}

/**
 * Starts VS Code on the loopback address with a profile folder of its own (settings, extensions, state).
 * `stop` ends the server and everything it started.
 * @param {{ profile: string, token: string, port?: number, settings?: Record<string, unknown> }} options
 */
export async function startVscodeServer({ profile, token, port, settings = {} }) {
  const build = installVscodeServer();
  copyBuiltIns(build, profile);
  writeSettings(profile, settings);
  const chosen = port ?? (await freePort());
  const log = openSync(join(profile, 'server.log'), 'w');
  const child = spawn(
    process.execPath,
    [
      serverMain(build),
      ...profileArguments(profile),
      ...['--host', '127.0.0.1', '--port', String(chosen), '--connection-token', token],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    ],
    { env: environment(), stdio: ['ignore', log, log], detached: true },
  );
  const stop = () => endGroup(child);
  process.once('exit', () => child.pid !== undefined && child.exitCode === null && signalGroup(child.pid, 'SIGKILL'));
  const origin = `http://127.0.0.1:${chosen}`;
  try {
    await answered(`${origin}/version`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  /** @param {string} folder */
  const address = (folder) => `${origin}/?tkn=${encodeURIComponent(token)}&folder=${encodeURIComponent(folder)}`;
  return { child, address, stop };
}

/** @param {string} build */
function serverMain(build) {
  return join(build, 'out', 'server-main.js');
}

/** @param {string} profile */
function profileArguments(profile) {
  return [
    ...['--server-data-dir', join(profile, 'data')],
    ...['--user-data-dir', join(profile, 'user')],
    ...['--extensions-dir', join(profile, 'extensions')],
    ...['--builtin-extensions-dir', join(profile, 'built-in')],
  ];
}

/**
 * @param {string} build
 * @param {string} profile
 */
function copyBuiltIns(build, profile) {
  for (const name of BUILT_IN) {
    const target = join(profile, 'built-in', name);
    if (!existsSync(target)) cpSync(join(build, 'extensions', name), target, { recursive: true });
  }
}

/**
 * @param {string} profile
 * @param {Record<string, unknown>} settings
 */
export function writeSettings(profile, settings) {
  const folder = join(profile, 'user', 'User');
  const file = join(folder, 'settings.json');
  if (existsSync(file)) {
    // A person's own changes stay; profiles of earlier versions know nothing of this one.
    const text = readFileSync(file, 'utf8');
    if (!text.includes(AUTO_SAVE)) writeFileSync(file, text.replace('{', `{\n  "${AUTO_SAVE}": "off",`));
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2)}\n`);
}

/** The environment without what an editor's own terminal sets, and without a marketplace to ask. */
function environment() {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_'));
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: '{}' };
}

/**
 * A fresh copy of a folder in the cache folder, to be played with: what is tried there is no change of the checkout.
 * @param {string} folder
 * @param {string} [within]
 */
export function copyForPlay(folder, within = cacheFolder) {
  const copy = join(within, 'play', basename(folder));
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
async function answered(url, child) {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined && response.status < 500) return;
    if (child.exitCode !== null) throw new Error(`VS Code ended with ${child.exitCode}; its log is beside its profile`);
    if (Date.now() > end) throw new Error(`VS Code did not answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Ends a detached child's whole process group: the extension host and the language server outlive the server otherwise.
 * @param {import('node:child_process').ChildProcess} child
 */
async function endGroup(child) {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signalGroup(pid, 'SIGTERM');
  const timer = setTimeout(signalGroup, 5000, pid, 'SIGKILL');
  await gone;
  clearTimeout(timer);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // already gone
  }
}
