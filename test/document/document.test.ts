import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { conversation } from '../support/conversations';

const plain = (findings: readonly Finding[]) =>
  findings.map(({ rule, severity, message, start, end, pointer, related }) => ({
    rule,
    severity,
    message,
    start,
    end,
    pointer,
    related,
  }));

/** Where and what a person types: a letter, a digit, a quote, a bracket, a deletion, a pasted message. */
const stroke = fc.record({
  at: fc.nat(),
  remove: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 9),
  text: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('x', '1', ' ', '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"', '}', '{', ',', '\n', '{"role":"user","content":"pasted"},', '"role"'),
    },
  ),
});

const rendered = (dialect: 'flat' | 'chat' | 'messages') =>
  fc
    .tuple(conversation(dialect), fc.constantFrom(undefined, 2, 'rows' as const), fc.boolean())
    .map(([messages, style, isBody]) => {
      if (style === 'rows')
        return { text: messages.map((row) => JSON.stringify(row)).join('\n'), uri: 'file:///a.jsonl' };
      return { text: JSON.stringify(isBody ? { model: 'm', messages } : messages, null, style), uri: 'file:///a.json' };
    });

describe.each(['flat', 'chat', 'messages'] as const)('edits of a %s transcript', (dialect) => {
  it('leave the same findings as a fresh analysis of the same text', () => {
    let compared = 0;
    fc.assert(
      fc.property(rendered(dialect), fc.array(stroke, { maxLength: 6 }), ({ text, uri }, strokes) => {
        const document = TranscriptDocument.open(text, { uri });
        document.analysis();
        let now = text;
        for (const { at, remove, text: typed } of strokes) {
          const start = now.length === 0 ? 0 : at % now.length;
          const end = Math.min(now.length, start + remove);
          now = now.slice(0, start) + typed + now.slice(end);
          document.update([{ start, end, text: typed }], now);
          expect(document.text).toBe(now);
          const found = document.analysis();
          const fresh = TranscriptDocument.open(now, { uri });
          const expected = fresh.analysis();
          // A text that is no transcript to who opens it now; who saw it before knows what was meant.
          if (fresh.root === undefined && fresh.problems.length === 0) continue;
          expect(document.problems.length > 0).toBe(fresh.problems.length > 0);
          if (fresh.problems.length > 0) continue;
          expect(plain(found.findings)).toEqual(plain(expected.findings));
          expect(found.conversations).toEqual(expected.conversations);
          compared++;
        }
      }),
      { numRuns: 400, seed: 42 },
    );
    expect(compared).toBeGreaterThan(260);
  });

  it('mend what they broke', () => {
    fc.assert(
      fc.property(rendered(dialect), fc.nat(), fc.constantFrom('"', '}', '\\', '\n'), ({ text, uri }, at, typed) => {
        const document = TranscriptDocument.open(text, { uri });
        const before = plain(document.analysis().findings);
        const start = text.length === 0 ? 0 : at % text.length;
        const broken = text.slice(0, start) + typed + text.slice(start);
        document.update([{ start, end: start, text: typed }], broken);
        document.analysis();
        document.update([{ start, end: start + 1, text: '' }], text);
        expect(plain(document.analysis().findings)).toEqual(before);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

describe('an entry that becomes several, or several one', () => {
  const row = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}';
  const edit = (document: TranscriptDocument, start: number, end: number, text: string) => {
    const now = document.text.slice(0, start) + text + document.text.slice(end);
    document.update([{ start, end, text }], now);
    const fresh = TranscriptDocument.open(now, { uri: document.uri });
    expect(document.problems.length > 0).toBe(fresh.problems.length > 0);
    if (fresh.problems.length > 0) return;
    expect(plain(document.analysis().findings)).toEqual(plain(fresh.analysis().findings));
    expect(document.analysis().conversations).toEqual(fresh.analysis().conversations);
  };

  it.each([
    ['rows', 'file:///a.jsonl', `${row}\n${row}\n`],
    ['a document', 'file:///a.json', row],
  ])('is read as the text reads in %s: deleted and undone', (_, uri, text) => {
    const document = TranscriptDocument.open(text, { uri });
    document.analysis();
    const [start, end] = [text.indexOf('"a"') + 1, text.indexOf('"b"') + 1];
    edit(document, start, end, '');
    edit(document, start, start, text.slice(start, end));
    expect(document.problems).toEqual([]);
    expect(document.conversations[0]?.messages).toHaveLength(2);
  });

  it.each([
    ['rows', 'file:///a.jsonl', `${row}\n${row}\n`],
    ['a document', 'file:///a.json', row],
  ])('is read as the text reads in %s: pasted', (_, uri, text) => {
    const document = TranscriptDocument.open(text, { uri });
    document.analysis();
    const at = text.indexOf('"a"') + 2;
    edit(document, at, at, '"},{"role":"tool","tool_call_id":"z","content":"y');
    expect(document.analysis().findings.map(({ rule }) => rule)).toEqual(['orphan-result']);
  });

  it.each([
    ['rows', 'file:///a.jsonl', `${row}\n${row}\n`],
    ['a document', 'file:///a.json', row],
  ])('is not held for broken in %s when another was broken at that time', (_, uri, text) => {
    const document = TranscriptDocument.open(text, { uri });
    document.analysis();
    const later = text.indexOf('"assistant"');
    edit(document, later, later + 1, '');
    const at = text.indexOf('"a"') + 2;
    const pasted = '"},{"role":"user","content":"y';
    edit(document, at, at, pasted);
    edit(document, later + pasted.length, later + pasted.length, '"');
    expect(document.problems).toEqual([]);
    expect(document.conversations[0]?.messages).toHaveLength(3);
  });
});

describe('a line break in a row of JSON Lines', () => {
  const row = '{"messages": [{"role": "user", "content": "x"}, {"role": "tool", "tool_call_id": "a", "content": "y"}]}';
  const text = `${row}\n${row}\n`;

  it.each([
    ['between two tokens', text.indexOf(' "content": "x"'), '\n'],
    ['in a string', text.indexOf('x"'), '\n'],
    ['as a carriage return in a string', text.indexOf('x"'), '\r'],
    ['of Windows', text.indexOf(' "content": "x"'), '\r\n'],
  ])('is taken as the text reads with it: %s', (_, at, typed) => {
    const document = TranscriptDocument.open(text, { uri: 'file:///a.jsonl' });
    expect(document.analysis().findings.map(({ rule }) => rule)).toEqual(['orphan-result', 'orphan-result']);
    const after = text.slice(0, at) + typed + text.slice(at);
    document.update([{ start: at, end: at, text: typed }], after);
    const fresh = TranscriptDocument.open(after, { uri: 'file:///a.jsonl' }).analysis();
    expect(plain(document.analysis().findings)).toEqual(plain(fresh.findings));
    expect(fresh.findings.map(({ rule }) => rule)).toContain('syntax-error');
    document.update([{ start: at, end: at + typed.length, text: '' }], text);
    expect(document.analysis().findings.map(({ rule }) => rule)).toEqual(['orphan-result', 'orphan-result']);
  });
});

describe.each([
  ['Unix', '\n'],
  ['Windows', '\r\n'],
])('rows with line ends of %s', (_, end) => {
  const called = {
    role: 'assistant',
    content: 'x',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const rows = [{ role: 'user', content: 'q' }, called, { role: 'user', content: 'y' }, called].map((one) =>
    JSON.stringify(one),
  );

  it.each(['', end])('keep them when a row comes in or goes, last line end or none', (last) => {
    const open = TranscriptDocument.open(rows.slice(0, 3).join(end) + last, { uri: 'file:///a.jsonl' });
    const stub = { role: 'tool', tool_call_id: 'c', content: 'Tool call was interrupted; no result.' };
    const fixed = [rows[0], rows[1], JSON.stringify(stub), rows[2]];
    expect(normalizeDocument(open).text).toBe(fixed.join(end) + last);
    const orphan = JSON.stringify({ role: 'tool', tool_call_id: 'nobody', content: 'r' });
    for (const at of [0, 2, 4]) {
      const text = [...fixed.slice(0, at), orphan, ...fixed.slice(at)].join(end) + last;
      expect(normalizeDocument(TranscriptDocument.open(text, { uri: 'file:///a.jsonl' })).text).toBe(
        fixed.join(end) + last,
      );
    }
  });
});
