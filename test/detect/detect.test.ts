import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectDocument, mayBeTranscript } from '../../server/src/core/detect/index';
import type { Detection, DetectOptions } from '../../server/src/core/detect/types';
import { dialectOf } from '../../server/src/core/dialects/index';
import type { JsonNode } from '../../server/src/core/json/node';
import { pointerOf } from '../../server/src/core/json/node';
import { looksLikeJsonl, parseRecords } from '../../server/src/core/json/records';
import { parseText } from '../../server/src/core/json/scan';
import { nodeOfValue } from '../../server/src/core/json/valueNode';

const fixtures = new URL('../../fixtures/detect/', import.meta.url);
const corpus = new URL('../../fixtures/corpus/', import.meta.url);

const filesIn = (folder: string, root = fixtures) =>
  readdirSync(new URL(folder, root)).filter((name) => !name.endsWith('.expected.json'));
const read = (path: string, root = fixtures) => readFileSync(new URL(path, root), 'utf8');

interface Document {
  readonly root: JsonNode | undefined;
  readonly isRows: boolean;
}

function parse(text: string, name: string): Document {
  const isRowsName = /\.(jsonl|ndjson)$/.test(name);
  const whole = isRowsName ? undefined : parseText({ text }).root;
  if (whole !== undefined) return { root: whole, isRows: false };
  if (isRowsName || looksLikeJsonl(text)) return { root: parseRecords({ text }).root, isRows: true };
  return { root: undefined, isRows: false };
}

function detectText(text: string, name: string, options: Partial<DetectOptions> = {}): Detection | undefined {
  const { root, isRows } = parse(text, name);
  return root === undefined ? undefined : detectDocument(root, { uri: `file:///work/${name}`, isRows, ...options });
}

const detectValue = (value: unknown, options: Partial<DetectOptions> = {}) =>
  detectDocument(nodeOfValue(value), { uri: '', isRows: false, ...options });

/** What a fixture's expectation says, and no more. */
const summary = (detection: Detection | undefined) =>
  detection && {
    container: detection.container,
    conversations: detection.conversations.map(({ list, isLone, signatures, dialect, tier, side }) => ({
      pointer: pointerOf(list),
      turns: isLone ? 1 : signatures.length,
      dialect: String(dialect.id),
      tier,
      ...(side === 'request' ? {} : { side }),
    })),
  };

describe('what is ours', () => {
  it.each(filesIn('ours/'))('%s', (file) => {
    const text = read(`ours/${file}`);
    const expected: unknown = JSON.parse(read(`ours/${file.replace(/\.\w+$/, '.expected.json')}`));
    expect(mayBeTranscript(text, file)).toBe(true);
    const detection = detectText(text, file);
    expect(summary(detection)).toEqual(expected);
    expect(detection?.evidence.length).toBeGreaterThan(0);
  });

  it.each(filesIn('ours/').filter((file) => /\.(json|traj)$/.test(file) && !file.includes('rows-in')))(
    '%s as a value, and as the row of a JSONL file',
    (file) => {
      const value: unknown = JSON.parse(read(`ours/${file}`));
      const asValue = summary(detectValue(value));
      expect(asValue).toEqual(summary(detectText(read(`ours/${file}`), file)));
      const asRow = summary(detectText(`${JSON.stringify(value)}\n`, 'rows.jsonl'));
      // A lone answer is the same conversation wherever it stands; so is every list, one step further down.
      expect(asRow?.conversations.map(({ pointer }) => pointer)).toEqual(
        asValue?.conversations.map(({ pointer }) => `/0${pointer}`),
      );
    },
  );
});

describe('what is not ours', () => {
  it.each(filesIn('not-ours/'))('%s', (file) => {
    expect(detectText(read(`not-ours/${file}`), file)).toBeUndefined();
  });

  it.each(filesIn('not-ours/'))('%s, named outright', (file) => {
    // A list that is the whole file and reads like a conversation is one, if a person says so.
    const isVouched = file === 'one-user-row.json';
    const detection = detectText(read(`not-ours/${file}`), file, { isNamed: true });
    expect(detection === undefined).toBe(!isVouched);
  });
});

describe('the corpus', () => {
  interface Entry {
    readonly file: string;
    /** Of a shape that is read: a dialect that comes says so of its files. */
    readonly isRead?: true;
    readonly conversations: readonly { readonly pointer: string; readonly turns: number; readonly side?: string }[];
  }
  const entries = read('index.jsonl', corpus)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
  it.each(entries.map((entry) => [entry.file, entry] as const))('%s', (_, entry) => {
    const path = entry.file.startsWith('files/') ? entry.file : `files/${entry.file}`;
    if (!isReadable(path)) return expect(mayBeTranscript(read(path, corpus), path)).toBe(false);
    const found = summary(detectText(read(path, corpus), path));
    if (entry.isRead !== true) return expect(found).toBeUndefined();
    const plain = (one: { pointer: string; turns: number; side?: string }) =>
      `${one.pointer} ${one.turns} ${one.side === 'response' ? 'response' : ''}`;
    expect(found?.conversations.map(plain).sort()).toEqual(entry.conversations.map(plain).sort());
  });

  it.each(filesIn('not-transcripts/', corpus))('%s is no transcript', (file) => {
    const text = read(`not-transcripts/${file}`, corpus);
    for (const isNamed of [false, true]) {
      const isSeen = isReadable(file) && detectText(text, file, { isNamed }) !== undefined;
      expect(isSeen).toBe(false);
    }
  });

  function isReadable(path: string): boolean {
    return !/\.ya?ml$/.test(path);
  }
});

describe('the gate', () => {
  const transcript = '[{"role":"user","content":"hi"}]';

  it.each([
    'file:///a/b.json',
    'file:///a/b.JSONL',
    'untitled:Untitled-1',
    'vscode-vfs://github/a/b.jsonc',
    '/a/b.ndjson',
    'C:\\a\\b.json',
    'file:///a/b.har',
    'file:///a/b.traj',
    '',
  ])('lets %o through', (uri) => {
    expect(mayBeTranscript(transcript, uri)).toBe(true);
  });

  it.each([
    'git:/a/b.json?ref=HEAD',
    'output:extension-output-1',
    'vscode-notebook-cell:/a/b.ipynb#W0',
    'file:///a/b.ts',
    'file:///a/b.md',
    'file:///a/b.yaml',
    'C:\\a\\b.py',
  ])('stops %o', (uri) => {
    expect(mayBeTranscript(transcript, uri)).toBe(false);
  });

  it.each([
    ['a role in another case', '{"role" : "Assistant", "text": ""}', true],
    ['a call without content', '{"role":\n\t"assistant","tool_calls":[]}', true],
    ['a later role', '{"role":"admin","content":"","x":{"role":"user"}}', true],
    ['a request with an empty list', '{"model":"m","messages": [ ]}', true],
    ['an empty list alone', '{"messages": []}', false],
    ['a role alone', '{"role":"user","name":"ada"}', false],
    ['other roles', '{"role":"admin","content":"x"}', false],
    ['a role inside a string', '"{\\"role\\":\\"user\\",\\"content\\":\\"\\"}"', false],
    ['nothing', '', false],
  ])('judges %s', (_, text, expected) => {
    expect(mayBeTranscript(text, 'a.json')).toBe(expected);
  });
});

describe('a chosen dialect', () => {
  it('takes a list in which little looks like a message', () => {
    const list = [null, 'hello', 42, { content: 'no role' }, { role: 'user', content: 'real' }, ['x']];
    expect(detectValue(list)).toBeUndefined();
    expect(summary(detectValue(list, { dialect: dialectOf('flat') }))?.conversations).toEqual([
      { pointer: '', turns: 6, dialect: 'flat', tier: 'A' },
    ]);
  });

  it('takes empty lists', () => {
    expect(summary(detectValue([], { dialect: dialectOf('chat') }))?.conversations).toMatchObject([
      { pointer: '', turns: 0 },
    ]);
    expect(summary(detectValue({ messages: [] }, { dialect: dialectOf('chat') }))?.conversations).toMatchObject([
      { pointer: '/messages', turns: 0 },
    ]);
  });

  it('takes every list of messages, and nothing else', () => {
    const value = {
      cases: [{ input: [{ role: 'user', content: 'a' }] }, { input: [{ role: 'wizard', content: 'a' }] }],
      tags: ['a', 'b'],
      people: [{ name: 'Ada' }],
    };
    expect(summary(detectValue(value, { dialect: dialectOf('messages') }))?.conversations).toEqual([
      { pointer: '/cases/0/input', turns: 1, dialect: 'messages', tier: 'A' },
      { pointer: '/cases/1/input', turns: 1, dialect: 'messages', tier: 'A' },
    ]);
  });

  it('beats the vetoes, by content and by name', () => {
    const value = { $schema: 'https://example.com/s.json', messages: [{ role: 'user', content: 'a' }] };
    expect(detectValue(value)).toBeUndefined();
    expect(detectValue(value, { dialect: dialectOf('chat'), uri: 'package.json' })?.conversations.length).toBe(1);
  });

  it('finds nothing in what holds no list', () => {
    expect(detectValue({ a: 1 }, { dialect: dialectOf('chat') })).toBeUndefined();
    expect(detectValue('text', { dialect: dialectOf('chat') })).toBeUndefined();
    expect(detectValue(undefined, { dialect: dialectOf('chat') })).toBeUndefined();
  });

  it('makes rows without conversations one conversation', () => {
    const text = '{"content":"a"}\n{"content":"b"}\n';
    expect(summary(detectText(text, 'a.jsonl', { dialect: dialectOf('flat') }))).toMatchObject({
      container: 'message-rows',
      conversations: [{ pointer: '', turns: 2 }],
    });
  });
});

describe('cost', () => {
  const message = (i: number) =>
    i % 2 === 0
      ? { id: `m${i}`, at: i, role: 'user', content: 'how deep?' }
      : { role: 'assistant', content: null, tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'f' } }] };
  const list = (length: number) => ({ messages: Array.from({ length }, (_, i) => message(i)) });

  it('grows with the number of messages and no faster', () => {
    const [small, large] = [lookUps(list(1_000)), lookUps(list(4_000))];
    expect(large.count / small.count).toBeLessThan(4.1);
    expect(small.count / 1_000).toBeLessThan(40);
    expect(large.detection?.conversations[0]?.signatures.length).toBe(4_000);
  });

  it('never looks into texts, arguments and what else a message holds', () => {
    const inside = Array.from({ length: 1_000 }, () => ({ role: 'user', content: 'a' }));
    const value = [
      { role: 'user', content: 'a' },
      { role: 'assistant', tool_calls: [{ name: 'ask', arguments: { messages: inside } }], metadata: { inside } },
    ];
    const { count, detection } = lookUps(value);
    expect(detection?.conversations.length).toBe(1);
    expect(count).toBeLessThan(100);
  });

  it('ends soon where there is nothing to find', () => {
    const rows = (length: number) => Array.from({ length }, (_, i) => ({ id: i, tags: [{ name: 'a' }], at: { x: 1 } }));
    const [small, large] = [lookUps({ rows: rows(20_000) }), lookUps({ rows: rows(80_000) })];
    expect(small.detection).toBeUndefined();
    expect(large.count).toBeLessThan(small.count * 1.1);
  });

  it('still finds what stands at the surface of a large document, and every conversation of a file full of them', () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ({ id: i, tags: [{ name: 'a' }] }));
    const messages = [{ role: 'user', content: 'a' }];
    expect(detectValue({ rows, messages })?.conversations.length).toBe(1);
    const cases = Array.from({ length: 30_000 }, (_, i) => ({ id: i, tags: [{ name: 'a' }], messages }));
    expect(detectValue({ cases })?.conversations.length).toBe(30_000);
  });

  it('does not care how deep a document is nested', () => {
    const depth = 100_000;
    const text = `{"messages":[{"role":"user","content":"a"}],"deep":${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}}`;
    expect(detectText(text, 'a.json')?.conversations.length).toBe(1);
  });

  /** Detection over nodes that count how often they are asked for something. */
  function lookUps(value: unknown): { readonly count: number; readonly detection: Detection | undefined } {
    let count = 0;
    const wrapped = new Map<JsonNode, JsonNode>();
    const wrap = (node: JsonNode): JsonNode => {
      const known = wrapped.get(node);
      if (known !== undefined) return known;
      const counting: JsonNode = {
        kind: node.kind,
        start: -1,
        end: -1,
        size: node.size,
        key: node.key,
        get parent() {
          return node.parent && wrap(node.parent);
        },
        get: (key) => {
          count++;
          const found = node.get(key);
          return found && wrap(found);
        },
        items: () => {
          count++;
          return node.items().map(wrap);
        },
        properties: () => {
          count++;
          return node.properties().map((property) => ({ ...property, value: wrap(property.value) }));
        },
        text: () => node.text(),
        raw: () => node.raw(),
        value: () => node.value(),
      };
      wrapped.set(node, counting);
      return counting;
    };
    const detection = detectDocument(wrap(nodeOfValue(value)), { uri: '', isRows: false });
    return { count, detection };
  }
});

it('finds as many conversations in one row as there are', () => {
  const cases = Array.from({ length: 130_000 }, () => ({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'y' },
    ],
  }));
  const found = detectDocument(nodeOfValue([{ cases }, { cases: [] }]), { uri: 'a.jsonl', isRows: true });
  expect(found?.conversations).toHaveLength(cases.length);
});
