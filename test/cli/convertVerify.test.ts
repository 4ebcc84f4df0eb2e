// Whether the provider agrees, against a server on this machine that answers as Anthropic's counting endpoint does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from './cli';

const KEY = 'sk-secret-0123456789';

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** `judge` is what the provider makes of a body. */
async function serve(judge: (body: Record<string, unknown>) => Reply) {
  const seen: { readonly url: string | undefined; readonly key: unknown; readonly body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    seen.push({ url: request.url, key: request.headers['x-api-key'], body });
    const reply = judge(body);
    response.writeHead(reply.status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` }, seen };
}

const takes = (): Reply => ({ status: 200, body: { input_tokens: 12 } });
const refuses = (message: string, status = 400): Reply => ({ status, body: { type: 'error', error: { message } } });

const user = { role: 'user', content: 'q' };
const call = (given: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: given } }],
});
const result = { role: 'tool', tool_call_id: 'c1', content: 'r' };
const body = (...messages: object[]) =>
  JSON.stringify({ model: 'claude-opus-4-8', max_tokens: 5, stream: true, messages });
const sound = body({ role: 'system', content: 's' }, user, call('{"a":1}'), result);
const open = body(user, call('{}'), user);
const pairing =
  'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.';

const verify = (stdin: string, env: Record<string, string>, ...args: string[]) =>
  cli(['convert', '-', '--to', 'messages', '--verify', ...args], { stdin, env });
const verdictOf = (stderr: string) =>
  stderr.split('\n').find((line) => /^ {2}(agrees|differs|disagrees|unknown)/.test(line));

test('sends what the endpoint judges of the converted request, and says that both take it', async () => {
  const { env, seen } = await serve(takes);
  const { code, stdout, stderr } = await verify(sound, env);
  expect([code, verdictOf(stderr)]).toEqual([
    0,
    expect.stringMatching(/agrees +\/messages +anthropic takes it \(12 input tokens\)$/),
  ]);
  const { model, system, messages } = JSON.parse(stdout);
  expect(seen).toEqual([{ url: '/v1/messages/count_tokens', key: KEY, body: { model, system, messages } }]);
});

test('nobody is asked without being told to', async () => {
  const { env, seen } = await serve(takes);
  await cli(['convert', '-', '--to', 'messages'], { stdin: sound, env });
  expect(seen).toEqual([]);
});

test('both refuse it with the same words', async () => {
  const { env } = await serve(() => refuses(pairing));
  const { code, stderr } = await verify(open, env);
  expect(code).toBe(1);
  expect(stderr).toMatch(/error .*\[unanswered-call\]\n/); // the rules' own word beside it
  expect(verdictOf(stderr)).toMatch(/agrees +\/messages +anthropic answers 400: messages\.2: .*\[unanswered-call\]$/);
});

test('an open call at the end is judged as it is sent', async () => {
  const { env } = await serve(() => refuses('messages.1: `tool_use` ids were found'));
  const { code, stderr } = await verify(body(user, call('{}')), env);
  // With which index nobody has seen, so the rule has no words of the provider's.
  expect([code, verdictOf(stderr)]).toEqual([
    1,
    expect.stringMatching(/differs .*other words than those of open-call-at-tail$/),
  ]);
});

test.each([
  [
    'refuses what no rule refuses',
    sound,
    () => refuses('messages: too odd'),
    1,
    /disagrees .*answers 400: messages: too odd; no rule refuses it$/,
  ],
  [
    'refuses it in other words',
    open,
    () => refuses('No.'),
    1,
    /differs .*400: No\.; other words than those of unanswered-call$/,
  ],
  [
    'takes what a rule refuses',
    open,
    takes,
    1,
    /disagrees .*takes it \(12 input tokens\), and unanswered-call would refuse it$/,
  ],
  ['finds it too large', sound, () => refuses('request too large', 413), 1, /disagrees .*answers 413/],
])('a provider that %s', async (_, stdin, judge, expected, line) => {
  const { env } = await serve(judge);
  const { code, stderr } = await verify(stdin, env);
  expect([code, verdictOf(stderr)]).toEqual([expected, expect.stringMatching(line)]);
});

test.each([
  ['a key that is none', () => refuses(`${KEY} is no key`, 401), /unknown .*answered 401: \[key\] is no key$/],
  ['a model that nobody has', () => refuses('model: claude-x', 404), /unknown .*answered 404: model: claude-x$/],
  ['a provider under load', () => refuses('slow down', 429), /unknown .*answered 429 .*slow down$/],
  ['an answer without a count', () => ({ status: 200, body: {} }), /unknown .*answered without "input_tokens"$/],
])('%s is no verdict: the document is printed, and the exit code is 2', async (_, judge, line) => {
  const { env } = await serve(judge);
  const { code, stdout, stderr } = await verify(sound, env);
  expect([code, verdictOf(stderr)]).toEqual([2, expect.stringMatching(line)]);
  expect(JSON.parse(stdout).system).toBe('s');
  expect(stdout + stderr).not.toContain(KEY);
});

test('without a key nobody is asked, and that is said', async () => {
  const { env, seen } = await serve(takes);
  const { code, stderr } = await verify(sound, { ...env, ANTHROPIC_API_KEY: '' });
  expect([code, seen]).toEqual([2, []]);
  expect(verdictOf(stderr)).toContain('set ANTHROPIC_API_KEY');
});

test('each conversation of a file is judged, until one cannot be', async () => {
  const rows = [sound, open, sound].join('\n');
  const two = await serve(({ messages }) =>
    JSON.stringify(messages).includes('tool_result') ? takes() : refuses(pairing),
  );
  const all = await verify(rows, two.env, '--stdin-filename', 'a.jsonl', '--json');
  const verdicts = JSON.parse(all.stdout).verified.map((one: { verdict: string; pointer: string }) => [
    one.pointer,
    one.verdict,
  ]);
  expect([all.code, verdicts]).toEqual([
    1,
    [
      ['/0/messages', 'agrees'],
      ['/1/messages', 'agrees'],
      ['/2/messages', 'agrees'],
    ],
  ]);

  const none = await serve(() => refuses('no', 403));
  const stopped = await verify(rows, none.env, '--stdin-filename', 'a.jsonl');
  expect([stopped.code, none.seen.length]).toEqual([2, 1]);
  expect(stopped.stderr.match(/not asked any more/g)).toHaveLength(2);
});

test('--json has the verdict with all that was said', async () => {
  const { env } = await serve(() => refuses('No.'));
  const { stdout } = await verify(open, env, '--json');
  expect(JSON.parse(stdout).verified).toEqual([
    {
      ...{ pointer: '/messages', target: 'anthropic', verdict: 'differs', taken: false },
      ...{ status: 400, text: 'No.', rules: ['unanswered-call'] },
    },
  ]);
  const plain = await cli(['convert', '-', '--to', 'messages', '--json'], { stdin: sound });
  expect(JSON.parse(plain.stdout)).not.toHaveProperty('verified');
});

test('a list of messages and a session log are sent as requests', async () => {
  const { env, seen } = await serve(takes);
  await verify(JSON.stringify([user, call('{}'), result]), env, '--model', 'claude-haiku-4-5');
  const row = (id: string, parentId: string | null, message: object) =>
    JSON.stringify({ type: 'message', id, parentId, message });
  const log = `{"type":"session","version":3,"id":"s"}\n${row('a', null, user)}\n`;
  const { code } = await verify(log, env, '--model', 'claude-haiku-4-5', '--stdin-filename', 's.jsonl');
  expect(code).toBe(0);
  expect(seen.map((one) => one.body)).toMatchObject([
    { model: 'claude-haiku-4-5', messages: [user, { role: 'assistant' }, { role: 'user' }] },
    { model: 'claude-haiku-4-5', messages: [user] },
  ]);
});

test.each([
  [
    'a target whose provider judges nothing',
    sound,
    ['--to', 'chat', '--from', 'chat'],
    'no endpoint judges OpenAI chat requests for openai',
  ],
  [
    'a gateway to the same models',
    sound,
    ['--target', 'bedrock'],
    'no endpoint judges Anthropic Messages requests for bedrock',
  ],
  ['a request without a model', JSON.stringify([user, call('{}'), result]), [], 'the model is not named; add --model'],
])('%s is wrong use', async (_, stdin, args, message) => {
  const { env, seen } = await serve(takes);
  const { code, stdout, stderr } = await verify(stdin, env, ...args);
  expect([code, stdout, seen]).toEqual([2, '', []]);
  expect(stderr).toMatch(/^transcript-lint: error: --verify: [^\n]*\n$/);
  expect(stderr).toContain(message);
});

test('what is not written is not asked about', async () => {
  const { env, seen } = await serve(takes);
  const { code, stdout, stderr } = await verify(body(user, call('{"a')), env);
  expect([code, stdout, seen]).toEqual([1, '', []]);
  expect(stderr).toContain('[malformed-arguments]');
});
