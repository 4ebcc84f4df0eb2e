// The blocks of docs/editors.md for editors that are not here are read by what is: Neovim's Lua, Python's TOML.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/run.mjs';
import { blocks, recipe } from './recipes';
import { describeEditor } from './support';

describeEditor('neovim', (program) => {
  test.each(blocks.filter(({ language }) => language === 'lua'))('$name is Lua', ({ text }) => {
    const script =
      'lua local ok, problem = loadstring(vim.env.TEXT) if not ok then print(problem) vim.cmd("cquit 1") end';
    const { status, stderr } = spawnSync(
      program,
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-c', script, '-c', 'qall!'],
      {
        env: { ...process.env, TEXT: text },
        encoding: 'utf8',
      },
    );
    expect(stderr.trim()).toBe('');
    expect(status).toBe(0);
  });
});

const python = findProgram(['python3']);

/** A block of TOML, by an independent reader. */
function toml(name: string): Record<string, unknown> {
  const script = 'import json, sys, tomllib; json.dump(tomllib.loads(sys.stdin.read()), sys.stdout)';
  const { stdout, stderr } = spawnSync(python ?? 'python3', ['-c', script], { input: recipe(name), encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const hasTomllib = python !== undefined && spawnSync(python, ['-c', 'import tomllib']).status === 0;

test.skipIf(!hasTomllib && !process.env.CI)('Helix: the server is defined, and every suffix leads to it', () => {
  expect(toml('helix')).toEqual({
    'language-server': { 'transcript-lint': { command: 'transcript-language-server', args: ['--stdio'] } },
    language: [
      {
        name: 'json',
        'file-types': ['json', 'jsonc', 'traj'],
        'language-servers': ['vscode-json-language-server', 'transcript-lint'],
      },
      {
        name: 'jsonl',
        scope: 'source.json',
        grammar: 'json',
        'file-types': ['jsonl', 'ndjson'],
        'language-servers': ['transcript-lint'],
      },
    ],
  });
});

test.skipIf(!hasTomllib && !process.env.CI)('Zed: the extension declares the server that its code starts', () => {
  expect(toml('zed-extension')).toMatchObject({
    language_servers: { 'transcript-lint': { languages: ['JSON', 'JSONC'] } },
  });
  expect(toml('zed-cargo')).toMatchObject({ lib: { 'crate-type': ['cdylib'] } });
});
