import { describe, expect, it } from 'vitest';
import { detect, lint, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const uri = 'file:///a.jsonl';
const header = { session_id: 's1', model: 'gpt-4o' };
const meta = { type: 'meta', version: 1 };
const user = { role: 'user', content: 'hi' };
const answer = { role: 'assistant', content: 'well' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const result = { role: 'tool', tool_call_id: 'a', content: 'r' };
const stub = { role: 'tool', tool_call_id: 'a', content: 'Tool call was interrupted; no result.' };
const system = { role: 'system', content: 's' };

/** Where more than every fifth row is something else, the file is a log of another kind. */
const more = [user, answer, user, answer, user, answer, user, answer];

const text = (rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const said = (rows: readonly unknown[]) => lint(text(rows), { uri }).map(({ rule, pointer }) => `${rule} ${pointer}`);
const normalized = (rows: readonly unknown[]) => normalizeDocument(TranscriptDocument.open(text(rows), { uri }));

describe('rows of bare messages', () => {
  it.each([
    ['a header', [header, user, answer]],
    ['a header of another make', [meta, user, answer, user, answer]],
    ['records in between', [user, call, meta, result, meta, answer, { type: 'usage', tokens: 12 }, user, answer]],
  ])('may have rows beside them that are none: %s', (_, rows) => {
    const all = [...rows, ...more];
    expect(detect(text(all), { uri })?.container).toBe('message-rows');
    expect(said(all)).toEqual([]);
    expect(normalized(all).edits).toEqual([]);
    expect(fixText(text(all), { uri }).edits).toEqual([]);
  });

  it('still have messages without a role, and entries that are no objects', () => {
    expect(said([user, { content: 'who says this?' }, answer])).toEqual(['role-missing /1']);
    expect(said([user, { role: null, content: 'x' }, answer])).toEqual(['role-missing /1/role']);
    expect(said([user, 7, answer, user, answer])).toEqual(['entry-not-a-message /1']);
  });

  it.each([
    ['a drop', [header, user, result, meta, answer], [header, user, meta, answer]],
    ['a stub', [header, user, call, meta, user, answer], [header, user, call, stub, meta, user, answer]],
    [
      'a move',
      [header, user, call, user, meta, result, meta, answer],
      [header, user, call, result, user, meta, meta, answer],
    ],
    ['a system message', [header, user, meta, system, meta, answer], [header, system, user, meta, meta, answer]],
  ])('keep them where they stood when normalization changes what is around them: %s', (_, before, after) => {
    expect(normalized([...before, ...more]).text).toBe(text([...after, ...more]));
    expect(normalized([...after, ...more]).edits).toEqual([]);
    expect(said([...after, ...more])).toEqual([]);
  });

  it('are no list of a document, which holds messages and nothing else', () => {
    expect(lint(JSON.stringify([meta, user, answer, user, answer])).map(({ rule }) => rule)).toEqual(['role-missing']);
  });
});
