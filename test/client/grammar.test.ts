import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);
const INJECTION = 'transcript-lint.injection';
/** VS Code's own grammars of the languages that ours is injected into. */
const HOSTS: Readonly<Record<string, string>> = {
  'source.json': 'json',
  'source.json.comments': 'jsonc',
  'source.json.lines': 'jsonl',
};

let bare: textmate.Registry;
let injected: textmate.Registry;

beforeAll(async () => {
  await oniguruma.loadWASM(await readFile(require.resolve('vscode-oniguruma/release/onig.wasm')));
  bare = registryWith([]);
  injected = registryWith([INJECTION]);
});

function registryWith(injections: string[]): textmate.Registry {
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const host = HOSTS[scope];
      if (scope === INJECTION) return parse(join(root, 'syntaxes', 'transcript.injection.json'));
      return host === undefined ? null : parse(require.resolve(`tm-grammars/grammars/${host}.json`));
    },
    getInjections: (scope) => (scope in HOSTS ? injections : undefined),
  });
}

async function parse(path: string): Promise<textmate.IRawGrammar> {
  return textmate.parseRawGrammar(await readFile(path, 'utf8'), path);
}

interface Piece {
  readonly text: string;
  readonly scopes: readonly string[];
}

async function tokenize(registry: textmate.Registry, text: string, host: string): Promise<Piece[]> {
  const grammar = await registry.loadGrammar(host);
  if (grammar === null) throw new Error(`no grammar ${host}`);
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
  });
}

/** What our grammar says of a text, as `scope: piece`. */
async function marked(text: string, host = 'source.json'): Promise<string[]> {
  return (await tokenize(injected, text, host)).flatMap((piece) => {
    const scope = piece.scopes.find((one) => /^(keyword|variable|entity)\..*\.transcript$/.test(one));
    return scope === undefined ? [] : [`${scope.split('.').at(-2)}: ${piece.text}`];
  });
}

/** For each character, what kind of JSON it is to a theme. */
async function kinds(registry: textmate.Registry, text: string, host: string): Promise<string> {
  const letters: readonly [letter: string, scope: RegExp][] = [
    ['!', /^invalid\./],
    ['/', /^comment\./],
    ['k', /^support\.type\.property-name\./],
    ['s', /^string\.quoted\./],
    ['c', /^constant\.(numeric|language)\./],
    ['.', /^punctuation\./],
  ];
  const pieces = await tokenize(registry, text, host);
  return pieces
    .map(({ text: { length }, scopes }) => {
      const letter = letters.find(([, scope]) => scopes.some((one) => scope.test(one)))?.[0] ?? ' ';
      return letter.repeat(length);
    })
    .join('');
}

const chat = `[
  { "role": "assistant", "content": null, "tool_calls": [
    { "id": "call_1", "type": "function", "function": { "name": "search", "arguments": "{\\"q\\": 1}" } }
  ] },
  { "role": "tool", "tool_call_id": "call_1", "content": "none" }
]`;

const messages = `{ "messages": [
  { "role": "assistant", "content": [{ "type": "tool_use", "id": "toolu_1", "name": "search", "input": { "q": "a" } }] },
  { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "toolu_1", "content": "none" }] }
] }`;

test('chat: roles, ids on both sides, the tool', async () => {
  expect(await marked(chat)).toEqual([
    'role: assistant',
    'call-id: call_1',
    'tool: search',
    'role: tool',
    'call-id: call_1',
  ]);
});

test('messages: blocks, ids on both sides, the tool', async () => {
  expect(await marked(messages)).toEqual([
    'role: assistant',
    'call-id: toolu_1',
    'tool: search',
    'role: user',
    'call-id: toolu_1',
  ]);
});

test('flat: a name behind the id is the tool', async () => {
  const text = '{"role":"assistant","content":"","tool_calls":[{"tool_call_id":"c1","name":"search","arguments":{}}]}';
  expect(await marked(text)).toEqual(['role: assistant', 'call-id: c1', 'tool: search']);
});

test.each([
  ['source.json', chat],
  ['source.json', messages],
  ['source.json.comments', `// kept\n${chat.replace('"none" }', '"none", }, // the last')}`],
  ['source.json.lines', `${JSON.stringify(JSON.parse(messages))}\n{"messages":[{"role":"user","content":"x"}]}`],
])('in %s the rest of the text keeps its colours', async (host, text) => {
  const withArgumentsOut = text.replace(/"\{.*?\}"/g, '"-"');
  expect(await kinds(injected, withArgumentsOut, host)).toBe(await kinds(bare, withArgumentsOut, host));
  expect(await marked(text, host)).not.toEqual([]);
});

test('JSON inside an arguments string: keys, numbers and words, through its escapes', async () => {
  const inner = JSON.stringify({ 'a "b"': 'c\\d', n: [-1.5, true], s: 'role: "user"' });
  const text = JSON.stringify({ function: { name: 'f', arguments: inner }, after: 1 });
  const pieces = await tokenize(injected, text, 'source.json');
  const withScope = (scope: string) =>
    pieces.filter(({ scopes }) => scopes.at(-1)?.startsWith(scope)).map((piece) => piece.text);
  expect(withScope('support.type.property-name')).toEqual([
    'function',
    'name',
    'arguments',
    'a \\\\\\"b\\\\\\"',
    'n',
    's',
    'after',
  ]);
  expect(withScope('constant.numeric')).toEqual(['-1.5', '1']);
  expect(withScope('constant.language')).toEqual(['true']);
  expect(withScope('invalid')).toEqual([]);
});

test('an arguments string of anything else is a plain string', async () => {
  const pieces = await tokenize(injected, '{ "arguments": "12 \\"true\\"" }', 'source.json');
  expect(pieces.flatMap(({ scopes }) => scopes.filter((scope) => scope.includes('transcript')))).toEqual([]);
});

test('other JSON is left alone', async () => {
  const text = JSON.stringify(
    { role: 'admin', id: 'abc', name: 'x', users: [{ type: 'user', name: 'y' }] },
    undefined,
    2,
  );
  expect(await marked(text)).toEqual([]);
  expect(await kinds(injected, text, 'source.json')).toBe(await kinds(bare, text, 'source.json'));
});

test('half-typed: an open string ends on its line', async () => {
  const text = '{ "function": { "arguments": "{\\"a\n  , "role": "user" }, "x": 1 }';
  expect(await marked(text)).toEqual(['role: user']);
});
