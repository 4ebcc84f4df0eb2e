// `replay` as a process: threads, Ctrl-C, the progress line of a terminal. The bundle is made for the test from the sources.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplayReport } from '../../server/src/core/index';
import { bundleProgram } from './bundle';
import { folderOf } from './folder';
import { questions } from './trimSamples';

const home = mkdtempSync(join(tmpdir(), 'transcript-lint-replay-'));
const program = join(home, 'cli.cjs');

beforeAll(() => bundleProgram(program));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `before`: arguments of Node. */
function start(
  args: readonly string[],
  cwd: string,
  before: readonly string[] = [],
): { child: ChildProcess; ended: Promise<Exit> } {
  const env = { PATH: process.env.PATH ?? '' };
  const whole = [...before, program, 'replay', ...args];
  const child = spawn(process.execPath, whole, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<Exit>((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

const replayed = (args: readonly string[], cwd: string) => start(args, cwd).ended;
const reportOf = ({ stdout }: Exit): ReplayReport => JSON.parse(stdout);

/** Enough text for threads: a file of rows, one large document with many conversations, and small files around them. */
function manyFiles(): string {
  const row = (size: number) => `${JSON.stringify({ messages: questions(size) })}\n`;
  const large = Array.from({ length: 40 }, (_, i) => ({ name: `case ${i}`, messages: questions(14 + (i % 7)) }));
  return folderOf({
    'a.json': JSON.stringify(questions(3)),
    'b.jsonl': Array.from({ length: 1300 }, (_, i) => row(1 + (i % 10))).join(''),
    'c.json': JSON.stringify(large),
    'd.json': JSON.stringify(questions(9)),
  });
}

describe('threads', () => {
  test.each(['--last 6', '--budget 300 --pin-head --step 50'])('make no difference to %s', async (policy) => {
    const cwd = manyFiles();
    const args = [...policy.split(' '), '--json', '--fail-on', 'none'];
    const one = await replayed([...args, '--jobs', '1'], cwd);
    const four = await replayed([...args, '--jobs', '4'], cwd);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(four).toEqual(one);
    expect(reportOf(one).conversations.total).toBe(1342);
    expect(reportOf(one).all.prefixes).toBeGreaterThan(20_000);
  });
});

describe('Ctrl-C', () => {
  /** Waits until the command has written its mark, which it does when it is in the middle. */
  const until = (file: string) => expect.poll(() => existsSync(file), { timeout: 50_000, interval: 20 }).toBe(true);
  const slow = (mark: string, more = '') => `
    import { createInterface } from 'node:readline';
    import { writeFileSync } from 'node:fs';
    let n = 0;
    for await (const line of createInterface({ input: process.stdin })) {
      if (++n === 6) writeFileSync(${JSON.stringify(mark)}, String(process.pid));
      if (n > 5) { ${more} await new Promise((resolve) => setTimeout(resolve, 60_000)); }
      console.log(line);
    }`;

  test('reports what was done so far, and ends as interrupted programs end', async () => {
    const cwd = folderOf({ 'a.json': JSON.stringify(questions(4)) });
    const command = `"${process.execPath}" "${join(cwd, 'slow.mjs')}"`;
    writeFileSync(join(cwd, 'slow.mjs'), slow(join(cwd, 'mark')));
    const { child, ended } = start(['a.json', '--exec', command, '--timeout', '60000'], cwd);
    await until(join(cwd, 'mark'));
    child.kill('SIGINT');
    const { code, signal, stdout } = await ended;
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
    expect(stdout).toContain('None of 5 windows breaks');
    expect(stdout).toContain('The run was stopped before its end');
    const pid = Number(readFileSync(join(cwd, 'mark'), 'utf8'));
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  });

  test.each([
    ['--jobs', '1'],
    ['--jobs', '3'],
  ])('stops built-in windows too (%s %s)', async (...jobs) => {
    const cwd = folderOf({ 'a.jsonl': `${JSON.stringify({ messages: questions(4000) })}\n`.repeat(12) });
    // It listens for the signal when it begins to replay; when that is depends on who else uses the machine.
    const mark = join(cwd, 'mark');
    writeFileSync(
      join(cwd, 'told.cjs'),
      `process.on('newListener', (name) => name === 'SIGINT' && require('fs').writeFileSync(${JSON.stringify(mark)}, ''));`,
    );
    const args = ['a.jsonl', '--budget', '2000', '--json', ...jobs];
    const { child, ended } = start(args, cwd, ['--require', join(cwd, 'told.cjs')]);
    await until(mark);
    await new Promise((resolve) => setTimeout(resolve, 500)); // all of it takes many times as long
    child.kill('SIGINT');
    const exit = await ended;
    expect(exit.signal).toBe('SIGINT');
    const report = reportOf(exit);
    expect(report.isPartial).toBe(true);
    expect(report.all.prefixes).toBeLessThan(12 * 16_000);
  });

  test('twice ends at once', async () => {
    const cwd = folderOf({ 'a.json': JSON.stringify(questions(4)) });
    const command = `"${process.execPath}" "${join(cwd, 'slow.mjs')}"`;
    writeFileSync(join(cwd, 'slow.mjs'), slow(join(cwd, 'mark')));
    const { child, ended } = start(['a.json', '--exec', command, '--timeout', '60000'], cwd);
    await until(join(cwd, 'mark'));
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await ended).signal).toBe('SIGINT');
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)('%s ends the processes that were started, too', async (name) => {
    const cwd = folderOf({ 'a.json': JSON.stringify(questions(4)) });
    const command = `"${process.execPath}" "${join(cwd, 'slow.mjs')}"`;
    writeFileSync(join(cwd, 'slow.mjs'), slow(join(cwd, 'mark'), 'while (true);'));
    const { child, ended } = start(['a.json', '--exec', command, '--timeout', '60000'], cwd);
    await until(join(cwd, 'mark'));
    child.kill(name);
    expect((await ended).signal).toBe(name);
    const pid = Number(readFileSync(join(cwd, 'mark'), 'utf8'));
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('a terminal sees how far it is, and no trace of that in the end', async () => {
  const cwd = folderOf({ 'a.jsonl': `${JSON.stringify({ messages: questions(2000) })}\n`.repeat(8) });
  const line = `"${process.execPath}" "${program}" replay a.jsonl --budget 2000 --jobs 1 > /dev/null`;
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { cwd, encoding: 'utf8' });
  const [, first = ''] = stdout.split('\r\u001b[2K');
  expect(first).toMatch(/^[█░]{20} [\d,]+ of [\d,]+ windows {2}a\.jsonl$/);
  expect(stdout.endsWith('\r\u001b[2K')).toBe(true);
});

/** A process that has ended and was not collected yet is none. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(join('/proc', String(pid), 'status'), 'utf8'));
  } catch {
    return false;
  }
}
