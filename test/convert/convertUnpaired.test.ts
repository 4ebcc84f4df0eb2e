// docs/design/conversion.md, "Normalizing first": with `normalize`, pairing holds in the output, also where the source pairs in
// another way than by one id.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert } from '../../server/src/core/index';

const STUB = 'Tool call was interrupted; no result.';
const tool = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const legacy = (name: string) => ({ role: 'assistant', content: 'x', function_call: { name, arguments: '{}' } });
const user = (content: string) => ({ role: 'user', content });

function normalized(messages: readonly unknown[], from: ConvertOptions['from'], to: ConvertOptions['to']) {
  const made = convert({ messages }, { from, to, normalize: true, rewriteIds: true });
  expect(made.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { ...made, messages: (made.document as { messages: { role: string; content: unknown }[] }).messages };
}

const result = (id: string, content: string, more: object = {}) => ({
  ...{ type: 'tool_result', tool_use_id: id, content },
  ...more,
});

describe('a call of the time before ids', () => {
  test('that nobody answers is given a result', () => {
    const { messages, added } = normalized([legacy('f'), user('y')], 'chat', 'messages');
    expect(messages[1]).toEqual({
      role: 'user',
      content: [result('function_call_1', STUB, { is_error: true }), { type: 'text', text: 'y' }],
    });
    expect(added.map(({ reason }) => reason)).toContain(
      `the call "function_call_1" has no result and is given one: ${STUB}`,
    );
  });

  test('is given one at the end of the list as well', () => {
    const { messages, normalized: done } = normalized([user('q'), legacy('f')], 'chat', 'messages');
    expect(messages.at(-1)).toMatchObject({
      role: 'user',
      content: [{ tool_use_id: 'function_call_1', content: STUB }],
    });
    expect(done).toMatchObject([{ action: 'inserted', pointer: '/messages/1/function_call' }]);
  });

  test('that is answered late keeps what was said', () => {
    const late = { role: 'function', name: 'f', content: 'rain' };
    const { messages } = normalized([legacy('f'), user('and?'), late, legacy('g'), user('z')], 'chat', 'messages');
    expect(messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))).toMatchObject([
      { type: 'text' },
      { type: 'tool_use', id: 'function_call_1' },
      { tool_use_id: 'function_call_1', content: 'rain' },
      { type: 'text', text: 'and?' },
      { type: 'text' },
      { type: 'tool_use', id: 'function_call_2' },
      { tool_use_id: 'function_call_2', content: STUB },
      { type: 'text', text: 'z' },
    ]);
  });

  test('stays open where nobody asks for more', () => {
    const { problems } = convert({ messages: [legacy('f'), user('y')] }, { from: 'chat', to: 'messages' });
    expect(problems.map(({ rule }) => rule)).toContain('unanswered-call');
  });
});

describe('a result that names several calls', () => {
  const call = { role: 'assistant', content: '', tool_calls: [tool('b')] };
  const named = (...ids: string[]) => [user('q'), call, { role: 'tool', tool_call_ids: ids, content: 'r' }];

  test.each([
    ['one that nobody made', ['c', 'b'], '/messages/2'],
    ['the same twice', ['b', 'b'], '/messages/2/tool_call_ids/1'],
  ])('of which %s', (_, ids, pointer) => {
    const { messages, lost } = normalized(named(...ids), 'chat', 'messages');
    expect(messages.at(-1)).toEqual({ role: 'user', content: [result('b', 'r')] });
    expect(lost.map((one) => one.pointer)).toContain(pointer);
  });
});

describe('a result that also names a call of an earlier turn', () => {
  const asks = (content: string, id: string) => ({ role: 'assistant', content, tool_calls: [tool(id)] });
  const answers = (content: string, ...ids: string[]) => ({ role: 'tool', tool_call_ids: ids, content });
  const block = (id: string, content: string) => ({ role: 'user', content: [result(id, content)] });

  test.each([
    ['a stub', [answers(STUB, 'b'), answers('real', 'b', 'a')]],
    ['a stub of its own turn', [answers(STUB, 'b'), answers(STUB, 'a'), answers('real', 'a', 'b')]],
  ])('takes the place of %s and keeps text and calls of the two turns apart', (_, rows) => {
    const { messages } = normalized([user('q'), asks('', 'b'), asks('hello', 'a'), ...rows], 'chat', 'messages');
    expect(messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b' }] },
      block('b', 'real'),
      { role: 'assistant', content: [{ type: 'text', text: 'hello' }, { id: 'a' }] },
      block('a', 'real'),
    ]);
  });

  test('leaves no message behind that nothing is put into', () => {
    const list = [
      user('q'),
      asks('', 'b'),
      answers(STUB, 'b'),
      user('go on'),
      asks('hello', 'a'),
      answers('real', 'b', 'a'),
    ];
    const { messages } = normalized(list, 'chat', 'messages');
    for (const { content } of messages) expect(content).not.toEqual([]);
    expect(JSON.stringify(messages)).not.toContain(STUB);
  });
});

test('the result of a call that the provider ran goes with it, told', () => {
  const served = { role: 'assistant', content: [{ type: 'server_tool_use', id: 'b', name: 'x', input: {} }] };
  const answer = { role: 'user', content: [result('b', 'r')] };
  const { lost } = normalized([user('q'), served, answer], 'messages', 'chat');
  expect(lost.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(['/messages/1/content/0', '/messages/2/content/0']),
  );
});
