import { describe, expect, it } from 'vitest';
import { lint, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';

const open = JSON.stringify({
  messages: [
    { role: 'user', content: 'x' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'user', content: 'y' },
  ],
});
const deep = (levels: number) => `{"messages":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a row that is nested too deep', () => {
  it.each([
    ['first', [deep(50_000), open, open], 0],
    ['in between', [open, ` ${deep(1000)}`, open], 1],
    ['last', [open, open, deep(1000)], 2],
  ])('hides no other row: %s', (_, rows, at) => {
    for (const uri of ['a.jsonl', 'a.json']) {
      for (const end of ['\n', '\r\n']) {
        const found = lint(rows.join(end), { uri });
        const others = [0, 1, 2]
          .filter((row) => row !== at)
          .map((row) => `unanswered-call /${row}/messages/1/tool_calls/0`);
        expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
          ...others.slice(0, at),
          `too-deep /${at}`,
          ...others.slice(at),
        ]);
        const place = found.find(({ rule }) => rule === 'too-deep');
        expect(rows.join(end).slice(place?.start, place?.end)).toBe('{');
      }
    }
  });

  it('comes out as it went in, and the others normalized', () => {
    const rows = [open, deep(1000), open];
    const document = TranscriptDocument.open(rows.join('\n'), { uri: 'a.jsonl' });
    const lines = normalizeDocument(document).text.split('\n');
    expect(lines[1]).toBe(rows[1]);
    expect([lines[0], lines[2]].map((line) => JSON.parse(line ?? '').messages.length)).toEqual([4, 4]);
  });

  it('is no row that is as deep as may be', () => {
    const rules = lint([open, deep(999)].join('\n'), { uri: 'a.jsonl' }).map(({ rule }) => rule);
    expect(rules).toContain('unanswered-call');
    expect(rules).not.toContain('too-deep');
  });

  it('is the whole text where there are no rows, sound or not', () => {
    for (const text of [deep(1000), `{"messages":[{"role":"user","content":"x"},{${deep(2000)}`]) {
      const document = TranscriptDocument.open(text, { uri: 'a.json', isNamed: true });
      expect(document.analysis().findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([['too-deep', '']]);
    }
  });

  it('is found again when it is edited', () => {
    const text = [open, open, open].join('\n');
    const document = TranscriptDocument.open(text, { uri: 'a.jsonl' });
    const at = text.indexOf('null');
    const change = { start: at, end: at + 4, text: deep(1000) };
    const after = text.slice(0, at) + change.text + text.slice(change.end);
    document.update([change], after);
    const fresh = TranscriptDocument.open(after, { uri: 'a.jsonl' });
    const rules = (one: TranscriptDocument) => one.analysis().findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
    expect(rules(document)).toEqual(rules(fresh));
    expect(rules(document)).toContain('too-deep /0');
  });
});
