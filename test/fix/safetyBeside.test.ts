// What a safe fix would take along without looking: members beside a content, answers that another program keeps elsewhere.
import { describe, expect, test } from 'vitest';
import { type DialectName as Dialect, fix } from '../../server/src/core/index';
import { isSilentEntry, saysNothing } from '../../server/src/core/json/silence';
import { parseTolerant } from '../../server/src/core/json/tolerant';
import { nodeOfValue } from '../../server/src/core/json/valueNode';

const user = { role: 'user', content: 'go' };
const end = [
  { role: 'assistant', content: 'done' },
  { role: 'user', content: 'thanks' },
];
const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'read', arguments: args } });
const calling = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, content: unknown, more = {}) => ({ role: 'tool', tool_call_id: id, content, ...more });

function fixed(messages: readonly unknown[], dialect: Dialect = 'chat', target: 'auto' | 'bedrock' = 'auto') {
  return fix(JSON.stringify(messages, null, 1), {
    uri: 'a.json',
    config: { files: [{ glob: '**', dialect }], target },
  });
}

describe('the second result of a call', () => {
  test.each<readonly [string, readonly unknown[]]>([
    ['is blank', [result('call_1', 'real'), result('call_1', ' ', { metadata: { note: 'tide gauge 7' } })]],
    ['is an empty list', [result('call_1', 'real'), result('call_1', [], { note: ['tide gauge 7'] })]],
    ['has no content', [result('call_1', 'real'), { role: 'tool', tool_call_id: 'call_1', output: 'tide gauge 7' }]],
    ['is a stub', [result('call_1', 'real'), result('call_1', 'aborted', { reasoning_content: 'tide gauge 7' })]],
    ['is a stub in front', [result('call_1', 'aborted', { name: 'tide gauge 7' }), result('call_1', 'real')]],
  ])('stays where it %s and another member of it says something', (_, results) => {
    const { text, left } = fixed([user, calling('call_1'), ...results, ...end]);
    expect(text).toContain('tide gauge 7');
    expect(text).toContain('real');
    expect(left.map(({ why }) => why).join()).toMatch(
      /the result for "call_1" holds "\w+", which the other one does not/,
    );
  });

  test.each<readonly [string, object, object]>([
    ['the same', { name: 'read' }, { name: 'read' }],
    ['no text', {}, { is_error: true, note: null, tags: [''] }],
  ])('goes where it is a stub and its other members say %s', (_, first, second) => {
    const { text } = fixed([
      user,
      calling('call_1'),
      result('call_1', 'real', first),
      result('call_1', 'aborted', second),
      ...end,
    ]);
    expect(text).not.toContain('aborted');
  });
});

describe('no stub is put in beside an answer', () => {
  test.each<readonly [string, readonly unknown[]]>([
    [
      'in a block of blocks',
      [
        calling('call_1'),
        {
          role: 'user',
          content: [{ type: 'group', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '3.20 m' }] }],
        },
      ],
    ],
    [
      'in a part that names the tool',
      [
        calling('call_1'),
        {
          role: 'assistant',
          parts: [{ type: 'tool-read', toolCallId: 'call_1', state: 'output-available', output: '3.20 m' }],
        },
      ],
    ],
    [
      'in a list of invocations',
      [
        calling('call_1'),
        {
          role: 'assistant',
          content: '',
          toolInvocations: [{ state: 'result', toolCallId: 'call_1', toolName: 'read', result: '3.20 m' }],
        },
      ],
    ],
    [
      'in a list of invocations without names',
      [
        calling('call_1'),
        { role: 'assistant', content: '', toolInvocations: [{ toolCallId: 'call_1', result: '3.20 m' }] },
      ],
    ],
    [
      'in the call itself',
      [{ role: 'assistant', content: null, tool_calls: [{ ...call('call_1'), result: '3.20 m' }] }],
    ],
    [
      'in a list beside the calls',
      [{ ...calling('call_1'), tool_results: [{ tool_call_id: 'call_1', content: '3.20 m' }] }],
    ],
  ])('that is kept %s', (_, messages) => {
    const { text } = fixed([user, ...messages, user, ...end]);
    expect(text).toContain('3.20 m');
    expect(text).not.toContain('interrupted');
  });

  test('though one is where such members hold nothing', () => {
    const empty = { ...calling('call_1'), tool_calls: [{ ...call('call_1'), result: null }], tool_results: [] };
    expect(fixed([user, empty, user, ...end]).text).toContain('interrupted');
  });
});

test('a merge leaves two messages apart where the second holds a number of its own', () => {
  const second = { role: 'user', content: [{ type: 'text', text: 'on' }] };
  const first = { role: 'user', content: [{ type: 'text', text: 'go' }] };
  expect(JSON.parse(fixed([first, second, ...end], 'messages', 'bedrock').text)).toHaveLength(3);
  const { text } = fixed([first, { ...second, score: 1234567 }, ...end], 'messages', 'bedrock');
  expect(text).toContain('1234567');
});

test('a result that is moved arrives, though its new place is merged with others at once', () => {
  const { text } = fixed(
    [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'read', input: {} }] },
      { role: 'assistant', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '3.20 m' }] },
      { role: 'user', content: [{ type: 'text', text: 'on' }] },
      { role: 'user', content: [] },
      { role: 'user', content: 'and on' },
    ],
    'messages',
    'bedrock',
  );
  expect(text).toContain('3.20 m');
  expect(JSON.parse(text)).toHaveLength(2);
});

describe('what goes is told', () => {
  test('of each call that goes with its list', () => {
    const { text, went } = fixed([
      { role: 'user', content: 'go', tool_calls: [call('call_a'), call('call_b', '{"q":"tide"}')] },
      ...end,
    ]);
    expect(text).not.toContain('tide');
    expect(went.map((one) => one.text)).toEqual(['read {}', 'read {"q":"tide"}']);
  });

  test('of other members of a result', () => {
    const { text, went } = fixed([user, result('call_9', '', { note: 'tide gauge 7' }), ...end]);
    expect(text).not.toContain('tide');
    expect(went.map((one) => one.text)).toEqual(['tide gauge 7']);
  });

  test('of blocks in their own words', () => {
    const content = [
      { type: 'text', text: 'high tide' },
      { type: 'image_url', image_url: { url: 'data:,' } },
    ];
    const { went } = fixed([user, result('call_9', content), ...end]);
    expect(went.map((one) => one.text)).toEqual(['high tide [image_url]']);
  });

  test('of every text that a choice takes', () => {
    const said = ['one', 'two', 'three', 'four', 'five'];
    const front = said.map((content) => ({ role: 'assistant', content }));
    const { text, went } = fix(JSON.stringify([...front, ...[user, ...end]]), {
      uri: 'a.json',
      config: { files: [{ glob: '**', dialect: 'flat' }] },
      only: ['first-message-not-user'],
      unsafe: true,
    });
    expect(text).not.toContain('three');
    expect(went.map((one) => one.text)).toEqual(said);
  });

  test('of an id that is taken off', () => {
    const { went } = fixed([{ role: 'user', content: 'go', tool_call_id: 'call_zz9' }, ...end]);
    expect(went.map((one) => one.text)).toEqual(['call_zz9']);
  });
});

test('a text that is no JSON yet is not silent', () => {
  const { root } = parseTolerant({ text: '[{"role": "user", "note": hal}, {"role": "user", "note": }, wha]' });
  expect(root?.items().map(isSilentEntry)).toEqual([false, true, false]);
  expect([undefined, () => 0, 1n].map((value) => saysNothing(nodeOfValue(value)))).toEqual([true, true, false]);
});
