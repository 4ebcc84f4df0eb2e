import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textToMessage } from '../../server/src/core/message/textToMessage';

const made = (input: Parameters<typeof textToMessage>[0]) => textToMessage(input).message;

describe('text to message', () => {
  test.each([
    [
      { text: 'hello', role: 'operator' },
      { role: 'user', content: 'hello' },
    ],
    [
      { text: 'hello', role: 'user', tool_call_id: 'call_1' },
      { role: 'user', content: 'hello' },
    ],
    [
      { text: '42°', role: 'tool', tool_call_id: ' call_1 ' },
      { role: 'tool', content: '42°', tool_call_id: 'call_1' },
    ],
    [
      { text: '42°', role: 'tool', tool_call_id: '  ' },
      { role: 'tool', content: '42°' },
    ],
    [
      { text: { a: [1] }, role: 'assistant' },
      { role: 'assistant', content: '{"a":[1]}' },
    ],
    [{ text: 0 }, { role: 'user', content: '0' }],
  ])('%j gives %j', (input, expected) => {
    expect(textToMessage(input)).toEqual({ messages: [expected], message: expected });
  });

  test.each([
    { text: '', role: 'tool', tool_call_id: 'c' },
    { text: '', role: 'assistant' },
    { text: null, role: 'user' },
    { role: 'system' },
    {},
    { text: () => 'text', role: 'user' },
    { text: Symbol('text') },
    { text: undefined },
  ])('%o gives nothing', (input) => {
    expect(textToMessage(input)).toEqual({ messages: [], message: {} });
  });

  test.each([
    'User',
    ' user',
    'user ',
    ' tool ',
    'TOOL',
    'function',
    'developer',
    'operator',
    '',
    42,
    null,
    undefined,
    ['user'],
    { role: 'user' },
  ])('role %j is the user', (role) => expect(made({ text: 'x', role })).toEqual({ role: 'user', content: 'x' }));

  test.each(['user', 'assistant', 'system', 'tool'])('role %s is kept', (role) => {
    expect(made({ text: 'x', role })).toEqual({ role, content: 'x' });
  });

  test.each([
    [7, '7'],
    [0, '0'],
    ['0', '0'],
    ['\tcall_1\n', 'call_1'],
    ['\u00a0call_1\ufeff', 'call_1'],
  ])('a tool call id %j is %j', (id, expected) => {
    expect(made({ text: 'x', role: 'tool', tool_call_id: id })).toEqual({
      role: 'tool',
      content: 'x',
      tool_call_id: expected,
    });
  });

  test.each([null, true, [], {}, '', ' \n', undefined, () => 'call_1'])('a tool call id %j is left out', (id) => {
    expect(made({ text: 'x', role: 'tool', tool_call_id: id })).toEqual({ role: 'tool', content: 'x' });
  });

  test.each([
    [' ', ' '],
    ['\n\n', '\n\n'],
    [true, 'true'],
    [false, 'false'],
    [1.5, '1.5'],
    [-0, '0'],
    [[], '[]'],
    [{}, '{}'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ toJSON: () => ({ a: 1 }) }, '{"a":1}'],
  ])('text %j is content %j', (text, content) => {
    expect(made({ text })).toEqual({ role: 'user', content });
  });

  test('what cannot be serialized says nothing', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const throwing = {
      toJSON: () => {
        throw new Error('no');
      },
    };
    const getter = Object.defineProperty({}, 'text', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(textToMessage({ text: Number.NaN }).messages).toEqual([{ role: 'user', content: 'NaN' }]);
    for (const input of [{ text: cycle }, { text: [1n] }, { text: throwing }, getter]) {
      expect(textToMessage(input)).toEqual({ messages: [], message: {} });
    }
  });

  test('wrong use names the argument', () => {
    // @ts-expect-error: no object
    expect(() => textToMessage('hello')).toThrow(
      new TypeError('textToMessage: "input" must be an object such as { text, role, tool_call_id }'),
    );
    // @ts-expect-error: no object
    expect(() => textToMessage(null)).toThrow(TypeError);
  });

  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
  });
  const input = fc.record(
    { text: anything, role: fc.oneof(anything, fc.constantFrom('user', 'tool', 'Tool')), tool_call_id: anything },
    { requiredKeys: [] },
  );

  test('never throws, and always gives a row that is well formed', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { messages, message } = textToMessage(given);
        if (messages.length === 0) {
          expect(message).toEqual({});
          return;
        }
        expect(messages).toEqual([message]);
        const row = messages[0];
        expect(['user', 'assistant', 'system', 'tool']).toContain(row?.role);
        expect(row?.content.length).toBeGreaterThan(0);
        const id = row?.tool_call_id;
        if (id !== undefined) expect([row?.role, id === id.trim(), id !== '']).toEqual(['tool', true, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is idempotent: the row made into text again gives the same row', () => {
    fc.assert(
      fc.property(input, (given) => {
        const [row] = textToMessage(given).messages;
        if (row === undefined) return;
        const { content, ...rest } = row;
        expect(made({ text: content, ...rest })).toEqual(row);
      }),
      { numRuns: 2_000 },
    );
  });

  test('changes nothing of what it is given', () => {
    const given = Object.freeze({ text: Object.freeze({ a: Object.freeze([1]) }), role: 'Tool', tool_call_id: ' c ' });
    expect(made(given)).toEqual({ role: 'user', content: '{"a":[1]}' });
    expect(given).toEqual({ text: { a: [1] }, role: 'Tool', tool_call_id: ' c ' });
  });
});

test('a bigint is cast like any number: to its digits', () => {
  const long = 123456789012345678901234567890n;
  expect(textToMessage({ text: long, role: 'tool', tool_call_id: -long }).messages).toEqual([
    { role: 'tool', content: String(long), tool_call_id: String(-long) },
  ]);
  expect(textToMessage({ text: 0n, role: 'tool', tool_call_id: 0n }).message).toMatchObject({ content: '0' });
});
