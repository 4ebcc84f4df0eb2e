import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand as run } from '../../server/src/host/runCommand';

import { folderOf } from './folder';

const runCommand = (command: string, input: string, milliseconds = 20_000) => run(command, input, milliseconds);

const node = (script: string) => `"${process.execPath}" -e ${JSON.stringify(script)}`;

test('a command gets its input and gives its output', () => {
  const shout = "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(s.toUpperCase()))";
  expect(runCommand(node(shout), '["é"]')).toEqual({ output: '["É"]\n' });
});

test.each([
  ['fails', 'process.exit(3)', 'failed with exit code 3'],
  ['is ended', "process.kill(process.pid, 'SIGKILL')", /was ended by SIGKILL|failed with exit code 137/],
])('one that %s says how', (_, script, fault) => {
  expect(runCommand(node(script), '').fault).toMatch(fault);
});

test('one that is not there fails', () => {
  expect(runCommand('no-such-program-anywhere 2>&1', '').fault).toMatch(/failed with exit code/);
});

test('one that does not read its input is none the worse for it', () => {
  expect(runCommand(node("console.log('short')"), 'x'.repeat(5_000_000))).toEqual({ output: 'short\n' });
});

test('one that never ends is ended with all that it started, and that is said', () => {
  const folder = folderOf({});
  const start = Date.now();
  const command = `(sleep 4; echo late > '${join(folder, 'late')}') & sleep 60; echo never`;
  expect(runCommand(command, '', 700)).toEqual({ output: '', fault: 'was still running after 0.7 s, and was ended' });
  expect(Date.now() - start).toBeLessThan(20_000);
  execFileSync('sleep', ['4.5']);
  expect(readdirSync(folder)).toEqual([]);
});
