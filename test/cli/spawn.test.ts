// The command line as a process: what only a real one has (streams, signals, pipes). The bundle is made for the test from the sources.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from './folder';
import { answered, clean, unanswered } from './samples';

const root = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'transcript-lint-cli-'));
const program = join(home, 'dist', 'cli', 'cli.cjs');

beforeAll(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: ['server/src/main/cli.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { TRANSCRIPT_LINT_VERSION: '"1.2.3"' },
  });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end; `stdin` is closed when there is none. */
function transcriptLint(
  args: readonly string[],
  options: { cwd: string; stdin?: string; env?: Record<string, string> },
) {
  return new Promise<Exit>((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', ...options.env };
    const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd, env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on('error', () => {}); // it may end before it has read all
    child.stdin.end(options.stdin ?? '');
  });
}

function shell(script: string, cwd: string): Promise<Exit> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { PATH: process.env.PATH ?? '', NODE: process.execPath, LINT: program },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A list with so many unanswered calls that no pipe holds their report at once. */
function crowded(count: number): string {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const rows = Array.from({ length: count }, (_, i) => [
    { role: 'assistant', content: null, tool_calls: [call(`c${i}`)] },
    { role: 'user', content: 'go on' },
  ]);
  return JSON.stringify([{ role: 'user', content: 'hi' }, ...rows.flat()]);
}

describe('the process', () => {
  test('exits with what it found', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'c.json': clean });
    expect((await transcriptLint(['check', 'c.json'], { cwd })).code).toBe(0);
    expect((await transcriptLint(['check', 'a.json'], { cwd })).code).toBe(1);
    expect((await transcriptLint(['check', 'gone.json'], { cwd })).code).toBe(2);
    expect((await transcriptLint(['--version'], { cwd })).stdout).toBe('1.2.3\n');
  });

  test('reads standard input and writes files', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    expect(await transcriptLint(['fix', '-'], { cwd, stdin: unanswered })).toMatchObject({ code: 0, stdout: answered });
    expect(await transcriptLint(['fix', 'a.json'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(answered);
    expect(readdirSync(cwd)).toEqual(['a.json']);
  });

  test('is coloured by the environment alone where there is no terminal', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const colours = async (env: Record<string, string>) =>
      (await transcriptLint(['check', 'a.json'], { cwd, env })).stdout.includes('\u001b[');
    expect([await colours({}), await colours({ FORCE_COLOR: '1' }), await colours({ CI: 'true' })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('prints all of a long report before it ends', async () => {
    const cwd = folderOf({ 'a.json': crowded(5_000) });
    const { code, stdout } = await transcriptLint(['check', '--format', 'json', 'a.json'], { cwd });
    expect([code, JSON.parse(stdout).summary.errors]).toEqual([1, 5_000]);
    expect(stdout.length).toBeGreaterThan(1_000_000);
  });
});

describe('pipes', () => {
  test('a reader that has seen enough ends it quietly', async () => {
    const cwd = folderOf({ 'a.json': crowded(5_000) });
    const { code, stdout, stderr } = await shell('"$NODE" "$LINT" check a.json | head -n 1', cwd);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^a\.json:1:\d+: error: .*\n$/);
  });

  test('a diff goes into git', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stderr } = await shell('"$NODE" "$LINT" fix --diff a.json 2>/dev/null | git apply', cwd);
    expect([code, stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(answered);
  });

  test('a named pipe is read like a file', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stdout } = await shell('"$NODE" "$LINT" check <(cat a.json)', cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('[unanswered-call]');
  });
});

describe('signals', () => {
  test.each([
    ['SIGINT'],
    ['SIGTERM'],
    ['SIGHUP'],
  ] as const)('%s leaves no half-written file', async (signal) => {
    const names = Array.from({ length: 200 }, (_, i) => `f${i}.json`);
    const text = JSON.stringify([
      ...Array.from({ length: 200 }, () => ({ role: 'user', content: 'x'.repeat(1_000) })),
      ...JSON.parse(unanswered),
    ]);
    const cwd = folderOf(Object.fromEntries(names.map((name) => [name, text])));
    const child = spawn(process.execPath, [program, 'fix', '.'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
    await new Promise((resolve) => child.stdout.once('data', resolve)); // the first file is done, the others are not
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(readdirSync(cwd).sort()).toEqual([...names].sort());
    const states = new Set(names.map((name) => JSON.parse(readFileSync(join(cwd, name), 'utf8')).length));
    expect([...states].sort()).toEqual([203, 204]);
  });
});
