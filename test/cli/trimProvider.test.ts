// Windows by the provider's own count, against a server on this machine that counts in its own way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from './cli';
import { blockBody, questions } from './trimSamples';

type Body = { readonly messages: readonly unknown[]; readonly system?: unknown; readonly tools?: unknown };

/** `count` is what the provider makes of a body. */
async function serve(count: (body: Body) => number | string): Promise<{ env: Record<string, string>; seen: Body[] }> {
  const seen: Body[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    seen.push(body);
    const answer = count(body);
    const isCount = typeof answer === 'number';
    response.writeHead(isCount ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isCount ? { input_tokens: answer } : { error: { message: answer } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { env: { ANTHROPIC_API_KEY: 'sk-test-1', ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` }, seen };
}

const size = (body: Body) => JSON.stringify([body.messages, body.system, body.tools]).length;
const body = blockBody(30);
const stdin = JSON.stringify(body);
const ask = (args: readonly string[], env: Record<string, string>, input = stdin) =>
  cli(['trim', '-', '--ask-provider', ...args], { stdin: input, env });
const messagesOf = (stdout: string): readonly unknown[] => JSON.parse(stdout).messages;

test.each([
  ['more than the estimate', (of: Body) => Math.ceil(size(of) / 2)],
  ['less than the estimate', (of: Body) => Math.ceil(size(of) / 10)],
])('a provider that counts %s gets the largest window that fits by its count', async (_, count) => {
  const { env, seen } = await serve(count);
  const limit = Math.ceil(count(body as unknown as Body) * 0.6);
  const { code, stdout, stderr } = await ask(['--limit', String(limit), '--reserve', '0'], env);
  const kept = messagesOf(stdout);
  expect(code).toBe(0);
  expect(count(JSON.parse(stdout))).toBeLessThanOrEqual(limit);
  // One exchange more would not fit, or only just: the estimate is corrected by one factor.
  const all = body.messages as readonly unknown[];
  const more = { ...body, messages: all.slice(all.length - kept.length - 8) } as unknown as Body;
  expect(count(more)).toBeGreaterThan(limit);
  expect(seen.length).toBeLessThanOrEqual(5);
  expect(stderr).toContain('(estimate corrected by the provider)');
  expect(stderr).toMatch(/ {2}provider counts [\d,]+ tokens, of [\d,]+ allowed \(asked (once|\d times)\)/);
});

test('what fits is asked about once, with the whole request', async () => {
  const { env, seen } = await serve(() => 10);
  const { code, stdout, stderr } = await ask(['--limit', '90000'], env);
  expect([code, stdout === stdin]).toEqual([0, true]);
  expect(seen).toEqual([{ model: 'claude-opus-4-8', system: 'Be brief.', messages: body.messages }]);
  expect(stderr).toContain('provider counts 10 tokens, of 89,950 allowed (asked once)');
});

test('a budget is that of the messages alone', async () => {
  const { env, seen } = await serve(() => 10);
  await ask(['--budget', '90000'], env);
  expect(seen).toEqual([{ model: 'claude-opus-4-8', messages: body.messages }]);
});

test('--json says what the provider said', async () => {
  const { env } = await serve(() => 10);
  const { stdout } = await ask(['--limit', '90000', '--json'], env);
  expect(JSON.parse(stdout).provider).toEqual({ tokens: 10, allowed: 89_950, isOver: false, calls: 1 });
});

test('a provider that is never content is asked a few times, and the window is told to be over', async () => {
  const { env, seen } = await serve(() => 1_000_000);
  const { code, stderr } = await ask(['--limit', '900', '--on-empty', 'extend'], env);
  expect(code).toBe(1);
  expect(stderr).toContain('over the 850 that are allowed');
  expect(seen.length).toBeLessThanOrEqual(5);
});

test('where the estimate finds no window, a provider that counts less may', async () => {
  const { env } = await serve(({ messages }) => messages.length * 2);
  const { code, stdout } = await ask(['--budget', '20'], env);
  expect(code).toBe(0);
  expect([5, 9]).toContain(messagesOf(stdout).length);
});

test.each<readonly [string, Record<string, string>, string, string]>([
  ['without a key', { ANTHROPIC_API_KEY: '' }, stdin, 'no key to count with: set ANTHROPIC_API_KEY'],
  [
    'for a target without an endpoint',
    {},
    JSON.stringify(questions(2)),
    'no endpoint counts OpenAI chat requests for openai',
  ],
  ['without a model', {}, JSON.stringify(body.messages), 'is not named; add --model'],
])('%s it ends with one line', async (_, env, input, message) => {
  const served = await serve(() => 10);
  const { code, stdout, stderr } = await ask(['--budget', '90000'], { ...served.env, ...env }, input);
  expect([code, stdout, served.seen]).toEqual([2, '', []]);
  expect(stderr).toMatch(/^transcript-lint: error: [^\n]*\n$/);
  expect(stderr).toContain(message);
});

test('a refusal is told, without the key', async () => {
  const { env } = await serve(() => 'sk-test-1 may not do this');
  const { code, stdout, stderr } = await ask(['--budget', '90000'], env);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/answered 400: \[key\] may not do this\n$/);
});

test('--model names it', async () => {
  const { env, seen } = await serve(() => 10);
  await ask(['--budget', '90000', '--model', 'claude-haiku-4-5'], env, JSON.stringify(body.messages));
  expect(seen).toMatchObject([{ model: 'claude-haiku-4-5' }]);
});
