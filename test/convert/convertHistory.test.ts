// docs/design/conversion.md, "Malformed arguments of history": the fallback, where it stops, and what it never touches.
import { describe, expect, test } from 'vitest';
import { type ConvertResult, convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';

const MALFORMED: readonly (readonly [what: string, given: unknown, reason: string])[] = [
  ['truncated JSON', '{"path": "/tmp', 'no JSON'],
  ['a list', [1, 2], 'a list and no object'],
  ['a list as text', '[1, 2]', 'JSON but no object'],
  ['null', null, 'null and no object'],
  ['null as text', 'null', 'JSON but no object'],
  ['a number', 7, 'a number and no object'],
  ['a number as text', '7', 'JSON but no object'],
  ['a string', '"ls"', 'JSON but no object'],
  ['a word', 'ls', 'no JSON'],
  ['nothing', '', 'empty'],
];

/** Native metadata by which the provider that answered could be answered again. */
const REPLAY: readonly (readonly [state: string, thinking: readonly object[], api: string])[] = [
  ['present', [{ type: 'thinking', thinking: 'hm', thinkingSignature: 'c2ln' }], 'anthropic-messages'],
  ['absent', [], 'openai-completions'],
  ['unusable', [{ type: 'thinking', thinking: 'hm', thinkingSignature: '{"id":"rs_1"}' }], 'openai-responses'],
];

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly signature?: string;
}

function blocksOf({ document }: Pick<ConvertResult, 'document'>, type: string): Block[] {
  const list = Array.isArray(document) ? document : (document as { messages: unknown[] }).messages;
  return (list as { content: string | Block[] }[])
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter((block) => block.type === type);
}

describe.each(REPLAY)('a recorded session with native replay metadata %s', (state, thinking, api) => {
  const rows: object[] = [{ type: 'session', version: 3, id: 's', timestamp: '2031-01-01T00:00:00.000Z', cwd: '/' }];
  let parent: string | null = null;
  const add = (message: object) => {
    const id = `r${rows.length}`;
    rows.push({
      type: 'message',
      id,
      parentId: parent,
      timestamp: `2031-01-01T00:00:${String(rows.length).padStart(2, '0')}.000Z`,
      message,
    });
    parent = id;
  };
  add({ role: 'user', content: [{ type: 'text', text: 'go' }] });
  MALFORMED.forEach(([, given], i) => {
    const calls = [
      { type: 'toolCall', id: `bad.${i}`, name: `tool_${i}`, arguments: given },
      { type: 'toolCall', id: `good_${i}`, name: 'read', arguments: { path: `/${i}`, n: i } },
    ];
    add({
      role: 'assistant',
      api,
      provider: 'anthropic',
      model: 'm',
      stopReason: 'toolUse',
      content: [...thinking, { type: 'text', text: `step ${i}` }, ...calls],
    });
    add({
      role: 'toolResult',
      toolCallId: `bad.${i}`,
      toolName: `tool_${i}`,
      isError: true,
      content: [{ type: 'text', text: `invalid ${i}` }],
    });
    add({
      role: 'toolResult',
      toolCallId: `good_${i}`,
      toolName: 'read',
      isError: false,
      content: [{ type: 'text', text: `ok ${i}` }],
    });
  });
  add({ role: 'user', content: [{ type: 'text', text: 'sum it up' }] });
  const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  const document = TranscriptDocument.open(text, { uri: 'file:///session.jsonl', isNamed: true });
  const result = convertDocument(document, { to: 'messages' });
  const body = JSON.parse(result.text ?? 'null');

  test('replays {} in those places and nowhere else', () => {
    const calls = blocksOf({ document: body }, 'tool_use');
    expect(calls.map(({ id, name, input }) => [id, name, input])).toEqual(
      MALFORMED.flatMap((_, i) => [
        [`bad.${i}`, `tool_${i}`, {}],
        [`good_${i}`, 'read', { path: `/${i}`, n: i }],
      ]),
    );
  });

  test('keeps each result beside its call', () => {
    const results = blocksOf({ document: body }, 'tool_result').map(({ tool_use_id, content }) => [
      tool_use_id,
      (content as { text: string }[])[0]?.text,
    ]);
    expect(results).toEqual(
      MALFORMED.flatMap((_, i) => [
        [`bad.${i}`, `invalid ${i}`],
        [`good_${i}`, `ok ${i}`],
      ]),
    );
  });

  test('lists each with its place, name, text and reason', () => {
    expect(result.fallbacks).toEqual(
      MALFORMED.map(([, given, reason], i) => ({
        pointer: `/${3 * i + 2}/message/content/${thinking.length + 1}/arguments`,
        id: `bad.${i}`,
        name: `tool_${i}`,
        text: typeof given === 'string' ? given : JSON.stringify(given),
        reason,
      })),
    );
    // The ids are kept, and that the target does not take them is told.
    const refused = result.problems.filter(({ severity }) => severity === 'error');
    expect(refused.map(({ rule }) => rule)).toEqual(MALFORMED.map(() => 'tool-call-id-pattern'));
  });

  test('sends signed reasoning again, and lists what it cannot', () => {
    const signed = blocksOf({ document: body }, 'thinking');
    const isPresent = state === 'present';
    expect(signed.map(({ signature }) => signature)).toEqual(isPresent ? MALFORMED.map(() => 'c2ln') : []);
    const told = result.lost.filter(({ reason }) => reason.startsWith('reasoning'));
    expect(told.length).toBe(state === 'unusable' ? MALFORMED.length : 0);
  });

  test('leaves the log as it was, and gives the same again', () => {
    expect(document.text).toBe(text);
    expect(convertDocument(document, { to: 'messages' })).toEqual({ ...result, subject: expect.anything() });
    expect(convert(rows, { to: 'messages' }).document).toEqual(body);
  });
});

const user = { role: 'user', content: 'q' };
const call = (given: unknown, id = 'c1') => ({ id, type: 'function', function: { name: 'f', arguments: given } });
const assistant = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const answer = (id = 'c1') => ({ role: 'tool', tool_call_id: id, content: 'r' });

describe.each(MALFORMED)('arguments that are %s', (_, given) => {
  test('are {} in history, with a result or without', () => {
    const answered = convert([user, assistant(call(given)), answer()], { to: 'messages' });
    expect(blocksOf(answered, 'tool_use').map(({ input }) => input)).toEqual([{}]);
    expect(answered).toMatchObject({ ok: true, fallbacks: [{ id: 'c1' }], lost: [] });
    const passed = convert([user, assistant(call(given)), user], { to: 'messages' });
    expect(blocksOf(passed, 'tool_use').map(({ input }) => input)).toEqual([{}]);
  });

  test('are refused in a call that is new: no document is written', () => {
    const result = convert([user, assistant(call('{}'), call(given, 'c2')), answer()], { to: 'messages' });
    expect(result).toMatchObject({
      document: undefined,
      ok: false,
      fallbacks: [],
      problems: [{ rule: 'malformed-arguments', severity: 'error', pointer: '/1/tool_calls/1/function/arguments' }],
    });
  });

  test('are text as it stands elsewhere', () => {
    if (typeof given !== 'string') return;
    const flat = convert([user, assistant(call(given))], { to: 'flat' }).document as { tool_calls?: object[] }[];
    expect(flat[1]?.tool_calls).toEqual([{ tool_call_id: 'c1', name: 'f', arguments: given }]);
    expect(convert(flat, { from: 'flat', to: 'chat' }).document).toEqual([user, assistant(call(given))]);
  });

  test('go with their call where the output limit cut it off', () => {
    const cut = (reason: object) => ({ ...assistant(call('{"a":1}'), call(given, 'c2')), ...reason });
    for (const reason of [{ finish_reason: 'length' }, { stop_reason: 'max_tokens' }, { stopReason: 'length' }]) {
      const result = convert([user, cut(reason)], { to: 'messages' });
      expect(blocksOf(result, 'tool_use').map(({ id, input }) => [id, input])).toEqual([['c1', { a: 1 }]]);
      expect(result.lost).toContainEqual({
        pointer: '/1/tool_calls/1',
        reason: 'the call "c2" was cut off by the output limit: it goes',
      });
    }
  });
});

describe('a turn that the output limit cut off', () => {
  const bad = assistant(call('{"a'));

  test.each([
    ['the body', { finish_reason: 'length', messages: [user, bad] }],
    ['the answer that is kept beside it', { messages: [user, bad], response: { stop_reason: 'max_tokens' } }],
    ['its choices', { messages: [user, bad], choices: [{ finish_reason: 'length' }] }],
  ])('is known by %s', (_, body) => {
    const { document, lost } = convert(body, { from: 'chat', to: 'messages' });
    expect((document as { messages: unknown[] }).messages).toEqual([user]);
    expect(lost.map(({ pointer }) => pointer)).toContain('/messages/1/tool_calls/0');
  });

  test('is known by its row in a log', () => {
    const message = { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{"a' }] };
    const rows = [
      { type: 'message', id: '1', parentId: null, message: { role: 'user', content: 'q' } },
      { type: 'message', id: '2', parentId: '1', message, stopReason: 'length' },
    ];
    const { document } = convert(rows, { to: 'messages' });
    expect((document as { messages: unknown[] }).messages).toEqual([user]);
  });

  test('goes whole where nothing but reasoning is left, and keeps its words otherwise', () => {
    const thinking = [{ type: 'thinking', thinking: 't', signature: 's' }];
    const gone = convert([user, { ...bad, finish_reason: 'length', thinking_blocks: thinking }], { to: 'messages' });
    expect(gone.document).toEqual([user]);
    expect(gone.lost.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/1/tool_calls/0', '/1/thinking_blocks/0']),
    );
    const said = convert([user, { ...bad, content: 'I will', finish_reason: 'length' }], { to: 'messages' });
    expect(said.document).toEqual([user, { role: 'assistant', content: 'I will' }]);
  });

  test('keeps a call that was answered, or that other turns follow: that is history', () => {
    for (const next of [answer(), user]) {
      const { document, fallbacks } = convert([user, { ...bad, finish_reason: 'length' }, next], { to: 'messages' });
      expect(blocksOf({ document }, 'tool_use').map(({ input }) => input)).toEqual([{}]);
      expect(fallbacks.length).toBe(1);
    }
  });

  test('loses its last call alone: another malformed one is refused', () => {
    const two = { ...assistant(call('{"a'), call('{"b', 'c2')), finish_reason: 'length' };
    expect(convert([user, two], { to: 'messages' }).document).toBeUndefined();
  });

  test('goes from Messages too, and comes out as it went in where nothing is wrong with it', () => {
    const use = (input: unknown) => ({ type: 'tool_use', id: 'c', name: 'f', input });
    const turn = (input: unknown) => ({ role: 'assistant', stop_reason: 'max_tokens', content: [use(input)] });
    expect(convert([user, turn('{"a')], { from: 'messages', to: 'messages' }).document).toEqual([user]);
    const sound = [user, turn({})];
    expect(convert(sound, { from: 'messages', to: 'messages' }).document).toBe(sound);
  });
});

describe('a turn that was aborted', () => {
  test('holds no new call: its malformed input is history', () => {
    const { fallbacks, ok } = convert([user, { ...assistant(call('{"a')), stop_reason: 'aborted' }], {
      to: 'messages',
    });
    expect([fallbacks.length, ok]).toEqual([1, true]);
  });
});

test('text that holds the object keeps the digits of its numbers', () => {
  const text = JSON.stringify([user, assistant(call('{"n": 1.0, "big": 12345678901234567890}')), answer()]);
  const document = TranscriptDocument.open(text, { uri: 'file:///a.json', isNamed: true });
  expect(convertDocument(document, { to: 'messages' }).text).toContain('"input":{"n":1.0,"big":12345678901234567890}');
});

test('of a long input the first 80 characters are told, and no half of a pair', () => {
  const [fallback] = convert([user, assistant(call(`${'x'.repeat(79)}😀😀`)), answer()], { to: 'messages' }).fallbacks;
  expect(fallback?.text).toBe('x'.repeat(79));
});
