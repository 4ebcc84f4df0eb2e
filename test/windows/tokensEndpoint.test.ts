// The provider's own count, against a server on this machine.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { CountingError, countWithProvider, type ProviderCountOptions } from '../../server/src/host/countingEndpoint';

const key = 'sk-secret-0123456789';
const body = {
  model: 'claude-opus-4-8',
  max_tokens: 1024,
  stream: true,
  system: 'Be kind.',
  messages: [{ role: 'user', content: 'Oslo?' }],
  tools: [{ name: 'weather', input_schema: { type: 'object' } }],
};

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A server that answers each request with the next of `answers`; what it was asked, and its address. */
async function serve(...answers: ((response: ServerResponse) => void)[]): Promise<{ base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    if (answer !== undefined) answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
const counted = json(200, { input_tokens: 42 });
const busy = (retryAfter?: string) =>
  json(429, { error: { message: 'slow down' } }, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

function options(base: string, more: Partial<ProviderCountOptions> = {}): ProviderCountOptions {
  return {
    target: 'anthropic',
    model: 'claude-opus-4-8',
    env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: base, GEMINI_API_KEY: key, GEMINI_BASE_URL: base },
    wait: async () => {},
    ...more,
  };
}

/** The message of the fault, which never holds the key. */
async function faultOf(counting: Promise<number>): Promise<string> {
  const error = await counting.then(
    (tokens) => new Error(`counted ${tokens}`),
    (fault: unknown) => fault,
  );
  expect(error).toBeInstanceOf(CountingError);
  const { message } = error as CountingError;
  expect(message).not.toContain(key);
  expect(String((error as CountingError).stack)).not.toContain(key);
  return message;
}

describe('Anthropic', () => {
  test('counts the request, without the fields that the endpoint refuses', async () => {
    const { base, seen } = await serve(counted);
    expect(await countWithProvider(body, options(base))).toBe(42);
    const { model, system, messages, tools } = body;
    expect(seen).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/v1/messages/count_tokens',
        body: { model, system, messages, tools },
      }),
    ]);
    expect(seen[0]?.headers).toMatchObject({
      'x-api-key': key,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    });
  });

  test.each(['/', '/v1', '/v1/', '/proxy', '/proxy/v1'])('takes a base URL that ends in %s', async (ending) => {
    const { base, seen } = await serve(counted);
    await countWithProvider(body, options(base + ending));
    expect(seen[0]?.url).toBe(`${ending.replace(/\/?(v1\/?)?$/, '')}/v1/messages/count_tokens`);
  });
});

describe('Gemini', () => {
  const request = { contents: [{ role: 'user', parts: [{ text: 'Oslo?' }] }], generationConfig: { temperature: 1 } };

  test.each(['gemini-3-flash', 'models/gemini-3-flash'])('counts for %s', async (model) => {
    const { base, seen } = await serve(json(200, { totalTokens: 7 }));
    expect(await countWithProvider(request, options(base, { target: 'gemini', model }))).toBe(7);
    expect(seen[0]?.url).toBe('/v1beta/models/gemini-3-flash:countTokens');
    expect(seen[0]?.headers['x-goog-api-key']).toBe(key);
    expect(seen[0]?.body).toEqual({
      generateContentRequest: { model: 'models/gemini-3-flash', contents: request.contents },
    });
  });

  test('takes Google’s names for key and base URL', async () => {
    const { base } = await serve(json(200, { totalTokens: 7 }));
    const env = { GOOGLE_API_KEY: key, GOOGLE_GEMINI_BASE_URL: base };
    expect(await countWithProvider(request, options(base, { target: 'gemini', env }))).toBe(7);
  });

  test('keeps a model’s name inside its place in the path', async () => {
    const { base, seen } = await serve(json(200, { totalTokens: 7 }));
    await countWithProvider(request, options(base, { target: 'gemini', model: '../x?key=1' }));
    expect(seen[0]?.url).toBe('/v1beta/models/..%2Fx%3Fkey%3D1:countTokens');
  });
});

describe('a second try', () => {
  test.each([429, 500, 503, 529])('follows %i', async (status) => {
    const { base, seen } = await serve(json(status, {}), counted);
    expect(await countWithProvider(body, options(base))).toBe(42);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  test('is the last', async () => {
    const { base, seen } = await serve(busy());
    expect(await faultOf(countWithProvider(body, options(base)))).toMatch(/answered 429: slow down/);
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['seconds', () => '3', 3000],
    ['nothing', () => undefined, 1000],
    ['a word', () => 'soon', 1000],
    ['a date that is past', () => new Date(0).toUTCString(), 0],
  ])('waits as asked: %s', async (_, retryAfter, ms) => {
    const waits: number[] = [];
    const { base } = await serve(busy(retryAfter()), counted);
    await countWithProvider(body, options(base, { wait: async (pause) => void waits.push(pause) }));
    expect(waits).toEqual([ms]);
  });

  test('is left out where the provider wants a long pause', async () => {
    const { base, seen } = await serve(busy('3600'), counted);
    expect(await faultOf(countWithProvider(body, options(base)))).toMatch(/429 \(retry after 3600\)/);
    expect(seen).toHaveLength(1);
  });

  test('does not follow a refusal', async () => {
    const { base, seen } = await serve(json(400, { error: { message: 'messages: at least one' } }));
    const fault = await faultOf(countWithProvider(body, options(base)));
    expect(fault).toMatch(/^127\.0\.0\.1:\d+ answered 400: messages: at least one$/);
    expect(seen).toHaveLength(1);
  });
});

describe('what goes wrong is said, and the key is not', () => {
  test('an answer that quotes the key, at the edge of where it is cut', async () => {
    const { base } = await serve(json(401, { error: { message: `${'x'.repeat(290)}${key} is no key` } }));
    const fault = await faultOf(countWithProvider(body, options(base)));
    expect(fault).not.toContain(key.slice(0, 6));
    expect(fault).toMatch(/answered 401: x+\[key\]/);
  });

  test('no answer', async () => {
    const { base } = await serve(() => {});
    const counting = countWithProvider(body, options(base, { timeoutMs: 100 }));
    expect(await faultOf(counting)).toMatch(/^127\.0\.0\.1:\d+ did not answer within 0\.1 s$/);
  });

  test('an answer that stops half-way', async () => {
    const { base } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"input_to');
    });
    expect(await faultOf(countWithProvider(body, options(base, { timeoutMs: 200 })))).toMatch(/did not answer within/);
  });

  test('nobody there', async () => {
    const { base } = await serve(counted);
    for (const close of open.splice(0)) await close();
    expect(await faultOf(countWithProvider(body, options(base)))).toMatch(/could not be reached: .*ECONNREFUSED/);
  });

  test.each([
    ['no count', json(200, { tokens: 3 })],
    ['a count that is none', json(200, { input_tokens: '42' })],
    ['no JSON', (response: ServerResponse) => void response.writeHead(200).end('<html>')],
    ['nothing', (response: ServerResponse) => void response.writeHead(200).end()],
  ])('an answer with %s', async (_, answer) => {
    const { base } = await serve(answer);
    expect(await faultOf(countWithProvider(body, options(base)))).toMatch(/answered without "input_tokens"/);
  });

  test('a redirect, which the key must not follow', async () => {
    const other = await serve(counted);
    const { base } = await serve((response) => void response.writeHead(307, { location: other.base }).end());
    expect(await faultOf(countWithProvider(body, options(base)))).toMatch(/answered 307/);
    expect(other.seen).toEqual([]);
  });

  test.each<[string, Partial<ProviderCountOptions>, RegExp]>([
    ['no key', { env: {} }, /set ANTHROPIC_API_KEY/],
    ['a blank key', { env: { ANTHROPIC_API_KEY: ' ' } }, /set ANTHROPIC_API_KEY/],
    ['no key for Gemini', { target: 'gemini', env: {} }, /set GEMINI_API_KEY or GOOGLE_API_KEY/],
    ['a key of two lines', { env: { ANTHROPIC_API_KEY: `${key}\nX: 1` } }, /ANTHROPIC_API_KEY holds characters/],
    [
      'a base that is no URL',
      { env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: 'here' } },
      /ANTHROPIC_BASE_URL is no/,
    ],
    [
      'a base on disk',
      { env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: 'file:///a' } },
      /ANTHROPIC_BASE_URL is no/,
    ],
    [
      'a base with a password',
      { env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: 'http://a:b@127.0.0.1' } },
      /must not hold a user or password/,
    ],
    ['a target without an endpoint', { target: 'openai' }, /openai has no endpoint that counts/],
  ])('%s', async (_, wrong, message) => {
    const never = () => Promise.reject(new Error('asked'));
    expect(await faultOf(countWithProvider(body, { ...options(''), fetch: never, ...wrong }))).toMatch(message);
  });
});
