import fc from 'fast-check';

/**
 * Bodies of Chat Completions and of Messages with everything in them that the field has, and much that is in its wrong place.
 * Every word is used once, so that what is missing from a conversion is known by its word.
 */
type Any = fc.Arbitrary<unknown>;

function words(): { readonly word: () => string; readonly number: () => number } {
  let used = 0;
  return { word: () => `w${used++}x`, number: () => 1_000_000 + used++ };
}

const { word, number } = words();
const text = fc.constant(null).map(word);
const anything: Any = fc.oneof(
  text,
  fc.constant(null).map(() => ({ k: word() })),
  fc.constant(null).map(() => [word()]),
  fc.constant(null).map(number),
);
const id: Any = fc.constantFrom<unknown>('a', 'b', 'c', 'd.1', '', ' a', 7, null);

/** An object with some more keys, which may be in their wrong place. */
function withMore(base: fc.Arbitrary<object>, names: readonly string[]): Any {
  return fc
    .tuple(base, fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 2 }))
    .map(([own, more]) => ({ ...more, ...own }));
}

const ON_PARTS = ['cache_control', 'citations', 'title', 'detail', 'annotations', 'odd'];
const textPart = withMore(
  text.map((said) => ({ type: 'text', text: said })),
  ON_PARTS,
);
const image = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'high' } });
const chatPart = fc.oneof(
  textPart,
  withMore(
    text.map((said) => image(`https://${said}`)),
    ON_PARTS,
  ),
  withMore(
    text.map((data) => image(`data:image/png;base64,${data}`)),
    ON_PARTS,
  ),
  withMore(
    text.map((data) => ({
      type: 'file',
      file: { file_data: `data:application/pdf;base64,${data}`, filename: word() },
    })),
    ON_PARTS,
  ),
  text.map((data) => ({
    type: 'file',
    file: { file_data: `data:application/pdf;base64,${data}`, filename: word(), file_id: word(), format: word() },
  })),
  text.map((file_id) => ({ type: 'file', file: { file_id } })),
  text.map((data) => ({ type: 'input_audio', input_audio: { data } })),
  text.map((refusal) => ({ type: 'refusal', refusal })),
  anything,
);
const called = fc.tuple(id, text, anything).map(([own, name, given]) => ({
  id: own,
  type: 'function',
  function: { name, arguments: typeof given === 'object' ? JSON.stringify(given) : given },
}));
const chatCall = fc.oneof(
  withMore(called, ['odd', 'index', 'extra_content']),
  fc.tuple(id, text, text).map(([own, name, input]) => ({ id: own, type: 'custom', custom: { name, input } })),
  anything,
);
const ON_CHAT = [
  ...['name', 'audio', 'annotations', 'odd', 'metadata', 'finish_reason', 'cache_control', 'function_call', 'refusal'],
  ...['reasoning', 'reasoning_content', 'thinking_blocks', 'tool_call_id'],
];
const detail = withMore(fc.record({ type: fc.constant('reasoning.text'), text, signature: text }), [
  'id',
  'index',
  'odd',
]);
const chatMessage = fc.oneof(
  withMore(
    fc.record({
      role: fc.constantFrom('user', 'system', 'developer', 'assistant'),
      content: fc.oneof(text, fc.array(chatPart, { maxLength: 3 }), anything),
    }),
    ON_CHAT,
  ),
  withMore(
    fc.record({
      role: fc.constant('assistant'),
      content: fc.oneof(text, fc.constant(null)),
      tool_calls: fc.array(chatCall, { maxLength: 3 }),
    }),
    ON_CHAT,
  ),
  withMore(
    fc.record({
      role: fc.constant('tool'),
      tool_call_id: id,
      content: fc.oneof(text, fc.array(chatPart, { maxLength: 2 })),
    }),
    ON_CHAT,
  ),
  withMore(fc.record({ role: fc.constant('function'), name: text, content: text }), ON_CHAT),
  fc.record({
    role: fc.constant('assistant'),
    content: text,
    reasoning_details: fc.array(detail, { minLength: 1, maxLength: 2 }),
  }),
  anything,
);

const source = (type: string, more: object) => ({ type, ...more });
const block = fc.oneof(
  textPart,
  withMore(
    text.map((data) => ({ type: 'image', source: source('base64', { media_type: 'image/png', data }) })),
    ON_PARTS,
  ),
  withMore(
    text.map((data) => ({ type: 'document', source: source('base64', { media_type: 'application/pdf', data }) })),
    ON_PARTS,
  ),
  withMore(
    text.map((data) => ({ type: 'document', source: source('text', { media_type: 'text/plain', data }) })),
    ON_PARTS,
  ),
  text.map((file_id) => ({ type: 'image', source: source('file', { file_id }) })),
  text.map((said) => ({ type: 'image', source: source('url', { url: `https://${said}` }) })),
  withMore(fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }), ON_PARTS),
  fc.record({ type: fc.constant('redacted_thinking'), data: text }),
  withMore(fc.record({ type: fc.constant('tool_use'), id, name: text, input: anything }), [
    'caller',
    'cache_control',
    'odd',
  ]),
  text.map((name) => ({ type: 'server_tool_use', id: 'srvtoolu_1', name, input: {} })),
  anything,
);
const result = withMore(
  fc.record({
    type: fc.constant('tool_result'),
    tool_use_id: id,
    content: fc.oneof(text, fc.array(block, { maxLength: 2 })),
    is_error: fc.boolean(),
  }),
  ['odd', 'cache_control'],
);
const messagesMessage = fc.oneof(
  withMore(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: fc.oneof(text, fc.array(fc.oneof(block, result), { maxLength: 4 }), anything),
    }),
    ['id', 'stop_reason', 'odd', 'model'],
  ),
  anything,
);

/** Tools in their dialect's own shape, some of which only their provider has, and a choice that may name any of them. */
const chatTool = fc.oneof(
  text.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object', title: word() } } })),
  text.map((name) => ({ type: 'custom', custom: { name, format: { type: word() }, odd: word() }, more: word() })),
  text.map((name) => ({ type: 'web_search', name })),
);
const messagesTool = fc.oneof(
  text.map((name) => ({ name, input_schema: { type: 'object', title: word() } })),
  text.map((name) => ({ type: 'web_search_20250305', name })),
);

function withTools(bodies: Any, tool: Any, chosen: (name: string, tool: Loose) => unknown): Any {
  return fc
    .tuple(bodies, fc.option(fc.array(tool, { minLength: 1, maxLength: 3 })), fc.nat())
    .map(([body, tools, n]) => {
      if (tools === null) return body;
      const one = tools[n % tools.length] as Loose;
      const named = [one, one.function, one.custom].map((holder) => (holder as Loose | undefined)?.name);
      const name = named.find((said) => said !== undefined);
      return { ...(body as Loose), tools, tool_choice: chosen(String(name), one) };
    });
}

type Loose = Record<string, unknown>;

const bodies = {
  chat: withMore(fc.record({ messages: fc.array(chatMessage, { maxLength: 5 }) }), [
    ...[
      'seed',
      'stop',
      'user',
      'tools',
      'tool_choice',
      'response_format',
      'parallel_tool_calls',
      'max_tokens',
      'n',
      'store',
    ],
    ...[
      'max_completion_tokens',
      'temperature',
      'top_p',
      'metadata',
      'service_tier',
      'functions',
      'function_call',
      'odd',
      'stream',
    ],
    ...['system', 'top_k', 'thinking', 'stop_sequences'],
  ]),
  messages: withMore(
    fc.record({
      messages: fc.array(messagesMessage, { maxLength: 5 }),
      system: fc.oneof(text, fc.array(textPart, { maxLength: 2 })),
    }),
    [
      ...['stop_sequences', 'metadata', 'tools', 'tool_choice', 'thinking', 'top_k', 'max_tokens', 'output_config'],
      ...['service_tier', 'odd', 'container', 'temperature', 'output_format', 'n', 'stop', 'user', 'seed'],
    ],
  ),
} as const;

export const richBodies = {
  chat: withTools(bodies.chat, chatTool, (name, { type }) => ({
    type: type === 'custom' ? 'custom' : 'function',
    [type === 'custom' ? 'custom' : 'function']: { name },
  })),
  messages: withTools(bodies.messages, messagesTool, (name) => ({ type: 'tool', name })),
} as const;
