// docs/design/conversion.md, "Normalizing first": what it does before a conversion is in the report, and no call becomes
// history by it.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';

const user = (content: unknown = 'q') => ({ role: 'user', content });
const said = (content: unknown = 'x') => ({ role: 'assistant', content });
const calls = (...made: (readonly [id: string, given: string])[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: made.map(([id, given]) => ({ id, type: 'function', function: { name: 'f', arguments: given } })),
});
const tool = (id: string, content = 'r') => ({ role: 'tool', tool_call_id: id, content });
const STUB = 'Tool call was interrupted; no result.';

const normal = (document: unknown, more: Partial<ConvertOptions> = {}) =>
  convert(document, { from: 'chat', to: 'messages', normalize: true, ...more });

describe('what normalization does', () => {
  test('is lost where it drops something', () => {
    const list = [user(), tool('zz', 'EVIDENCE'), said('b')];
    const made = normal(list, { strict: true });
    expect(made).toMatchObject({ document: [user(), said('b')], ok: false });
    expect(made.lost).toEqual([{ pointer: '/1', reason: 'a result "zz": normalization drops it (orphan-result)' }]);
  });

  test('is told where it moves, puts in or renames something, by places of the source', () => {
    const list = [
      user(),
      calls(['a', '{}'], ['b', '{}']),
      user('late'),
      tool('a'),
      { role: 'system', content: 'S' },
      calls(['a', '{}']),
      tool('a'),
      user(),
    ];
    const { normalized, lost } = normal({ max_tokens: 1, messages: list });
    expect(lost).toEqual([]);
    expect(normalized.map(({ action, pointer }) => [action, pointer]).sort()).toEqual([
      ['inserted', '/messages/1/tool_calls/1'],
      ['moved', '/messages/3'],
      ['moved', '/messages/4'],
      ['renamed', '/messages/5/tool_calls/0'],
    ]);
  });

  test('says in Messages that the call of a result that it put in failed', () => {
    const { document } = normal([user(), calls(['a', '{}']), user('next')]);
    expect(document).toMatchObject([{}, {}, { content: [{ tool_use_id: 'a', content: STUB, is_error: true }, {}] }]);
  });
});

describe('a new call that cannot be sent', () => {
  const bad = [user(), calls(['a', '{"x'])];

  test('is no history for being answered by normalization', () => {
    expect(normal(bad)).toMatchObject({ document: undefined, ok: false, problems: [{ rule: 'malformed-arguments' }] });
    const text = JSON.stringify(bad);
    const opened = TranscriptDocument.open(text, { uri: 'file:///a.json', isNamed: true });
    expect(convertDocument(opened, { to: 'messages', normalize: true })).toMatchObject({ text: undefined, ok: false });
  });

  test('goes where the output limit cut it off', () => {
    const cut = { ...calls(['a', '{"x']), content: 'I will', finish_reason: 'length' };
    const made = normal([user(), cut]);
    expect(made).toMatchObject({ document: [user(), said('I will')], fallbacks: [] });
    expect(made.lost.map(({ pointer }) => pointer)).toContain('/1/tool_calls/0');
  });
});

describe('of a session log', () => {
  const row = (id: string, parentId: string | null, message: object) => ({ type: 'message', id, parentId, message });
  const call = (id: string, given: string) => `{"type":"toolCall","id":"${id}","name":"f","arguments":${given}}`;
  const log = [
    '{"type":"session","version":3,"id":"s"}',
    JSON.stringify(row('1', null, user())),
    `{"type":"message","id":"2","parentId":"1","message":{"role":"assistant","content":[${call('a', '{"big":12345678901234567890,"n":1.10}')}]}}`,
    JSON.stringify(row('3', '2', user('next'))),
    JSON.stringify(
      row('4', '3', { role: 'toolResult', toolCallId: 'zz', content: [{ type: 'text', text: 'EVIDENCE' }] }),
    ),
  ].join('\n');

  test('it keeps the spelling of numbers, and tells of places in the log', () => {
    const opened = TranscriptDocument.open(log, { uri: 'file:///s.jsonl', isNamed: true });
    const made = convertDocument(opened, { to: 'messages', normalize: true });
    expect(made.text).toContain('12345678901234567890');
    expect(made.text).toContain('1.10');
    expect(JSON.parse(made.text ?? '').messages[2].content).toMatchObject([
      { tool_use_id: 'a', is_error: true },
      { text: 'next' },
    ]);
    expect(made.normalized).toMatchObject([{ action: 'inserted', pointer: '/2/message/content/0' }]);
    expect(made.lost).toContainEqual({
      pointer: '/4/message',
      reason: 'a result "zz": normalization drops it (orphan-result)',
    });
    const ofValue = convert(
      log.split('\n').map((line) => JSON.parse(line)),
      { to: 'messages', normalize: true },
    );
    expect(ofValue.normalized).toEqual(made.normalized);
    expect(ofValue.lost).toEqual(made.lost);
  });
});

test('strict takes a fallback for a loss', () => {
  const list = [user(), calls(['a', '{"x']), tool('a')];
  expect(convert(list, { to: 'messages' }).ok).toBe(true);
  expect(convert(list, { to: 'messages', strict: true }).ok).toBe(false);
});

test('an option that is none is a TypeError that says what was meant', () => {
  const options = { to: 'messages', rewriteIDs: true } as ConvertOptions;
  expect(() => convert([user()], options)).toThrow(
    new TypeError('convert: "rewriteIDs" is no option. Did you mean "rewriteIds"?'),
  );
});

test('a branch of what is no log is no document', () => {
  expect(convert([user(), said()], { to: 'messages', branch: 'x' })).toMatchObject({
    document: undefined,
    problems: [{ rule: 'unknown-branch' }],
  });
});
