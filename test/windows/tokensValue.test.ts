import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateText, estimateValue } from '../../server/src/core/index';
import { imageSize } from '../../server/src/core/window/tokens/imageSize';
import { CALL_TOKENS, MESSAGE_TOKENS, RESULT_TOKENS } from '../../server/src/core/window/tokens/valueText';

/** Counts characters, so that a test sees exactly which texts were counted. */
const characters = (value: unknown) => estimateValue(value, (text) => text.length);
const base64 = (...bytes: readonly number[]) => Buffer.from(bytes).toString('base64');
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const big = (value: number, count: number) =>
  Array.from({ length: count }, (_, i) => (value >> (8 * (count - 1 - i))) & 255);
const little = (value: number, count: number) => big(value, count).reverse();
const png = (width: number, height: number) =>
  base64(
    0x89,
    ...ascii('PNG\r\n\x1a\n'),
    0,
    0,
    0,
    13,
    ...ascii('IHDR'),
    ...big(width, 4),
    ...big(height, 4),
    8,
    6,
    0,
    0,
    0,
  );
const riff = (...bytes: readonly number[]) => base64(...ascii('RIFF'), ...little(100, 4), ...ascii('WEBP'), ...bytes);

describe('the texts of a message', () => {
  const oslo = '{"city":"Oslo"}';
  test.each<[string, unknown, number]>([
    ['a text', { role: 'user', content: 'hello' }, MESSAGE_TOKENS + 5],
    ['an empty one', { role: 'user', content: '' }, MESSAGE_TOKENS],
    ['a name', { role: 'user', name: 'ada', content: 'hello' }, MESSAGE_TOKENS + 8],
    [
      'text parts',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hel' },
          { type: 'text', text: 'lo' },
        ],
      },
      MESSAGE_TOKENS + 5,
    ],
    [
      'what a log adds is left out',
      { id: 'msg_1', role: 'user', content: 'hello', timestamp: '2025-01-01', usage: { total: 7 } },
      MESSAGE_TOKENS + 5,
    ],
    [
      'a call of chat',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: oslo } }],
      },
      MESSAGE_TOKENS + CALL_TOKENS + 7 + oslo.length,
    ],
    [
      'a call of flat, its arguments an object',
      { role: 'assistant', tool_calls: [{ tool_call_id: 'a', name: 'weather', arguments: { city: 'Oslo' } }] },
      MESSAGE_TOKENS + CALL_TOKENS + 7 + oslo.length,
    ],
    [
      'a call of messages, by the provider too',
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'weather', input: { city: 'Oslo' } },
        ],
      },
      MESSAGE_TOKENS + 2 * (CALL_TOKENS + 7 + oslo.length),
    ],
    ['a result of chat', { role: 'tool', tool_call_id: 'call_1', content: 'sunny' }, MESSAGE_TOKENS + 5],
    [
      'results of messages',
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'sunny' },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'rain' }], is_error: true },
        ],
      },
      MESSAGE_TOKENS + 2 * RESULT_TOKENS + 9,
    ],
    [
      'thinking, without its signature',
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'A'.repeat(400) }] },
      MESSAGE_TOKENS + 2,
    ],
    [
      'items of Responses',
      [
        { type: 'function_call', call_id: 'a', name: 'weather', arguments: oslo },
        { type: 'function_call_output', call_id: 'a', output: 'sunny' },
      ],
      CALL_TOKENS + 7 + oslo.length + RESULT_TOKENS + 5,
    ],
    [
      'parts of Gemini',
      { role: 'model', parts: [{ text: 'hello' }, { functionCall: { name: 'weather', args: { city: 'Oslo' } } }] },
      MESSAGE_TOKENS + 5 + CALL_TOKENS + 7 + oslo.length,
    ],
    [
      'blocks of Converse',
      { role: 'user', content: [{ text: 'hello' }, { toolResult: { toolUseId: 'a', content: [{ text: 'sunny' }] } }] },
      MESSAGE_TOKENS + 10 + RESULT_TOKENS,
    ],
    [
      'calls that LangChain stores twice',
      {
        type: 'ai',
        data: {
          content: [{ type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Oslo' } }],
          tool_calls: [{ id: 'a', name: 'weather', args: { city: 'Oslo' } }],
        },
      },
      MESSAGE_TOKENS + CALL_TOKENS + 7 + oslo.length,
    ],
    ['a document of text', { type: 'document', source: { type: 'text', data: 'hello' }, title: 'Hi' }, 7],
    ['instructions', [{ type: 'text', text: 'Be kind.' }], 8],
    ['a bare string', 'hello', 5],
  ])('%s', (_, value, expected) => {
    expect(characters(value)).toBe(expected);
  });

  test.each<[string, unknown]>([
    [
      'of chat',
      { type: 'function', function: { name: 'weather', description: 'Tells it.', parameters: { type: 'object' } } },
    ],
    ['of messages', { name: 'weather', description: 'Tells it.', input_schema: { type: 'object', properties: {} } }],
    ['of Gemini', { functionDeclarations: [{ name: 'weather', parameters: { type: 'object' } }] }],
    [
      'unknown',
      { type: 'search_result', title: 'Tides', source: 'https://example.org', content: [{ type: 'text', text: 'a' }] },
    ],
  ])('declarations and unknown blocks are their JSON: %s', (_, value) => {
    expect(characters([value])).toBe(JSON.stringify(value).length);
  });

  test('unknown blocks are counted without the base64 in them', () => {
    const block = (data: string) => ({ type: 'web_page', data, note: 'say "\\" and "AAAA"' });
    expect(characters(block('A'.repeat(5000)))).toBe(characters(block('')));
    expect(characters(block(`data:image/png;base64,${'A'.repeat(5000)}`))).toBe(characters(block('')));
    expect(characters(block('word '.repeat(1000)))).toBeGreaterThan(5000);
  });
});

describe('images', () => {
  const sized: readonly [string, string, number, number][] = [
    ['PNG', png(1024, 768), 1024, 768],
    ['GIF', base64(...ascii('GIF89a'), ...little(320, 2), ...little(200, 2), 0, 0, 0), 320, 200],
    [
      'WebP, lossy',
      riff(...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, ...little(640, 2), ...little(480, 2)),
      640,
      480,
    ],
    ['WebP, lossless', riff(...ascii('VP8L'), 0, 0, 0, 0, 0x2f, ...little(639 | (479 << 14), 4)), 640, 480],
    ['WebP, extended', riff(...ascii('VP8X'), 0, 0, 0, 0, 0, 0, 0, 0, ...little(639, 3), ...little(479, 3)), 640, 480],
    [
      'JPEG behind other segments',
      base64(
        ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xe1, ...big(3002, 2), ...Array<number>(3000).fill(7)],
        ...[0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, ...big(600, 2), ...big(800, 2), 3],
      ),
      800,
      600,
    ],
  ];

  test.each(sized)('the size of a %s is read', (_, data, width, height) => {
    expect(imageSize(data)).toEqual({ width, height });
    expect(imageSize(data.replaceAll('+', '-').replaceAll('/', '_'))).toEqual({ width, height });
  });

  test.each([
    '',
    'AAAA',
    base64(0xff, 0xd8, 0xff),
    png(0, 5),
    base64(...ascii('BM'), 1, 2, 3),
    'not base64!',
    riff(...ascii('VP9 ')),
  ])('what has none is undefined: %j', (data) => {
    expect(imageSize(data)).toBeUndefined();
  });

  test('any bytes are read without a fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.base64String({ maxLength: 400 }), fc.string()),
        fc.integer({ min: 0, max: 6 }),
        (data, at) => {
          const head = sized[at % sized.length]?.[1].slice(0, 20) ?? '';
          for (const text of [data, head + data]) {
            const size = imageSize(text);
            if (size !== undefined) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  const anthropic = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  const openai = (data: string, detail?: string) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${data}`, ...(detail === undefined ? {} : { detail }) },
  });
  const gemini = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });

  // The figures are the examples in the providers' own pages, or follow from their rule.
  test.each<[string, unknown, number]>([
    ['Anthropic, 200 × 200', anthropic(png(200, 200)), 54],
    ['Anthropic, 1000 × 1000', anthropic(png(1000, 1000)), 1334],
    ['Anthropic, 1092 × 1092', anthropic(png(1092, 1092)), 1590],
    ['Anthropic, larger', anthropic(png(4000, 3000)), 1600],
    ['Anthropic, long and narrow', anthropic(png(3136, 100)), 105],
    ['Anthropic, behind a URL', { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }, 1600],
    ['OpenAI, 1024 × 1024', openai(png(1024, 1024), 'high'), 765],
    ['OpenAI, 2048 × 4096', openai(png(2048, 4096), 'high'), 1105],
    ['OpenAI, 4096 × 8192, low', openai(png(4096, 8192), 'low'), 85],
    ['OpenAI, small', openai(png(100, 100)), 255],
    ['OpenAI, behind a URL', { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }, 765],
    ['Responses', { type: 'input_image', image_url: `data:image/png;base64,${png(1024, 1024)}` }, 765],
    ['Gemini, small', gemini(png(384, 384)), 258],
    ['Gemini, two tiles', gemini(png(1000, 700)), 516],
    ['Converse', { image: { format: 'png', source: { bytes: png(200, 200) } } }, 54],
    ['MCP', { type: 'image', data: png(200, 200), mimeType: 'image/png' }, 54],
    ['AI SDK', { type: 'file', data: png(200, 200), mediaType: 'image/png' }, 54],
  ])('%s', (_, part, tokens) => {
    expect(characters([part])).toBe(tokens);
    expect(characters({ role: 'user', content: [part] })).toBe(MESSAGE_TOKENS + tokens);
  });

  test('in a result count too', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: [anthropic(png(200, 200))] };
    expect(characters(result)).toBe(RESULT_TOKENS + 54);
  });

  test('cost no more for a larger file', () => {
    const more = 'A'.repeat(1_000_000);
    expect(characters([anthropic(png(200, 200) + more)])).toBe(54);
  });
});

describe('documents and sound', () => {
  test('a PDF costs by pages, which are guessed from its size', () => {
    const pdf = (bytes: number) => ({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'A'.repeat((bytes / 3) * 4) },
    });
    expect(characters([pdf(3000)])).toBe(2250);
    expect(characters([pdf(600_000)])).toBe(22_500);
  });

  test('a WAV costs by its length', () => {
    const wav = base64(
      ...ascii('RIFF'),
      ...little(0, 4),
      ...ascii('WAVEfmt '),
      ...little(16, 4),
      1,
      0,
      1,
      0,
      ...little(16_000, 4),
      ...little(32_000, 4),
    );
    const data = wav + 'A'.repeat((320_000 / 3) * 4);
    expect(characters([{ type: 'input_audio', input_audio: { data, format: 'wav' } }])).toBeCloseTo(100, -1);
  });
});

describe('any value', () => {
  test('is counted without a fault, and costs a whole number', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    const message = fc.record({
      role: fc.constant('user'),
      type: fc.constantFrom('text', 'image', 'tool_use'),
      content: anything,
    });
    fc.assert(
      fc.property(fc.oneof(anything, message, fc.array(message)), (value) => {
        const tokens = estimateValue(value, estimateText);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('that contains itself ends', () => {
    const content: unknown[] = [];
    content.push(content, content, { type: 'text', text: 'hello' });
    expect(characters({ role: 'user', content })).toBe(MESSAGE_TOKENS + 5);
    const message: Record<string, unknown> = { role: 'user' };
    message.content = message;
    expect(characters(message)).toBe(MESSAGE_TOKENS);
  });

  test('that is deeper than any wire shape is counted as JSON', () => {
    let deep: unknown = 'hello';
    for (let i = 0; i < 50; i++) deep = [deep];
    const tokens = characters({ role: 'user', content: deep });
    expect(tokens).toBeGreaterThan(5);
    expect(tokens).toBeLessThan(MESSAGE_TOKENS + 120);
  });
});
