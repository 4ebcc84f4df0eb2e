// docs/design/conversion.md, "Signed reasoning": it goes only where its signer is the target.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert, type Target } from '../../server/src/core/index';

const folder = new URL('../../fixtures/faults/cases/', import.meta.url);
const { input, options } = JSON.parse(readFileSync(new URL('kimi-signature-in-a-pi-log.json', folder), 'utf8'));

interface Row {
  readonly message?: Readonly<Record<string, unknown>>;
}

/** The log of the case, as another provider would have written it. */
function logOf(named: Readonly<Record<string, unknown>>): unknown[] {
  return (input as readonly Row[]).map((row) =>
    row.message?.role === 'assistant' ? { ...row, message: { ...row.message, ...named } } : row,
  );
}

function thinkingIn(document: unknown): unknown[] {
  const list = Array.isArray(document) ? document : (document as { messages: unknown[] }).messages;
  return (list as { content: unknown }[])
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'thinking' || type === 'redacted_thinking');
}

describe('kimi-signature-in-a-pi-log', () => {
  test('the signature does not go to Anthropic, and that is told', () => {
    const { document, lost } = convert(input, options);
    expect(thinkingIn(document)).toEqual([]);
    expect(lost).toEqual([
      {
        pointer: '/2/message/content/0',
        reason: 'reasoning that is signed by Moonshot, and goes to Anthropic',
      },
    ]);
  });

  test('it goes to the one who signed it, by name or by the model of the log', () => {
    for (const to of [{ target: 'moonshot' }, {}] as const) {
      const { document, lost } = convert(input, { to: 'messages', ...to });
      expect([thinkingIn(document), lost]).toEqual([
        [{ type: 'thinking', thinking: 'Pier four.', signature: 'k9-77' }],
        [],
      ]);
    }
  });
});

const claude = { provider: 'anthropic', model: 'claude-opus-4-8' };

test.each<[who: string, named: Readonly<Record<string, unknown>>, target: Target, isKept: boolean]>([
  ['Anthropic', claude, 'anthropic', true],
  ['Anthropic, for another provider', claude, 'minimax', false],
  ['Claude on Bedrock', { provider: 'amazon-bedrock', model: 'us.anthropic.claude-opus-4-8-v1:0' }, 'anthropic', true],
  [
    'Claude on Bedrock, through Converse',
    { ...claude, provider: 'bedrock', api: 'bedrock-converse-stream' },
    'vertex',
    true,
  ],
  ['Claude on Vertex', { provider: 'google-vertex', model: 'claude-opus-4-8' }, 'bedrock', true],
  ['what is on Bedrock and not Claude', { provider: 'amazon-bedrock', model: 'somebody.model-1' }, 'anthropic', false],
  ['Claude behind a gateway', { provider: 'openrouter', model: 'anthropic/claude-opus-4-8' }, 'anthropic', true],
  ['Kimi behind a gateway', { provider: 'openrouter', model: 'moonshotai/kimi-k2' }, 'anthropic', false],
  ['MiniMax', { provider: 'minimax', model: 'MiniMax-M2' }, 'anthropic', false],
  ['MiniMax, under another name', { provider: 'minimax-cn', model: 'claude-opus-4-8' }, 'anthropic', false],
  ['MiniMax, for itself', { provider: 'minimax', model: 'MiniMax-M2' }, 'minimax', true],
  ['GLM', { provider: 'zai', model: 'glm-5' }, 'anthropic', false],
  ['GLM, for itself', { provider: 'z-ai', model: 'glm-5' }, 'zhipu', true],
  ['a provider that nobody knows', { provider: 'acme', model: 'acme-1' }, 'anthropic', false],
  ['Kimi where Anthropic is named', { provider: 'anthropic', model: 'kimi-k2' }, 'anthropic', false],
  ['nobody', { provider: undefined, model: undefined }, 'anthropic', true],
  ['a model that nobody knows', { provider: undefined, model: 'opaque-7' }, 'anthropic', true],
])('a log row of %s', (_, named, target, isKept) => {
  const { document, lost } = convert(logOf(named), { to: 'messages', target });
  const parts = lost.filter(({ pointer }) => pointer.includes('/content/'));
  expect([thinkingIn(document).length, parts.length]).toEqual(isKept ? [1, 0] : [0, 1]);
});

const signed = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const hidden = { type: 'redacted_thinking', data: 'ZGF0YQ' };
const use = { type: 'tool_use', id: 'c1', name: 'f', input: {} };
const history = (content: readonly unknown[]) => [
  { role: 'user', content: 'q' },
  { role: 'assistant', content },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'r' }] },
];

describe('a body that names its model', () => {
  const body = (model: string) => ({ model, max_tokens: 9, messages: history([signed, hidden, use]) });
  const to = (more: Partial<ConvertOptions>): ConvertOptions => ({ to: 'messages', target: 'anthropic', ...more });

  test('loses what another provider signed, and nothing else changes', () => {
    const given = body('MiniMax-M2');
    const { document, lost, ok } = convert(given, to({}));
    expect(document).toEqual({ ...given, messages: history([use]) });
    expect([ok, lost.map(({ pointer }) => pointer)]).toEqual([
      true,
      ['/messages/1/content/0', '/messages/1/content/1'],
    ]);
  });

  test('keeps it for the same provider, and where the model says nothing', () => {
    for (const [given, options] of [
      [body('MiniMax-M2'), { to: 'messages' }],
      [body('claude-opus-4-8'), to({})],
      [body('my-deployment'), to({})],
    ] as const) {
      expect(convert(given, options)).toMatchObject({ document: given, lost: [] });
    }
  });

  test('loses a turn that was nothing else', () => {
    const turn = { role: 'assistant', content: [signed] };
    const list = [{ role: 'user', content: 'a' }, turn, { role: 'user', content: 'b' }];
    const given = { model: 'kimi-k2', max_tokens: 9, messages: list };
    const { document, lost } = convert(given, to({}));
    expect(document).toMatchObject({ messages: [list[0], list[2]] });
    expect(lost.map(({ pointer }) => pointer)).toEqual(['/messages/1/content/0']);
  });

  test('is heard less than a message that names its own', () => {
    const messages = history([signed, use]).map((entry) => ({ ...entry }));
    const given = { model: 'claude-opus-4-8', max_tokens: 9, messages };
    Object.assign(messages[1] ?? {}, { model: 'kimi-k2' });
    expect(thinkingIn(convert(given, to({})).document)).toEqual([]);
  });

  test('is heard in Chat Completions too, where gateways keep the blocks', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const chat = (model: string, more: object) => ({
      model,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: null, tool_calls: [call], ...more },
        { role: 'tool', tool_call_id: 'c1', content: 'r' },
      ],
    });
    const count = (given: unknown) => thinkingIn(convert(given, to({ from: 'chat' })).document).length;
    expect(count(chat('kimi-k2', { thinking_blocks: [signed] }))).toBe(0);
    expect(count(chat('claude-opus-4-8', { thinking_blocks: [signed] }))).toBe(1);
    // OpenRouter says of each piece whose it is.
    const detail = { type: 'reasoning.text', text: 'hm', signature: 'c2ln', format: 'anthropic-claude-v1' };
    expect(count(chat('kimi-k2', { reasoning_details: [detail] }))).toBe(1);
  });
});
