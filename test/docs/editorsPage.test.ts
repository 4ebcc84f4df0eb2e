// docs/editors.md as a text: what can be said of its blocks without an editor. test/editors runs those that it says are run.
import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { blocks, page, readBlocks, recipe } from '../editors/recipes';

const SUFFIXES = ['json', 'jsonc', 'jsonl', 'ndjson', 'traj'];

/** What test/editors runs, so that the table may say so. */
const RUN = [
  ['neovim-0.7', 'neovim-on-save', 'neovim-convert'],
  ['emacs-eglot', 'emacs-eglot-on-save', 'emacs-lsp-mode', 'emacs-lsp-mode-on-save', 'vim-ale', 'vim-ale-on-save'],
].flat();
const NOT_RUN = [
  'neovim-0.8',
  'neovim-0.11',
  'helix',
  'zed-extension',
  'zed-cargo',
  'zed-lib',
  'zed-settings',
  'sublime',
  'jetbrains',
  'kate',
];

test('every block has a name of its own', () => {
  expect(blocks.map(({ name }) => name).sort()).toEqual([...RUN, ...NOT_RUN, 'settings', 'vscode-on-save'].sort());
});

describe('what is not run says so before its first block', () => {
  test.each(NOT_RUN)('%s', (name) => {
    const before = page.slice(0, page.indexOf(`<!-- block: ${name} -->`));
    const section = before.slice(before.lastIndexOf('\n## '));
    expect(section).toMatch(/not run in our tests/i);
  });

  test('and no other section does', () => {
    const sections = page.split('\n## ').slice(1);
    const told = sections
      .filter((section) => /not run in our tests/i.test(section))
      .map((section) => section.split('\n')[0]);
    expect(told).toEqual(['Neovim', 'Helix', 'Zed', 'Sublime Text', 'Kate', 'JetBrains IDEs']);
  });
});

test('the table names the same editors as the sections', () => {
  const rows = page.split('\n').filter((line) => /^\| \[/.test(line));
  const links = rows.map((row) => /\]\(#([^)]*)\)/.exec(row)?.[1]);
  const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  expect([...new Set(links)].sort()).toEqual(anchors.filter((anchor) => anchor !== 'the-server').sort());
  const run = rows.filter((row) => row.includes('`npm test`'));
  expect(run).toHaveLength(5);
  expect(rows.every((row) => row.includes('`npm test`') !== row.includes('not run in our tests'))).toBe(true);
});

test('what stands in JSON is JSON, comments and all commas right', () => {
  for (const { name, text } of blocks.filter(({ language }) => language === 'json')) {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    expect(errors, name).toEqual([]);
  }
});

/** The part of a recipe that says which files it is for. */
test.each(['neovim-0.7', 'neovim-0.8', 'neovim-on-save', 'emacs-eglot', 'emacs-lsp-mode', 'helix', 'jetbrains'])(
  '%s takes every suffix',
  (name) => {
    const text = recipe(name);
    for (const suffix of SUFFIXES) {
      const written = suffix === 'json' || suffix === 'jsonc' ? `(${suffix}\\b|jsonc\\?)` : `\\b${suffix}\\b`;
      expect(text, suffix).toMatch(new RegExp(written));
    }
  },
);

test('every recipe starts the program that the package brings', () => {
  for (const name of [
    'neovim-0.7',
    'neovim-0.8',
    'neovim-0.11',
    'emacs-eglot',
    'emacs-lsp-mode',
    'vim-ale',
    'helix',
    'sublime',
    'kate',
    'zed-lib',
  ]) {
    expect(recipe(name), name).toContain('transcript-language-server');
    expect(recipe(name), name).toContain('--stdio');
  }
});

test('blocks are read with their names', () => {
  expect(readBlocks('a\n<!-- block: x -->\n```lua\ny()\n```\n\n```json\n{}\n```\n')).toEqual([
    { name: 'x', language: 'lua', text: 'y()\n' },
    { name: undefined, language: 'json', text: '{}\n' },
  ]);
});
