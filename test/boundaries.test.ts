// Holds the architecture: which folder may import what. docs/architecture.md says why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * What each folder may import beside itself: folders by their path, packages by their name, `node:` for all of Node.
 * `core` alone stands for its only door, `server/src/core/index.ts`.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  'core/text': [],
  'core/json': ['core/text', 'yaml'],
  // `core/rules/ids` holds names alone: whoever speaks of a rule is held to them.
  'core/model': ['core/rules/ids', 'core/text', 'core/json'],
  // The neutral conversation that conversions go through, and what they cost.
  'core/transfer': ['core/model', 'core/json', 'core/text'],
  'core/dialects': ['core/model', 'core/transfer', 'core/json', 'core/text'],
  // For the names of the dialects that a provider takes.
  'core/targets': ['core/dialects/index', 'core/rules/ids', 'core/model', 'core/json', 'core/text'],
  'core/detect': ['core/dialects', 'core/model', 'core/targets', 'core/json', 'core/text', 'picomatch'],
  'core/config': [
    ...['core/rules/ids', 'core/rules/names', 'core/dialects', 'core/model', 'core/targets', 'core/json', 'core/text'],
    'jsonc-parser',
  ],
  'core/rules': ['core/model', 'core/targets', 'core/json', 'core/text'],
  'core/normalize': ['core/rules/ids', 'core/model', 'core/dialects', 'core/targets', 'core/json', 'core/text'],
  'core/message': ['core/rules/ids', 'core/model', 'core/dialects', 'core/targets', 'core/json', 'core/text'],
  'core/window': ['core/model', 'core/dialects', 'core/targets', 'core/json', 'core/text'],
  'core/convert': ['core/model', 'core/transfer', 'core/dialects', 'core/targets', 'core/json', 'core/text'],
  'core/lint': ['core/config', 'core/dialects', 'core/rules', 'core/model', 'core/targets', 'core/json', 'core/text'],
  'core/document': [
    ...['core/lint', 'core/detect', 'core/config', 'core/rules', 'core/dialects', 'core/targets', 'core/model'],
    ...['core/json', 'core/text'],
  ],
  'core/passes': [
    ...['core/document', 'core/lint', 'core/normalize', 'core/convert', 'core/transfer', 'core/window', 'core/detect'],
    ...['core/config', 'core/rules', 'core/dialects', 'core/targets', 'core/model', 'core/json', 'core/text'],
  ],
  'core/replay': [
    ...['core/passes', 'core/document', 'core/lint', 'core/window', 'core/config', 'core/rules', 'core/dialects'],
    ...['core/targets', 'core/model', 'core/json', 'core/text'],
  ],
  'core/api': [
    ...['core/passes', 'core/replay', 'core/document', 'core/lint', 'core/normalize', 'core/transfer', 'core/window'],
    ...['core/detect', 'core/config', 'core/rules', 'core/dialects', 'core/targets', 'core/model', 'core/json'],
    'core/text',
  ],
  // It may import the types that it prints.
  'core/report': [
    ...['core/document', 'core/lint', 'core/passes', 'core/replay', 'core/dialects/index', 'core/model'],
    ...['core/json', 'core/text'],
  ],
  host: [
    ...['core', 'node:', 'gpt-tokenizer/encoding/o200k_base', 'gpt-tokenizer/encoding/cl100k_base'],
    ...['gpt-tokenizer/encoding/p50k_base', 'gpt-tokenizer/encoding/r50k_base'],
  ],
  // Types and names alone, so that neither side is bundled with code of the other.
  protocol: ['core'],
  lsp: ['core', 'protocol', 'host/types', 'vscode-languageserver', 'vscode-languageserver-textdocument'],
  cli: ['core', 'host', 'node:', 'commander', 'diff', 'ignore', 'picocolors', 'picomatch', 'string-width'],
  // What of the library runs code of others and waits for it, which the core never does.
  library: ['core'],
  matchers: ['core', 'library'],
  main: [
    ...['core', 'host', 'lsp', 'cli', 'library', 'matchers', 'node:'],
    ...['vscode-languageserver', 'vscode-languageserver/node'],
    ...['vitest', '@jest/globals'], // the test runners that the matchers register with
  ],
  client: ['core', 'protocol', 'vscode', 'vscode-languageclient', 'vscode-languageclient/node', 'node:'],
};

interface Import {
  /** The importing file, relative to the project. */
  readonly file: string;
  readonly from: string;
  /** What is imported: a package's path, or a file of ours as an absolute-looking path (`core/text/edits`). */
  readonly what: string;
}

const sources = [...sourceFiles('server/src'), ...sourceFiles('client/src')];
const imports = sources.flatMap(importsOf);

test('every folder is in the table', () => {
  const folders = new Set(imports.map(({ from }) => from).filter((from) => from !== 'core'));
  expect([...folders].filter((folder) => !(folder in table))).toEqual([]);
});

test('no file imports what the table does not allow', () => {
  expect(imports.filter((one) => !isAllowed(one)).map(({ file, what }) => `${file} imports ${what}`)).toEqual([]);
});

/** Members and types by which wire shapes tell calls, results and what belongs to them. */
const wireWords = [
  ...['tool_calls', 'tool_call_id', 'tool_call_ids', 'tool_use', 'tool_use_id', 'tool_result', 'function_call'],
  ...['function_call_output', 'call_id', 'toolCallId', 'toolUse', 'toolUseId', 'toolResult', 'functionCall'],
  ...['functionResponse', 'additional_kwargs', 'previous_response_id', 'systemInstruction', 'contents'],
];
/** Folders in which a dialect's reader and its edit say where things stand, and nobody else. */
const unwired = ['model', 'normalize', 'window', 'replay', 'lint', 'document', 'transfer'].map(
  (folder) => `server/src/core/${folder}/`,
);
/** Files there that speak of what providers name so, or estimate values of any shape. */
const wired = ['model/resultBlocks', 'model/stubs', 'window/tokens/valueText'].map(
  (name) => `server/src/core/${name}.ts`,
);

test('what works on the model names no member of a wire shape', () => {
  const files = sources.filter((file) => unwired.some((folder) => file.startsWith(folder)) && !wired.includes(file));
  const literal = new RegExp(`['"\`.](?:${wireWords.join('|')})['"\`.]|\\.get\\('(?:role|content|parts|type)'\\)`);
  const named = files.filter((file) => literal.test(withoutComments(readFileSync(join(root, file), 'utf8'))));
  expect(files.length).toBeGreaterThan(40);
  expect(named).toEqual([]);
  expect(wired.filter((file) => !literal.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a rule imports no other rule', () => {
  const rules = imports.filter(({ from, file }) => from === 'core/rules' && !file.endsWith('/index.ts'));
  const others = rules.filter(({ what }) => what.startsWith('core/rules/') && !/\/(ids|types)$/.test(what));
  expect(others.map(({ file, what }) => `${file} imports ${what}`)).toEqual([]);
});

test('the protocol is types and names: it takes nothing but types from elsewhere', () => {
  const files = sources.filter((file) => file.startsWith('server/src/protocol/'));
  const values = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8').match(/^import (?!type )[^;]*? from '\.\.[^;]*;/gm),
  );
  expect(files.length).toBeGreaterThan(1);
  expect(values.filter((line) => line !== null)).toEqual([]);
});

test.each(['main/serve', 'main/serverNode', 'main/lib', 'client/node/extension'])(
  '%s never asks a provider, and never loads a vocabulary',
  (entry) => {
    const reached = reachableFrom(entry);
    expect(reached.has('core/document/document')).toBe(true);
    expect([...reached].filter((what) => /countingEndpoint|host\/encodings|gpt-tokenizer/.test(what))).toEqual([]);
  },
);

describe('the reader of imports', () => {
  test('sees every form, type-only ones too, and no comment', () => {
    const text = `
      import type { A } from '../a';
      import {
        b,
      } from './b';
      import 'c';
      export * from "d";
      const e = await import('e');
      // import f from 'f'
      type G = import('g').G;
    `;
    expect(specifiersOf(text).sort()).toEqual(['../a', './b', 'c', 'd', 'e', 'g']);
  });

  test('reads the whole tree', () => {
    expect(imports.length).toBeGreaterThan(sources.length / 2);
    expect(imports.some(({ what }) => what === 'vscode-languageserver')).toBe(true);
    expect(imports.some(({ from, what }) => from === 'core/rules' && what.startsWith('core/model'))).toBe(true);
  });

  test('knows a forbidden import when it sees one', () => {
    const forbidden: Import = { file: 'server/src/core/text/a.ts', from: 'core/text', what: 'core/json/b' };
    expect(isAllowed(forbidden)).toBe(false);
    expect(isAllowed({ file: 'client/src/a.ts', from: 'client', what: 'core/text/edits' })).toBe(false);
    expect(isAllowed({ file: 'server/src/cli/a.ts', from: 'cli', what: 'client/common/gate' })).toBe(false);
  });
});

function isAllowed({ from, what }: Import): boolean {
  const target = folderOf(what);
  if (from === 'core') return target?.startsWith('core') ?? false; // the door itself
  if (target === from) return true;
  if (target?.startsWith('core/') && !from.startsWith('core/')) return false; // past the door
  const allowed = table[from] ?? [];
  return allowed.some((entry) => entry === what || entry === target || (entry === 'node:' && what.startsWith('node:')));
}

/** Everything that a file of ours imports, and what that imports, and so on. */
function reachableFrom(entry: string): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const module of reached) {
    for (const { file, what } of imports) if (moduleOf(file) === module) reached.add(what.replace(/\/index$/, ''));
  }
  return reached;
}

function moduleOf(file: string): string {
  const path = file.replace(/^server\/src\//, '').replace(/^client\/src\//, 'client/');
  return path.replace(/(?:\/index)?\.tsx?$/, '');
}

/** The row of the table that one of our files belongs to; undefined for a package. */
function folderOf(path: string): string | undefined {
  const [first = '', second] = path.split('/');
  if (first === 'core') return second === undefined || second === 'index' ? 'core' : `core/${second}`;
  return first in table ? first : undefined;
}

function sourceFiles(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return files.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  );
}

function importsOf(file: string): Import[] {
  const place = file.replace(/^server\/src\//, '').replace(/^client\/src\//, 'client/');
  const from = folderOf(place.replace(/\.tsx?$/, '')) ?? dirname(place);
  const text = readFileSync(join(root, file), 'utf8');
  return specifiersOf(text).map((specifier) => ({ file, from, what: ourPath(file, specifier) ?? specifier }));
}

/** `core/text/edits` for `../text/edits` in a file of core; undefined for a package. */
function ourPath(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(file), specifier);
  const inside = path.replace(/^server\/src\//, '').replace(/^client\/src\//, 'client/');
  return inside === path ? path : inside.replace(/\/index$/, (index) => (inside.startsWith('core/') ? index : ''));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function specifiersOf(text: string): string[] {
  const code = withoutComments(text);
  const forms = [
    /^\s*(?:import|export)\s[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/g,
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].flatMap(([, specifier]) => specifier ?? []));
}
