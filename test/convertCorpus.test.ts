// Every file of the corpus that holds a request of a dialect read here, in the other two: each fact of the source is in the
// result, or is listed. The inventory is taken without the code under test.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  convertDocument,
  type Dialect,
  defaultResolvedConfig,
  nodeAt,
  TranscriptDocument,
} from '../server/src/core/index';

const folder = new URL('../fixtures/corpus/files/', import.meta.url);
const DIALECTS = ['flat', 'chat', 'messages'] as const;
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.pathname.length))
  .sort();

function open(path: string, text: string): TranscriptDocument {
  return TranscriptDocument.open(text, {
    uri: `file:///work/${path}`,
    config: { ...defaultResolvedConfig, syntaxErrors: true },
  });
}

const sources = files
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))
  .map(({ file, text }) => ({ file, text, document: open(file, text) }))
  .filter(({ document }) =>
    document.conversations.some(({ side, list }) => side === 'request' && list.kind === 'array'),
  );

it('holds requests of two dialects at least', () => {
  expect(sources.length).toBeGreaterThan(15);
  const dialects = new Set(sources.flatMap(({ document }) => document.conversations.map(({ dialect }) => dialect)));
  expect(dialects.size).toBeGreaterThanOrEqual(2);
});

describe.each(sources)('$file', ({ file, text, document }) => {
  it.each(DIALECTS)('to %s without a loss that is not listed', (to) => {
    const before = document.text;
    const { text: made, lost, left, problems, fallbacks } = convertDocument(document, { to });
    expect(document.text).toBe(before);
    if (made === undefined) throw new Error(`no document: ${JSON.stringify(problems)}`);
    const root = open(file, made).root;
    expect(root).toBeDefined();
    const listed = [...lost, ...left, ...fallbacks].map(({ pointer }) => pointer);
    const there = new Map<string, number>();
    for (const { fact } of inventory(root?.value())) there.set(fact, (there.get(fact) ?? 0) + 1);
    const wholeText = [...there.keys()];
    const isListed = ({ pointer }: Fact) => listed.some((one) => pointer === one || pointer.startsWith(`${one}/`));
    const kept = inventory(open(file, text).root?.value()).filter((fact) => !isListed(fact));
    const missing = kept.filter(({ fact }) => {
      const count = there.get(fact) ?? 0;
      there.set(fact, count - 1);
      // Texts that were joined are listed by all but their first, which is the beginning of another now.
      return count <= 0 && !wholeText.some((one) => one.length > fact.length && one.startsWith(`${fact}\n\n`));
    });
    expect(missing).toEqual([]);
  });

  it('keeps what stands around its conversations byte for byte', () => {
    for (const to of DIALECTS as readonly Dialect[]) {
      const { edits } = convertDocument(document, { to });
      const isInside = ({ start, end }: { start: number; end: number }) =>
        document.conversations.some(({ list, body }) => {
          const holder = body ?? list;
          return start >= holder.start && end <= holder.end;
        });
      expect(edits.filter((edit) => !isInside(edit))).toEqual([]);
    }
  });
});

interface Fact {
  readonly fact: string;
  readonly pointer: string;
}

/** Words of a dialect's own grammar; everything else is somebody's. */
const GRAMMAR: ReadonlySet<string> = new Set(['role', 'type']);

/** Every scalar that says something, with its place. Arguments that are text of an object say what is in them. */
function inventory(value: unknown, pointer = '', key = ''): Fact[] {
  if (typeof value === 'string') {
    const inner = key === 'arguments' ? parsed(value) : undefined;
    if (inner !== undefined) return inventory(inner).map(({ fact }) => ({ fact, pointer }));
    const data = /^data:([^;,]*);base64,/.exec(value.slice(0, 200));
    if (data !== null)
      return [
        { fact: value.slice(data[0].length), pointer },
        { fact: data[1] ?? '', pointer },
      ];
    return GRAMMAR.has(key) || value === '' ? [] : [{ fact: value, pointer }];
  }
  if (typeof value === 'number') return [{ fact: String(value), pointer }];
  // A flag that is not set says nothing.
  if (value === true) return [{ fact: `${key}`, pointer }];
  if (Array.isArray(value)) return value.flatMap((item, i) => inventory(item, `${pointer}/${i}`));
  if (typeof value !== 'object' || value === null) return [];
  // A result that names its tool says what its call has said.
  const isResult = (value as { role?: unknown }).role === 'tool';
  const entries = Object.entries(value).filter(([name]) => !(isResult && name === 'name'));
  return entries.flatMap(([name, item]) => inventory(item, `${pointer}/${escaped(name)}`, name));
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

it('names places that are there', () => {
  for (const { document } of sources) {
    for (const to of DIALECTS) {
      const { lost, fallbacks, left } = convertDocument(document, { to });
      const { root } = document;
      if (root === undefined) throw new Error('nothing was read');
      for (const { pointer } of [...lost, ...fallbacks, ...left]) expect(nodeAt(root, pointer)).toBeDefined();
    }
  }
});
