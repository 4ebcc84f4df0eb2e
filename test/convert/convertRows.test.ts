// Rows of JSON Lines are documents of their own: one that cannot be read or sent holds up no other, and is told.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convertDocument, TranscriptDocument } from '../../server/src/core/index';

const row = (given = '{}', isAnswered = true) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: given } }],
      },
      ...(isAnswered ? [{ role: 'tool', tool_call_id: 'c', content: 'r' }] : []),
    ],
    max_tokens: 1,
  });
const good = row();

function made(lines: readonly string[], more: Partial<ConvertOptions> = {}) {
  const document = TranscriptDocument.open(`${lines.join('\n')}\n`, { uri: 'file:///a.jsonl', isNamed: true });
  const result = convertDocument(document, { to: 'messages', ...more });
  return { ...result, lines: result.text?.trimEnd().split('\n') };
}

const out = made([good]).lines?.[0];

describe.each([false, true])('normalized: %s', (normalize) => {
  const pointers = (list: readonly { readonly pointer: string }[]) => list.map(({ pointer }) => pointer);

  test('a row that does not parse stays, is listed and fails', () => {
    const broken = '{"messages":[{"role":"user","content":"q"},';
    const result = made([good, broken, good], { normalize });
    expect(result.lines).toEqual([out, broken, out]);
    expect(result.left).toEqual([{ pointer: '/1', reason: 'it does not parse' }]);
    expect(result.problems).toMatchObject([{ rule: 'syntax-error', severity: 'error', pointer: '/1' }]);
    expect(result.ok).toBe(false);
  });

  test('a row with a fault beside its conversation stays too', () => {
    const faulty = good.replace('"max_tokens":1', '"max_tokens":1,"note":"a\tb"');
    const result = made([good, faulty], { normalize });
    expect([result.lines, pointers(result.left), pointers(result.problems), result.ok]).toEqual([
      [out, faulty],
      ['/1'],
      ['/1'],
      false,
    ]);
  });

  test('a row with a new call that cannot be sent stays, is listed and fails', () => {
    const refused = row('{"x', false);
    const result = made([good, refused, good, row('{"x')], { normalize });
    expect(result.lines?.slice(0, 3)).toEqual([out, refused, out]);
    expect(result.left).toEqual([{ pointer: '/1', reason: 'a call in it cannot be sent' }]);
    expect(result.problems).toMatchObject([
      { rule: 'malformed-arguments', pointer: '/1/messages/1/tool_calls/0/function/arguments' },
    ]);
    expect(pointers(result.fallbacks)).toEqual(['/3/messages/1/tool_calls/0/function/arguments']);
    expect(result.ok).toBe(false);
    // Also where it is the only one: a filter hands on what it cannot work on.
    expect(made([refused], { normalize })).toMatchObject({ lines: [refused], ok: false });
  });

  test('a log with a broken row is a request without it, and fails', () => {
    const message = (id: string, parent: string | null, content: string) =>
      JSON.stringify({ type: 'message', id, parentId: parent, message: { role: 'user', content } });
    const result = made(
      ['{"type":"session","version":3}', message('1', null, 'a'), '{"type":"mess', message('2', '1', 'b')],
      { normalize },
    );
    expect(JSON.parse(result.text ?? '').messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
    expect(pointers(result.lost)).toEqual(['/2']);
    expect(result.problems).toMatchObject([{ rule: 'syntax-error', pointer: '/2' }]);
    expect(result.ok).toBe(false);
  });
});

test('a fault beside the conversation of a document fails as well', () => {
  const text = '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}],"max_tokens":1,"x":}';
  const document = TranscriptDocument.open(text, { uri: 'file:///a.json', isNamed: true });
  const result = convertDocument(document, { to: 'messages', from: 'chat' });
  expect(result).toMatchObject({ ok: false, problems: [{ rule: 'syntax-error' }] });
});

test('a row that is refused only once it is normalized stays as it was', () => {
  const messages = [
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"x' } }],
    },
    // As a result without an id it is something that the user says, and it is dropped where results have to pair.
    { role: 'tool', tool_call_id: '', content: 'r' },
  ];
  const late = JSON.stringify({ messages, max_tokens: 1 });
  const result = made([good, late, good], { normalize: true });
  expect(result.lines).toEqual([out, late, out]);
  expect(result.left).toEqual([{ pointer: '/1', reason: 'a call in it cannot be sent' }]);
  expect(result.normalized).toEqual([]);
  expect(result.lost).toEqual([]);
  expect(made([late]).fallbacks).toMatchObject([{ pointer: '/0/messages/1/tool_calls/0/function/arguments' }]);
});
