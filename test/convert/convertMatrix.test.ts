// docs/design/conversion.md, "What each dialect holds of the other": what each dialect holds of the other, and that the rest is
// listed.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';

const user = (content: unknown = 'q') => ({ role: 'user', content });
const chatCall = (id = 'c1', name = 'f') => ({ id, type: 'function', function: { name, arguments: '{"a":1}' } });
const calls = (...made: object[]) => ({ role: 'assistant', content: null, tool_calls: made });
const tool = (id = 'c1', content: unknown = 'r') => ({ role: 'tool', tool_call_id: id, content });
const use = (id = 'c1', name = 'f', input: unknown = { a: 1 }) => ({ type: 'tool_use', id, name, input });
const result = (id = 'c1', content: unknown = 'r') => ({ type: 'tool_result', tool_use_id: id, content });
const text = (said: string) => ({ type: 'text', text: said });

const to =
  (target: ConvertOptions['to'], from: ConvertOptions['from'] = target === 'chat' ? 'messages' : 'chat') =>
  (document: unknown, options: Partial<ConvertOptions> = {}) =>
    convert(document, { from, to: target, ...options });
const toMessages = to('messages');
const toChat = to('chat');
const lost = (report: { readonly lost: readonly { readonly pointer: string }[] }) =>
  report.lost.map(({ pointer }) => pointer);

describe('a whole request body', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
  const chat = {
    model: 'any-model',
    messages: [
      { role: 'system', content: 'be brief' },
      user(),
      calls(chatCall(), chatCall('c2')),
      tool(),
      tool('c2', 's'),
      user('and?'),
    ],
    tools: [{ type: 'function', function: { name: 'f', description: 'does f', parameters: schema } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    parallel_tool_calls: false,
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    stop: ['END'],
    stream: true,
    user: 'person-7',
  };
  const messages = {
    model: 'any-model',
    system: 'be brief',
    messages: [
      user(),
      { role: 'assistant', content: [use(), use('c2')] },
      { role: 'user', content: [result(), result('c2', 's'), text('and?')] },
    ],
    tools: [{ name: 'f', description: 'does f', input_schema: schema }],
    tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    stop_sequences: ['END'],
    stream: true,
    metadata: { user_id: 'person-7' },
  };

  test('goes over and back without a loss', () => {
    const there = toMessages(chat);
    expect(there).toMatchObject({ document: messages, lost: [], added: [], fallbacks: [], problems: [], ok: true });
    expect(Object.keys(there.document as object).sort()).toEqual(Object.keys(messages).sort());
    const back = toChat(there.document);
    expect(back).toMatchObject({ lost: [], added: [], ok: true });
    expect(back.document).toEqual(chat);
  });

  test('is given what Messages asks for, by its one word for it', () => {
    const made = toMessages({ messages: [user()], max_completion_tokens: 9 });
    expect(made.document).toEqual({ messages: [user()], max_tokens: 9 });
    const bare = toMessages({ model: 'any', messages: [user()] });
    expect(bare.document).toEqual({ model: 'any', messages: [user()], max_tokens: 4096 });
    expect(bare.added).toEqual([{ pointer: '', reason: '"max_tokens" is required: 4096' }]);
  });

  test.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
  ])('chooses tools: %s', (word, said) => {
    const { tools } = messages;
    const made = toMessages({ messages: [user()], tools: chat.tools, tool_choice: word, max_tokens: 1 });
    expect(made.document).toEqual({ messages: [user()], tools, tool_choice: said, max_tokens: 1 });
    expect(toChat(made.document).document).toMatchObject({ tool_choice: word });
  });

  test('keeps a schema of the answer, in the words of each', () => {
    const format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
    const made = toMessages({ messages: [user()], response_format: format, max_tokens: 1 });
    expect(made.document).toMatchObject({ output_config: { format: { type: 'json_schema', schema } } });
    expect(toChat(made.document).document).toMatchObject({ response_format: format });
  });

  test.each([
    ['messages', { seed: 1 }, '/seed'],
    ['messages', { logit_bias: { 5: 1 } }, '/logit_bias'],
    ['messages', { response_format: { type: 'json_object' } }, '/response_format'],
    ['messages', { temperature: 1.5 }, '/temperature'],
    ['messages', { tool_choice: 'auto' }, '/tool_choice'],
    ['messages', { service_tier: 'flex' }, '/service_tier'],
    ['messages', { metadata: { k: 'v' } }, '/metadata'],
    ['messages', { tools: [{ type: 'web_search' }] }, '/tools/0'],
    ['messages', { reasoning_effort: 'high' }, '/reasoning_effort'],
    ['chat', { top_k: 5 }, '/top_k'],
    ['chat', { thinking: { type: 'enabled', budget_tokens: 9 } }, '/thinking'],
    ['chat', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, '/tools/0'],
    ['chat', { metadata: { user_id: 'u', team: 't' } }, '/metadata/team'],
    ['chat', { anthropic_version: '2023-06-01' }, '/anthropic_version'],
  ] as const)('to %s loses %j with a word', (target, parameter, pointer) => {
    const made = to(target)({ messages: [user()], max_tokens: 1, ...parameter });
    expect(lost(made)).toEqual([pointer]);
    const [name = ''] = Object.keys(parameter);
    if (pointer.split('/').length === 2) expect(made.document).not.toHaveProperty(name);
  });

  test('leaves keys that are nobody’s parameters where they are', () => {
    const made = toMessages({ id: 7, note: 'n', messages: [user()], max_tokens: 1 });
    expect(made.document).toEqual({ id: 7, note: 'n', messages: [user()], max_tokens: 1 });
    expect(made.lost).toEqual([]);
  });

  test('has no sampling for models that take none', () => {
    const body = { model: 'claude-opus-5', messages: [user()], max_tokens: 1, temperature: 0.5, top_p: 1 };
    const made = toMessages(body);
    expect(lost(made)).toEqual(['/temperature', '/top_p']);
    expect(made.document).toEqual({ model: 'claude-opus-5', messages: [user()], max_tokens: 1 });
    expect(toMessages(body, { model: 'claude-opus-4-5' }).document).toMatchObject({ temperature: 0.5 });
  });

  test('takes the model that is named, and says of another that its name is kept', () => {
    const body = { model: 'gpt-5', max_tokens: 1, messages: [user()] };
    expect(toMessages(body, { model: 'claude-opus-5' })).toMatchObject({
      document: { model: 'claude-opus-5' },
      lost: [],
    });
    const kept = toMessages(body);
    expect(kept.document).toMatchObject({ model: 'gpt-5' });
    expect(lost(kept)).toEqual(['/model']);
  });
});

describe('instructions', () => {
  const late = [
    { role: 'system', content: 'a' },
    user(),
    { role: 'developer', content: 'b' },
    { role: 'assistant', content: 'ok' },
  ];

  test('of a bare list make it a body', () => {
    const { document, added } = toMessages(late.slice(0, 2));
    expect(document).toEqual({ max_tokens: 4096, system: 'a', messages: [user()] });
    expect(added).toEqual([{ pointer: '', reason: '"max_tokens" is required: 4096' }]);
  });

  test('behind another message go where they are told to', () => {
    const body = { messages: late, max_tokens: 1 };
    const rest = [user(), { role: 'assistant', content: 'ok' }];
    const front = toMessages(body);
    expect(front.document).toEqual({ max_tokens: 1, system: [text('a'), text('b')], messages: rest });
    expect(lost(front)).toEqual(['/messages/2/role', '/messages/2']);
    const asUser = toMessages(body, { system: 'as-user' });
    expect(asUser.document).toMatchObject({ system: 'a', messages: [user(), user('b'), rest[1]] });
    expect(lost(asUser)).toEqual(['/messages/2/role', '/messages/2']);
    const inPlace = toMessages(
      { ...body, messages: [...late, user()] },
      { system: 'in-place', model: 'claude-opus-5' },
    );
    expect(inPlace.document).toMatchObject({
      system: 'a',
      messages: [user(), { role: 'system', content: 'b' }, rest[1], user()],
    });
    expect(lost(inPlace)).toEqual(['/messages/2/role']);
    expect(inPlace.ok).toBe(true);
    expect(toMessages(body, { system: 'in-place', model: 'claude-haiku-4-5' }).problems).toMatchObject([
      { rule: 'system-role-in-messages', severity: 'error', pointer: '/messages/1' },
    ]);
  });

  test('stay in place, or move, where all are Chat Completions', () => {
    expect(convert(late, { to: 'chat' }).document).toBe(late);
    expect(convert(late, { to: 'chat', system: 'front' }).document).toEqual([late[0], late[2], late[1], late[3]]);
    expect(convert(late, { to: 'chat', system: 'as-user' }).document).toEqual([late[0], late[1], user('b'), late[3]]);
  });

  test('of a body are those of its messages, not of another list in it', () => {
    const history = [user('a'), { role: 'assistant', content: 'b' }];
    const made = toChat({ system: 's', messages: [user()], history, max_tokens: 1 });
    expect(made.document).toEqual({ messages: [{ role: 'system', content: 's' }, user()], history, max_tokens: 1 });
  });

  test('of two lists in one object do not meet in its one field', () => {
    const list = (said: string) => [{ role: 'system', content: said }, user(), calls(chatCall()), tool()];
    const made = toMessages({ input: list('a'), history: list('b') });
    const rest = [user(), { role: 'assistant', content: [use()] }, { role: 'user', content: [result()] }];
    expect(made.document).toEqual({
      input: rest,
      history: { max_tokens: 4096, system: 'b', messages: rest },
      system: 'a',
    });
    expect(made.ok).toBe(true);
  });

  test('in blocks keep their blocks, and lose their cache markers with a word', () => {
    const system = [text('a'), { ...text('b'), cache_control: { type: 'ephemeral' } }];
    const made = toChat({ system, max_tokens: 1, messages: [user()] });
    expect(made.document).toMatchObject({ messages: [{ role: 'system', content: [text('a'), text('b')] }, user()] });
    expect(lost(made)).toEqual(['/system/1/cache_control']);
  });
});

describe('media', () => {
  const image = (url: string, more = {}) => ({ type: 'image_url', image_url: { url, ...more } });
  const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
  const web = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } };
  const pdf = {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' },
    title: 'a.pdf',
  };
  const file = { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } };

  test('is a data URL here and base64 there, or an address in both', () => {
    const chat = [user([image('data:image/png;base64,aGk='), image('https://a.example/b.png'), file, text('what?')])];
    const made = toMessages(chat);
    expect(made).toMatchObject({ document: [user([png, web, pdf, text('what?')])], lost: [], problems: [] });
    expect(toChat(made.document)).toMatchObject({ document: chat, lost: [] });
  });

  test.each([
    ['an id of a file', { type: 'file', file: { file_id: 'file-1' } }],
    ['a file that is no PDF', { type: 'file', file: { file_data: 'data:text/csv;base64,aGk=' } }],
    ['sound', { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }],
    ['an image from nowhere', image('blob:x')],
    ['data in no base64', image('data:image/svg+xml;utf8,<svg/>')],
    ['a part of no known type', { type: 'video_url', video_url: {} }],
  ])('to Messages loses %s with a word', (_, part) => {
    const made = toMessages([user([part, text('x')])]);
    expect([made.document, lost(made)]).toEqual([[user([text('x')])], ['/0/content/0']]);
  });

  test.each([
    ['an id of a file', { type: 'image', source: { type: 'file', file_id: 'f' } }],
    ['a document on the web', { type: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' } }],
    ['a search result', { type: 'search_result', source: 's', title: 't', content: [] }],
  ])('to Chat Completions loses %s with a word', (_, block) => {
    const made = toChat([user([block, text('x')])]);
    expect([made.document, lost(made)]).toEqual([[user('x')], ['/0/content/0']]);
  });

  test('loses what is said of an image beside itself', () => {
    expect(lost(toMessages([user([image('https://a.example/b.png', { detail: 'high' })])]))).toEqual([
      '/0/content/0/image_url/detail',
    ]);
  });

  test('in a result stays there in Messages, and is lost with a word elsewhere', () => {
    const list = [
      user(),
      { role: 'assistant', content: [use()] },
      { role: 'user', content: [result('c1', [text('see'), png])] },
    ];
    const made = toChat(list);
    expect(made.document).toEqual([user(), calls({ ...chatCall() }), tool('c1', 'see')]);
    expect(lost(made)).toEqual(['/2/content/0/content/1']);
  });
});

describe('calls and results', () => {
  test('that fail say so in Messages alone', () => {
    const failed = { ...result(), is_error: true };
    const made = toChat([user(), { role: 'assistant', content: [use()] }, { role: 'user', content: [failed] }]);
    expect([made.document, lost(made)]).toEqual([[user(), calls(chatCall()), tool()], ['/2/content/0/is_error']]);
  });

  test('of neighbours that Messages reads as one turn are in one message elsewhere', () => {
    const list = [
      user(),
      { role: 'assistant', content: [use('a')] },
      { role: 'assistant', content: [use('b')] },
      { role: 'user', content: [result('a')] },
      { role: 'user', content: [result('b'), text('go on')] },
    ];
    const made = toChat(list);
    expect(made).toMatchObject({ lost: [], ok: true });
    expect(made.document).toEqual([user(), calls(chatCall('a'), chatCall('b')), tool('a'), tool('b'), user('go on')]);
  });

  test('that no call explains become text of the user where they have no usable id', () => {
    const made = toMessages([
      user(),
      { role: 'tool', content: 'late' },
      { role: 'tool', tool_call_id: '0', content: 'zero' },
    ]);
    expect(made.document).toEqual([user(), user('late'), user('zero')]);
    expect(lost(made)).toEqual(['/1', '/2']);
  });

  test('without any ids answer in order, and are given ids', () => {
    const bare = (name: string) => ({ function: { name, arguments: { a: 1 } } });
    const list = [user(), calls(bare('f'), bare('g')), { role: 'tool', content: '1' }, { role: 'tool', content: '2' }];
    const made = toMessages(list);
    expect(made.document).toEqual([
      user(),
      { role: 'assistant', content: [use('call_1', 'f'), use('call_2', 'g')] },
      { role: 'user', content: [result('call_1', '1'), result('call_2', '2')] },
    ]);
    expect(made.added.map(({ pointer }) => pointer)).toEqual(['/1/tool_calls/0', '/1/tool_calls/1']);
  });

  test('of the time before ids are given ids as well', () => {
    const list = [
      user(),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: 'r' },
      { role: 'function', name: 'g', content: 'whose?' },
    ];
    const made = toMessages(list);
    expect(made.document).toEqual([
      user(),
      { role: 'assistant', content: [use('function_call_1')] },
      { role: 'user', content: [result('function_call_1'), text('whose?')] },
    ]);
    expect(lost(made)).toEqual(['/3']);
  });

  test('of a custom tool take an object with the text in it', () => {
    const custom = { id: 'c1', type: 'custom', custom: { name: 'f', input: 'ls -l' } };
    const made = toMessages([user(), calls(custom), tool()]);
    expect(made.document).toMatchObject([user(), { content: [use('c1', 'f', { input: 'ls -l' })] }, {}]);
    expect(lost(made)).toEqual(['/1/tool_calls/0/custom/input']);
  });

  test('of the provider itself are lost with a word, both halves', () => {
    const server = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    ];
    const made = toChat([user(), { role: 'assistant', content: [...server, text('found')] }]);
    expect([made.document, lost(made)]).toEqual([
      [user(), { role: 'assistant', content: 'found' }],
      ['/1/content/0', '/1/content/1'],
    ]);
  });

  test('keep their order but for text behind a call, which is told', () => {
    const made = toChat([
      user(),
      { role: 'assistant', content: [text('a'), use(), text('b')] },
      { role: 'user', content: [result()] },
    ]);
    expect(made.document).toMatchObject([{}, { content: [text('a'), text('b')], tool_calls: [chatCall()] }, tool()]);
    expect(lost(made)).toEqual(['/1/content/2']);
  });

  test('have no words invented for them', () => {
    expect(toMessages([user(), calls(chatCall()), tool('c1', '')]).document).toMatchObject([
      {},
      {},
      { content: [result('c1', '')] },
    ]);
  });
});

describe('reasoning', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' };
  const said = { role: 'assistant', content: 'ok' };

  test('is lost with a word where nobody takes it', () => {
    const made = toChat([user(), { role: 'assistant', content: [thinking, text('ok')] }]);
    expect([made.document, lost(made)]).toEqual([[user(), said], ['/1/content/0']]);
  });

  test('goes to those who want it, without its signature', () => {
    const made = toChat([user(), { role: 'assistant', content: [thinking, text('ok')] }], { target: 'deepseek' });
    expect(made.document).toEqual([user(), { ...said, reasoning_content: 'hm' }]);
    expect(lost(made)).toEqual(['/1/content/0']);
  });

  test.each([
    ['thinking blocks', { thinking_blocks: [thinking], reasoning_content: 'hm' }],
    [
      'details',
      { reasoning_details: [{ type: 'reasoning.text', text: 'hm', signature: 'sig', format: 'anthropic-claude-v1' }] },
    ],
  ])('that Messages signed goes back to it from %s', (_, kept) => {
    const made = toMessages([user(), { ...said, ...kept }]);
    expect(made).toMatchObject({
      document: [user(), { role: 'assistant', content: [thinking, text('ok')] }],
      lost: [],
    });
  });

  test.each([
    ['no signature', { reasoning_content: 'hm' }, '/1/reasoning_content'],
    ['a blank one', { thinking_blocks: [{ ...thinking, signature: ' ' }] }, '/1/thinking_blocks/0'],
    ['one that is no text', { thinking_blocks: [{ ...thinking, signature: 7 }] }, '/1/thinking_blocks/0'],
    [
      'another provider’s',
      { reasoning_details: [{ type: 'reasoning.text', text: 'hm', signature: 's', format: 'openai-responses-v1' }] },
      '/1/reasoning_details/0',
    ],
  ])('with %s is lost with a word', (_, kept, pointer) => {
    const made = toMessages([user(), { ...said, ...kept }]);
    expect([made.document, lost(made)]).toEqual([[user(), said], [pointer]]);
  });
});

describe('what only one side has a word for', () => {
  test('is told: refusals, names, audio, markers, citations', () => {
    const made = toMessages([
      { ...user(), name: 'ann' },
      { role: 'assistant', content: null, refusal: 'no', audio: { id: 'a' } },
    ]);
    expect(made.document).toEqual([user(), { role: 'assistant', content: [text('no')] }]);
    expect(lost(made).sort()).toEqual(['/0/name', '/1/audio', '/1/refusal']);
    const cited = { ...text('x'), citations: [{ type: 'char_location' }], cache_control: { type: 'ephemeral' } };
    expect(lost(toChat([user([cited])])).sort()).toEqual(['/0/content/0/cache_control', '/0/content/0/citations']);
  });

  test('is not told of null, which says nothing', () => {
    const padded = {
      role: 'assistant',
      content: 'ok',
      refusal: null,
      audio: null,
      tool_calls: null,
      function_call: null,
    };
    expect(toMessages([user(), padded])).toMatchObject({
      document: [user(), { role: 'assistant', content: 'ok' }],
      lost: [],
    });
  });

  test('joins the texts of a message in flat, and tells of each that it joins', () => {
    const made = to('flat')([user([text('a'), text('b'), text('c')])]);
    expect([made.document, lost(made)]).toEqual([[user('a\n\nb\n\nc')], ['/0/content/1', '/0/content/2']]);
  });
});

describe('ids', () => {
  const list = [user(), calls(chatCall('call.1'), chatCall('call_2')), tool('call.1'), tool('call_2', 's')];

  test('are kept and told of where the target does not take them', () => {
    const made = toMessages(list);
    expect(made.document).toMatchObject([{}, { content: [{ id: 'call.1' }, { id: 'call_2' }] }, {}]);
    expect(made.problems).toMatchObject([{ rule: 'tool-call-id-pattern', pointer: '/1/content/0/id' }]);
    expect(made.ok).toBe(false);
  });

  test('are rewritten on call and result, once somebody asks, and those that fit stay', () => {
    const made = toMessages(list, { rewriteIds: true });
    const [, { content: made1 }, { content: made2 }] = made.document as [
      unknown,
      { content: { id: string }[] },
      { content: { tool_use_id: string }[] },
    ];
    expect(made1.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    expect(made2.map(({ tool_use_id }) => tool_use_id)).toEqual(['call_1', 'call_2']);
    expect(made.ok).toBe(true);
  });

  test('never meet: a new one is one that nobody has', () => {
    const taken = [
      user(),
      calls(chatCall('a.1'), chatCall('a_1'), chatCall('a:1')),
      tool('a.1'),
      tool('a_1'),
      tool('a:1'),
    ];
    const made = toMessages(taken, { rewriteIds: true });
    const [, { content }] = made.document as [unknown, { content: { id: string }[] }];
    expect(new Set(content.map(({ id }) => id)).size).toBe(3);
    expect(content[1]?.id).toBe('a_1');
    expect(made.ok).toBe(true);
  });

  test('fit the strictest provider: nine letters and digits', () => {
    const made = convert(list, { to: 'mistral', rewriteIds: true, system: 'front' });
    const [, { tool_calls }, first] = made.document as [
      unknown,
      { tool_calls: { id: string }[] },
      { tool_call_id: string },
    ];
    expect(tool_calls.every(({ id }) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
    expect(first.tool_call_id).toBe(tool_calls[0]?.id);
    expect(convert(list, { to: 'mistral', rewriteIds: true, system: 'front' })).toEqual(made);
  });

  test('that are used again are two in flat, each with its own result', () => {
    const again = [user(), calls(chatCall()), tool('c1', '1'), user(), calls(chatCall()), tool('c1', '2')];
    expect(to('flat')(again).ok).toBe(false);
    const made = to('flat')(again, { rewriteIds: true });
    expect(made.ok).toBe(true);
    expect((made.document as { tool_call_id?: string }[]).flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual([
      'c1',
      'c1_2',
    ]);
  });
});

describe('entries', () => {
  test('that need no change are the very objects that came in', () => {
    const list = [user(), { role: 'assistant', content: 'a' }, user([text('x'), text('y')])];
    const { document } = toMessages(list);
    expect((document as unknown[]).map((entry, i) => entry === list[i])).toEqual([true, true, true]);
  });

  test('that are no messages go through, and are a problem of the target', () => {
    const odd = toMessages([user(), null, 'text', { content: 'x' }, 7]);
    expect(odd.document).toEqual([user(), null, 'text', { content: 'x' }, 7]);
    expect(odd.ok).toBe(false);
  });
});

describe('a document with several conversations', () => {
  test('has each converted from its own dialect, and answers left as they are', () => {
    const document = {
      cases: [
        { input: [user(), calls(chatCall()), tool()] },
        { input: [user(), { role: 'assistant', content: [use()] }, { role: 'user', content: [result()] }] },
      ],
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'x', tool_calls: [chatCall()] } },
      ],
    };
    const made = convert(document, { to: 'messages' });
    const list = [user(), { role: 'assistant', content: [use()] }, { role: 'user', content: [result()] }];
    expect(made.document).toEqual({ ...document, cases: [{ input: list }, { input: list }] });
    expect(made.left).toEqual([{ pointer: '/choices/0/message', reason: 'a recorded answer and no request' }]);
  });

  test('gives no document when one of them holds a new call that cannot be sent', () => {
    const bad = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{' } };
    const made = toMessages([{ messages: [user(), calls(chatCall()), tool()] }, { messages: [user(), calls(bad)] }]);
    expect(made).toMatchObject({
      document: undefined,
      problems: [{ pointer: '/1/messages/1/tool_calls/0/function/arguments' }],
    });
  });
});

describe('normalizing first', () => {
  test('answers what was open, and speaks of the source in the report', () => {
    const bad = { id: 'c2', type: 'function', function: { name: 'f', arguments: '{' } };
    const list = ['junk', user(), calls(chatCall('c1'), bad), user('next')];
    const made = toMessages(list, { normalize: true });
    expect(made.ok).toBe(true);
    expect(made.document).toMatchObject([
      user(),
      {},
      { content: [{ tool_use_id: 'c1' }, { tool_use_id: 'c2' }, text('next')] },
    ]);
    expect(made.fallbacks).toMatchObject([{ pointer: '/2/tool_calls/1/function/arguments' }]);
  });

  test('keeps the dialect that was known by what went', () => {
    const body = { system: 's', messages: [user(), { role: 'user', content: [result('gone')] }, user('b')] };
    const made = convert(body, { to: 'chat', normalize: true });
    expect(made.document).toEqual({ messages: [{ role: 'system', content: 's' }, user(), user('b')] });
    const orphans = [{ role: 'user', content: [result('gone')] }];
    expect(convert(orphans, { to: 'chat', normalize: true }).document).toEqual([]);
    const opened = TranscriptDocument.open(JSON.stringify(body), { uri: 'file:///a.json', isNamed: true });
    expect(JSON.parse(convertDocument(opened, { to: 'chat', normalize: true }).text ?? '')).toEqual(made.document);
  });

  test('does so for a log too', () => {
    const rows = [
      { type: 'message', id: '1', parentId: null, message: user() },
      {
        type: 'message',
        id: '2',
        parentId: '1',
        message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'f', arguments: {} }] },
      },
      { type: 'message', id: '3', parentId: '2', message: user('next') },
    ];
    expect(convert(rows, { to: 'messages' }).ok).toBe(false);
    const made = convert(rows, { to: 'messages', normalize: true });
    expect(made).toMatchObject({
      ok: true,
      document: { messages: [{}, {}, { content: [{ tool_use_id: 'c', is_error: true }, text('next')] }] },
    });
    const opened = TranscriptDocument.open(rows.map((row) => JSON.stringify(row)).join('\n'), {
      uri: 'file:///s.jsonl',
      isNamed: true,
    });
    expect(JSON.parse(convertDocument(opened, { to: 'messages', normalize: true }).text ?? '')).toEqual(made.document);
  });
});

test('a text is read as what is named, however it was opened', () => {
  const opened = TranscriptDocument.open('{"system":"s","messages":[{"role":"user","content":"q"}]}', {
    uri: 'file:///a.json',
    isNamed: true,
  });
  expect(JSON.parse(convertDocument(opened, { from: 'messages', to: 'chat' }).text ?? '')).toEqual({
    messages: [{ role: 'system', content: 's' }, user()],
  });
});

describe('wrong use', () => {
  test.each([
    [{}, '"to"'],
    [{ to: 'gemini-native' }, '"to"'],
    [{ to: 'chat', from: 'x' }, '"from"'],
    [{ to: 'chat', target: 'nobody' }, '"target"'],
    [{ to: 'chat', target: 'anthropic' }, '"target"'],
    [{ to: 'chat', system: 'behind' }, '"system"'],
    [{ to: 'chat', rewriteIds: 'yes' }, '"rewriteIds"'],
    [{ to: 'chat', model: 5 }, '"model"'],
  ])('%j is a TypeError that names the argument', (options, name) => {
    const use = () => convert([], options as unknown as ConvertOptions);
    expect(use).toThrow(TypeError);
    expect(use).toThrow(name);
  });

  test.each([[undefined], [null], [7], ['text'], [{}], [() => 0], [new Date(0)], [{ messages: 'x' }]])(
    '%o is bad data and no wrong use',
    (document) => {
      expect(convert(document, { to: 'messages' })).toMatchObject({
        document: undefined,
        problems: [{ rule: 'nothing-to-convert' }],
      });
    },
  );

  test('an empty list stays one', () => {
    expect(convert([], { to: 'messages' }).document).toEqual([]);
  });

  test('a value that contains itself ends', () => {
    const loop: Record<string, unknown> = { role: 'user', content: 'x' };
    loop.self = loop;
    expect(convert([loop], { to: 'messages', from: 'chat' }).document).toEqual([{ role: 'user', content: 'x' }]);
  });
});

test('strict takes any loss for a failure', () => {
  const list = [{ ...user(), name: 'ann' }];
  expect(toMessages(list)).toMatchObject({ ok: true });
  expect(toMessages(list, { strict: true })).toMatchObject({ ok: false, document: [user()] });
});
