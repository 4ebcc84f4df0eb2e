// What conversions once did without a word, or did wrong.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert } from '../../server/src/core/index';

const user = (content: unknown = 'q') => ({ role: 'user', content });
const system = (content: string, role = 'system') => ({ role, content });
const said = (content: unknown = 'x') => ({ role: 'assistant', content });
const call = (id = 'c1', given = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: given } });
const calls = (...made: object[]) => ({ role: 'assistant', content: null, tool_calls: made });
const tool = (id = 'c1', content: unknown = 'r') => ({ role: 'tool', tool_call_id: id, content });
const use = (id = 'c1', input: unknown = {}) => ({ type: 'tool_use', id, name: 'f', input });
const result = (id = 'c1', content: unknown = 'r') => ({ type: 'tool_result', tool_use_id: id, content });
const text = (words: string) => ({ type: 'text', text: words });
const flatCalls = (...ids: string[]) => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ tool_call_id: id, name: 'f', arguments: {} })),
});

const to =
  (target: ConvertOptions['to'], from: ConvertOptions['from'] = target === 'chat' ? 'messages' : 'chat') =>
  (document: unknown, options: Partial<ConvertOptions> = {}) =>
    convert(document, { from, to: target, ...options });
const toMessages = to('messages');
const toChat = to('chat');
const lost = (report: { readonly lost: readonly { readonly pointer: string }[] }) =>
  report.lost.map(({ pointer }) => pointer);

describe('instructions of one list', () => {
  const pirate = [system('You are a pirate.'), user('ahoy'), said('arr')];

  test('never become those of the request beside it', () => {
    const made = toMessages({ model: 'gpt-4o', max_tokens: 1, history: pirate, messages: [user(), said()] });
    expect(made.document).toEqual({
      model: 'gpt-4o',
      max_tokens: 1,
      history: { max_tokens: 4096, system: 'You are a pirate.', messages: pirate.slice(1) },
      messages: [user(), said()],
    });
    expect(made.ok).toBe(true);
  });

  test('stay those of that list on the way there and back', () => {
    const plain = [user(), calls(call()), tool()];
    for (const body of [
      { input: [system('B'), ...plain], history: plain },
      { input: plain, history: [system('B'), ...plain] },
    ]) {
      const back = toChat(toMessages(body).document).document as typeof body;
      const lists = [back.input, back.history].map((list) => (Array.isArray(list) ? list : Object(list).messages));
      expect(lists).toEqual([body.input, body.history]);
    }
  });
});

describe('a key that is nobody’s where it comes from', () => {
  const chat = { messages: [system('IN'), user(), said()], max_tokens: 1 };

  test('is told where the field of the instructions takes its place', () => {
    const made = toMessages({ ...chat, system: 'TOP' });
    expect(made.document).toEqual({ max_tokens: 1, system: 'IN', messages: [user(), said()] });
    expect(lost(made)).toEqual(['/system']);
  });

  test('does not come to life', () => {
    const made = toMessages({
      messages: [user(), said()],
      max_tokens: 1,
      system: 'TOP',
      top_k: 5,
      stop_sequences: ['a'],
      stop: ['b'],
    });
    expect(made.document).toEqual({ messages: [user(), said()], max_tokens: 1, stop_sequences: ['b'] });
    expect(lost(made).sort()).toEqual(['/stop_sequences', '/system', '/top_k']);
    const back = toChat({ messages: [user(), said()], max_tokens: 1, n: 3, user: 'ann', stop: 'x', note: 'mine' });
    expect(back.document).toEqual({ messages: [user(), said()], max_tokens: 1, note: 'mine' });
    expect(lost(back).sort()).toEqual(['/n', '/stop', '/user']);
  });

  test('stays where the list is no request', () => {
    expect(toChat({ input: [user(), said([text('x')])], n: 3 }).document).toEqual({ input: [user(), said()], n: 3 });
  });
});

describe('instructions in front', () => {
  test('go to the field from Messages as they do from Chat Completions', () => {
    const list = [user(), { role: 'system', content: 'late' }, said()];
    const made = convert(
      { system: 'S', max_tokens: 1, messages: list },
      { from: 'messages', to: 'messages', system: 'front' },
    );
    expect(made.document).toEqual({ system: [text('S'), text('late')], max_tokens: 1, messages: [user(), said()] });
    expect(lost(made)).toEqual(['/messages/1']);
    const bare = convert(list, { from: 'messages', to: 'messages', system: 'front' });
    expect(bare.document).toEqual({ max_tokens: 4096, system: 'late', messages: [user(), said()] });
  });

  test('stay apart as blocks, and what changes is told', () => {
    const made = toMessages({ max_tokens: 1, messages: [system('A'), system('B', 'developer'), system(''), user()] });
    expect(made.document).toEqual({ max_tokens: 1, system: [text('A'), text('B')], messages: [user()] });
    expect(lost(made)).toEqual(['/messages/1/role', '/messages/1', '/messages/2']);
    expect(lost(convert([system('A', 'developer'), user()], { from: 'chat', to: 'flat' }))).toEqual(['/0/role']);
  });
});

describe('an id that one turn declares twice', () => {
  const list = [user(), calls(call('a'), call('a')), tool('a', '1'), tool('a', '2'), said()];

  test.each(['messages', 'mistral', 'flat', 'chat'] as const)('is two ids for %s once ids are rewritten', (target) => {
    const { document, problems } = convert(list, { from: 'chat', to: target, rewriteIds: true });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [first, second] = idsOf(document);
    expect(first).not.toBe(second);
    expect(answersOf(document)).toEqual([
      [first, '1'],
      [second, '2'],
    ]);
  });

  test('is one again in a later turn, where the provider allows that', () => {
    const later = [user(), calls(call('a')), tool('a', '1'), calls(call('a')), tool('a', '2'), user()];
    expect(convert(later, { from: 'chat', to: 'messages', rewriteIds: true }).added).toEqual([]);
    const { document } = convert(later, { from: 'chat', to: 'flat', rewriteIds: true });
    expect(idsOf(document)).toEqual(['a', 'a_2']);
    expect(answersOf(document)).toEqual([
      ['a', '1'],
      ['a_2', '2'],
    ]);
  });
});

describe('ids that are rewritten', () => {
  test('lose white space around them, and get no number for it', () => {
    const list = [user(), calls(call(' a')), tool('a', '1'), calls(call('b')), tool('b ', '2'), said()];
    const { document, added } = convert(list, { from: 'chat', to: 'flat', rewriteIds: true });
    expect([idsOf(document), answersOf(document)]).toEqual([
      ['a', 'b'],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ]);
    expect(added).toEqual([{ pointer: '/1/tool_calls/0', reason: 'the id " a" becomes "a"' }]);
  });

  test('are not told where none is written', () => {
    const legacy = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } };
    const list = [user(), legacy, { role: 'function', name: 'f', content: 'r' }, user()];
    const { document, added } = convert(list, { from: 'chat', to: 'mistral', rewriteIds: true });
    expect([document, added]).toEqual([list, []]);
  });
});

describe('an id that pairs nothing', () => {
  const zero = [user(), calls(call('0')), tool('0'), said()];

  test.each(['messages', 'flat', 'chat'] as const)(
    '"0" is another on call and result for %s once ids are rewritten',
    (target) => {
      const { document, problems } = convert(zero, { from: 'chat', to: target, rewriteIds: true });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect([idsOf(document), answersOf(document)]).toEqual([['call'], [['call', 'r']]]);
      const blocks = [user(), said([use('0')]), user([result('0')]), said()];
      expect(answersOf(convert(blocks, { from: 'messages', to: target, rewriteIds: true }).document)).toEqual([
        ['call', 'r'],
      ]);
    },
  );

  test('as a number becomes text where ids are rewritten', () => {
    const list = [user(), calls({ ...call(), id: 7 }), { ...tool(), tool_call_id: 7 }, said()];
    const made = convert(list, { from: 'chat', to: 'chat', rewriteIds: true });
    expect([idsOf(made.document), answersOf(made.document)]).toEqual([['7'], [['7', 'r']]]);
    expect(made.added).toEqual([{ pointer: '/1/tool_calls/0', reason: 'the id 7 becomes "7"' }]);
  });
});

describe('for Ollama arguments are objects', () => {
  const list = [user(), calls(call('a', '{"n":1}'), call('b', '{"x')), tool('a'), tool('b'), said(), user()];
  const given = (document: unknown) =>
    (document as { tool_calls?: Loose[] }[]).flatMap(({ tool_calls = [] }) =>
      tool_calls.map((one) => (one.function as Loose).arguments),
    );

  test.each([
    ['chat', list],
    [
      'messages',
      [user(), said([use('a', { n: 1 }), use('b', '{"x')]), user([result('a'), result('b')]), said(), user()],
    ],
  ] as const)('from %s, and what is no object is {}', (from, source) => {
    const made = convert(source, { from, to: 'ollama' });
    expect(made.problems.filter(({ rule }) => rule.startsWith('tool-arguments'))).toEqual([]);
    expect([given(made.document), made.fallbacks.length]).toEqual([[{ n: 1 }, {}], 1]);
  });
});

describe('a call is new by the turns that go out', () => {
  const bad = calls(call('c1', '{"x'));

  test.each([
    ['instructions that go to the front', [user(), bad, system('late')]],
    ['a neighbour that Messages reads as the same turn', [user(), bad, said('text')]],
    ['instructions that stay', [user(), bad, system('late')], { system: 'in-place' as const }],
  ])('whatever follows it: %s', (_, list, options: Partial<ConvertOptions> = {}) => {
    const made = toMessages(list, options);
    expect(made).toMatchObject({ document: undefined, ok: false, fallbacks: [] });
    expect(made.problems).toMatchObject([
      { rule: 'malformed-arguments', pointer: '/1/tool_calls/0/function/arguments' },
    ]);
  });

  test('and is history where instructions become something that the user says', () => {
    expect(toMessages([user(), bad, system('late')], { system: 'as-user' }).fallbacks.length).toBe(1);
  });
});

describe('a choice of tools', () => {
  const schema = { type: 'object', properties: {} };

  test('goes with the tool that it names', () => {
    const tools = [
      { type: 'web_search_20250305', name: 'web_search' },
      { name: 'g', input_schema: schema },
    ];
    const choice = { type: 'tool', name: 'web_search', disable_parallel_tool_use: true };
    const made = toChat({ messages: [user()], max_tokens: 1, tools, tool_choice: choice });
    expect(made.document).toEqual({
      messages: [user()],
      max_tokens: 1,
      tools: [{ type: 'function', function: { name: 'g', parameters: schema } }],
      parallel_tool_calls: false,
    });
    expect(lost(made)).toEqual(['/tools/0', '/tool_choice']);
    const there = toMessages({
      messages: [user()],
      max_tokens: 1,
      tools: made.document && Object(made.document).tools,
      tool_choice: { type: 'function', function: { name: 'gone' } },
    });
    expect(there.document).not.toHaveProperty('tool_choice');
    expect(lost(there)).toEqual(['/tool_choice']);
  });

  test('of a custom tool stays one of a custom tool', () => {
    const body = {
      messages: [user()],
      tools: [{ type: 'custom', custom: { name: 'sh', format: { type: 'text' }, odd: 1 } }],
      tool_choice: { type: 'custom', custom: { name: 'sh' } },
    };
    expect(to('flat')(body)).toMatchObject({ document: body, lost: [] });
    expect(lost(toMessages({ ...body, max_tokens: 1 })).sort()).toEqual([
      '/tools/0/custom/format',
      '/tools/0/custom/odd',
      '/tools/0/type',
    ]);
  });
});

describe('arguments too deep to be read again as an object', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

  test.each([
    ['in history', [user(), calls(call('c1', deep)), tool()]],
    ['in a new call', [user(), calls(call('c1', deep))]],
  ])('%s are refused', (_, list) => {
    expect(toMessages(list)).toMatchObject({
      document: undefined,
      ok: false,
      problems: [{ rule: 'too-deep', severity: 'error' }],
    });
  });

  test('are malformed like others where they are no object', () => {
    const list = [user(), calls(call('c1', '['.repeat(5000) + ']'.repeat(5000))), tool()];
    expect(toMessages(list).fallbacks).toMatchObject([{ reason: 'JSON but no object' }]);
  });
});

describe('what went without a word is told', () => {
  test('an empty message behind results', () => {
    const made = toMessages([user(), calls(call()), tool(), user(''), said()]);
    expect(made.document).toEqual([user(), said([use()]), user([result()]), said()]);
    expect(lost(made)).toEqual(['/3']);
  });

  test('the id of a file beside its data', () => {
    const file = { file_data: 'data:application/pdf;base64,aGk=', file_id: 'file-1', filename: 'a.pdf' };
    expect(lost(toMessages([user([{ type: 'file', file }])]))).toEqual(['/0/content/0/file/file_id']);
  });

  test('a second format of the answer', () => {
    const format = (name: string) => ({ type: 'json_schema', schema: { type: 'object', title: name } });
    const made = toChat({
      messages: [user()],
      max_tokens: 1,
      output_config: { format: format('a') },
      output_format: format('b'),
    });
    expect(lost(made)).toEqual(['/output_format']);
  });

  test('what stands on reasoning', () => {
    const detail = {
      type: 'reasoning.text',
      text: 'hm',
      signature: 's',
      format: 'anthropic-claude-v1',
      id: 'rs',
      index: 0,
    };
    const made = toMessages([user(), { ...said(), reasoning_details: [detail] }]);
    expect(lost(made)).toEqual(['/1/reasoning_details/0/id', '/1/reasoning_details/0/index']);
  });

  test('a key that stands twice in arguments', () => {
    expect(lost(toMessages([user(), calls(call('c1', '{"a":1,"b":{"k":1,"k":2}}')), tool()]))).toEqual([
      '/1/tool_calls/0/function/arguments',
    ]);
    expect(lost(toMessages([user(), calls(call('c1', '{"a":1,"b":{"a":1}}')), tool()]))).toEqual([]);
  });

  test('an input that contains itself', () => {
    const input: Record<string, unknown> = {};
    input.self = input;
    const made = toChat([user(), said([use('c1', input)]), user([result()])]);
    expect(made.document).toMatchObject([{}, { tool_calls: [{ function: { arguments: '{}' } }] }, {}]);
    expect(lost(made)).toEqual(['/1/content/0/input']);
  });

  test('an empty list of stop sequences says nothing, and goes', () => {
    const made = toChat({ messages: [user()], max_tokens: 1, stop_sequences: [] });
    expect(made).toMatchObject({ document: { messages: [user()], max_tokens: 1 }, lost: [] });
    expect(made.document).not.toHaveProperty('stop');
  });
});

test('a fallback names the id under which its call goes out', () => {
  const list = [
    user(),
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a' } },
    { role: 'function', name: 'f', content: 'r' },
  ];
  expect(toMessages(list).fallbacks).toMatchObject([{ id: 'function_call_1' }]);
});

describe('between a call and its results', () => {
  const list = [user(), flatCalls('c1', 'c2'), tool('c1'), system('S'), tool('c2'), said(), user('next')];

  test.each(['as-user', 'in-place'] as const)('no instructions are put: %s', (how) => {
    for (const target of ['chat', 'messages', 'flat'] as const) {
      const made = convert(list, { from: 'flat', to: target, system: how, model: 'claude-opus-5' });
      expect(made.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      if (how === 'as-user' || target !== 'flat')
        expect(
          made.lost.filter(({ reason }) => reason.includes('between a call')).map(({ pointer }) => pointer),
        ).toEqual(['/3']);
    }
  });

  test('no text of a result without a usable id stands', () => {
    const torn = [user(), calls(call('c1'), call('c2')), tool('c1'), tool('', 'whose?'), tool('c2')];
    const made = toMessages(torn);
    expect(made.document).toEqual([
      user(),
      said([use('c1'), use('c2')]),
      user([result('c1'), result('c2'), text('whose?')]),
    ]);
    const blocks = [user(), said([use('c1'), use('c2')]), user([result('c1'), result('', 'whose?'), result('c2')])];
    expect(toChat(blocks).document).toEqual([
      user(),
      calls(call('c1'), call('c2')),
      tool('c1'),
      tool('c2'),
      user('whose?'),
    ]);
  });
});

type Loose = Record<string, unknown>;

function idsOf(document: unknown): unknown[] {
  return (document as Loose[]).flatMap((message) => [
    ...(Array.isArray(message.tool_calls) ? message.tool_calls.map((one) => one.id ?? one.tool_call_id) : []),
    ...blocksOf(message, 'tool_use').map(({ id }) => id),
  ]);
}

function answersOf(document: unknown): unknown[] {
  return (document as Loose[]).flatMap((message) => [
    ...(message.role === 'tool' ? [[message.tool_call_id, message.content]] : []),
    ...blocksOf(message, 'tool_result').map(({ tool_use_id, content }) => [tool_use_id, content]),
  ]);
}

function blocksOf({ content }: Loose, type: string): Loose[] {
  return Array.isArray(content) ? content.filter((block) => block.type === type) : [];
}
