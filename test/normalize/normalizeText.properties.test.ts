import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  type DialectName as Dialect,
  defaultResolvedConfig,
  hasOverlap,
  normalize,
  normalizeDocument,
  TranscriptDocument,
} from '../../server/src/core/index';
import { parseText } from '../../server/src/core/json/scan';
import { conversation } from '../support/conversations';
import { canonical, decorate, decoration } from '../support/jsonc';

const parse = (text: string): unknown => parseText({ text }).root?.value();

function open(text: string, dialect: Dialect, uri = 'file:///list.jsonc') {
  return TranscriptDocument.open(text, { uri, config: { ...defaultResolvedConfig, dialect } });
}

const isRecord = (row: unknown) =>
  typeof row === 'object' &&
  row !== null &&
  !Array.isArray(row) &&
  ['role', 'content', 'text', 'tool_calls', 'tool_call_id', 'function_call'].every((key) => !Object.hasOwn(row, key));

describe.each(['flat', 'chat', 'messages'] as const)('normalizing the text of a %s list', (dialect) => {
  it('gives what the function gives for the parsed text, and keeps every comment of what stays', () => {
    let changed = 0;
    fc.assert(
      fc.property(conversation(dialect), decoration, fc.boolean(), (messages, style, keepOpenTail) => {
        const text = decorate(messages, style);
        const before = parse(text) as unknown[];
        const { text: after, edits, conversations } = normalizeDocument(open(text, dialect), { keepOpenTail });
        const expected = normalize(before, { dialect, keepOpenTail });
        expect(canonical(parse(after))).toBe(canonical(expected.messages));
        expect(applyEdits(text, edits)).toBe(after);
        expect(hasOverlap(edits)).toBe(false);
        expect(conversations[0]?.drops.map(({ kind, pointer, rule }) => ({ kind, pointer, rule })) ?? []).toEqual(
          expected.drops.map(({ kind, pointer, rule }) => ({ kind, pointer, rule })),
        );
        if (expected.messages === before) expect(after).toBe(text);
        else changed++;
        for (const { range } of conversations[0]?.drops ?? []) expect(range?.end).toBeGreaterThan(range?.start ?? 0);
      }),
      { numRuns: 800, seed: 11 },
    );
    expect(changed).toBeGreaterThan(260);
  });

  it('works on rows of JSON Lines as on a list', () => {
    fc.assert(
      fc.property(conversation(dialect), fc.constantFrom('\n', '\r\n'), fc.boolean(), (messages, lineEnd, isClosed) => {
        const text = messages.map((row) => JSON.stringify(row)).join(lineEnd) + (isClosed ? lineEnd : '');
        const { text: after } = normalizeDocument(open(text, dialect, 'file:///list.jsonl'));
        const rows = after.split(/\r?\n/).flatMap((row): unknown[] => (row.trim() === '' ? [] : [JSON.parse(row)]));
        // Rows that have nothing of a message stand between others in a log, and stay.
        expect(rows.filter((row) => !isRecord(row))).toEqual(normalize(messages, { dialect }).messages);
        expect(rows.filter(isRecord)).toEqual(messages.filter(isRecord));
      }),
      { numRuns: 300, seed: 12 },
    );
  });

  it('is finished after one go', () => {
    fc.assert(
      fc.property(conversation(dialect), decoration, (messages, style) => {
        const once = normalizeDocument(open(decorate(messages, style), dialect));
        expect(normalizeDocument(open(once.text, dialect)).edits).toEqual([]);
      }),
      { numRuns: 300, seed: 13 },
    );
  });
});
