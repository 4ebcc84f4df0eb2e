// Every file of the corpus that holds a request of a dialect read here, in the other two: each fact of the source is in the
// result, or is listed. The inventory is taken without the code under test.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  convertDocument,
  type DialectName as Dialect,
  defaultResolvedConfig,
  nodeAt,
  TranscriptDocument,
} from '../../server/src/core/index';
import { unlisted } from '../support/inventory';

const folder = new URL('../../fixtures/corpus/files/', import.meta.url);
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
    const source = open(file, text).root?.value();
    expect(unlisted(source, root?.value(), [...lost, ...left, ...fallbacks])).toEqual([]);
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
