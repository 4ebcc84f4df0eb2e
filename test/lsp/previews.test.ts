// What a whole-file change would do, told before it is done; and where inserted text goes.
import { expect, test } from 'vitest';
import { questions } from '../cli/trimSamples';
import { Client, plainClient } from './support';
import { call, orphans, pretty } from './texts';

const URI = 'file:///work/history.json';
const NORMALIZE = 'transcript-lint.normalize';
const INSERT = 'transcript-lint.insertText';

interface Answer {
  readonly applied: boolean;
  readonly summary: string;
  readonly version?: number;
  readonly text?: string;
  readonly changes?: readonly { kind: string; words: string; why: string; pointer: string; range?: unknown }[];
  readonly calls?: readonly { id: string; name: string; arguments: string; pointer: string }[];
  readonly range?: { start: { line: number; character: number }; end: { line: number; character: number } };
}

async function open(text: string): Promise<Client> {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  return client;
}

const execute = async (client: Client, command: string, argument: object) =>
  (await client.execute(command, { uri: URI, ...argument })) as Answer;

const lossy = pretty([
  { role: 'user', content: 'Rain in Oslo?' },
  {
    role: 'tool',
    tool_call_id: 'gone',
    content: 'The forecast\nsays rain, and more of it than anybody would like to read of in one line.',
  },
  { role: 'assistant', content: null, tool_calls: [call('call_1')] },
  { role: 'user', content: 'And?' },
]);

test('normalizing is previewed: each loss in its own words, with rule and place, and nothing changes', async () => {
  const client = await open(lossy);
  const answer = await execute(client, NORMALIZE, { preview: true });
  expect(answer).toMatchObject({ applied: false, summary: '1 drop, 1 insertion', version: 1 });
  expect(answer.changes).toMatchObject([
    { kind: 'dropped', why: 'result, orphan-result', pointer: '/1' },
    { kind: 'inserted', words: 'Tool call was interrupted; no result.', pointer: '/2/tool_calls/0' },
  ]);
  const words = answer.changes?.[0]?.words ?? '';
  expect(words).toMatch(/^The forecast says rain, and more .*…$/);
  expect(words.length).toBeLessThanOrEqual(61);
  expect(client.text(URI)).toBe(lossy);
  expect(client.applied).toEqual([]);
  // What is then done is what was shown.
  expect(await execute(client, NORMALIZE, { version: answer.version })).toMatchObject({ applied: true });
  expect(client.text(URI)).toBe(answer.text);
});

test('what was shown of another state of the text is not done', async () => {
  const client = await open(lossy);
  const { version } = await execute(client, NORMALIZE, { preview: true });
  await client.replace(URI, 'And?', 'And then?');
  await expect(execute(client, NORMALIZE, { version })).rejects.toThrow(/has changed since/);
});

test('one conversation of several is previewed alone', async () => {
  const client = await open(`[{"messages":${orphans(2)}},{"messages":${orphans(1)}}]`);
  const { changes = [] } = await execute(client, NORMALIZE, { preview: true, conversation: '/1/messages' });
  expect(changes.map(({ pointer }) => pointer)).toEqual([expect.stringMatching(/^\/1\/messages\//)]);
});

test('trimming is previewed entry by entry, with the place that the window starts at', async () => {
  const client = await open(pretty(questions(4)));
  const asked = { last: 5, preview: true, changes: true };
  const answer = await execute(client, 'transcript-lint.trim', asked);
  expect(answer.changes?.map(({ pointer, why }) => `${pointer} ${why}`).slice(0, 2)).toEqual([
    '/0 user',
    '/1 assistant',
  ]);
  expect(answer.changes?.[0]?.words).toMatch(/^Question/);
  await execute(client, 'transcript-lint.trim', { last: 5 });
  expect(client.text(URI)).toBe(answer.text);
});

const waiting = pretty([
  { role: 'user', content: 'Rain in Oslo and Bergen?' },
  { role: 'assistant', content: null, tool_calls: [call('call_1'), call('call_2')] },
  { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
  { role: 'user', content: 'Well?' },
  { role: 'assistant', content: null, tool_calls: [call('call_3')] },
]);
const roles = (client: Client) =>
  JSON.parse(client.text(URI)).map((one: { role: string; tool_call_id?: string }) => one.tool_call_id ?? one.role);
const at = (client: Client, piece: string) => client.rangeOf(URI, piece).start;

test('the calls that wait for a result are offered, the one before the cursor first', async () => {
  const client = await open(waiting);
  const { calls } = await execute(client, INSERT, { preview: true, position: at(client, 'Well?') });
  expect(calls?.map(({ id }) => id)).toEqual(['call_2', 'call_3']);
  expect(calls?.[0]).toMatchObject({
    name: JSON.parse(waiting)[1].tool_calls[0].function.name,
    pointer: '/1/tool_calls/1',
  });
  expect(calls?.[0]?.arguments).not.toBe('');
});

test('a result goes behind its call and the results there, wherever the cursor is, and is shown', async () => {
  const client = await open(waiting);
  const message = { text: 'Sun.', role: 'tool', tool_call_id: 'call_2' };
  const { range } = await execute(client, INSERT, { ...message, position: at(client, 'Rain in Oslo') });
  expect(roles(client)).toEqual(['user', 'assistant', 'call_1', 'call_2', 'user', 'assistant']);
  expect(JSON.parse(client.at(URI, range ?? client.rangeOf(URI, '[')))).toEqual({
    role: 'tool',
    tool_call_id: 'call_2',
    content: 'Sun.',
  });
});

test.each(['call_1', '"Rain."'])('no message comes between a call and its result: %s', async (piece) => {
  const client = await open(waiting);
  await execute(client, INSERT, { text: 'Hello.', role: 'user', position: at(client, piece) });
  expect(roles(client)).toEqual(['user', 'assistant', 'call_1', 'user', 'user', 'assistant']);
});

test('what does not parse is left alone and said, never called normal', async () => {
  const broken = lossy.replace('"Rain in Oslo?"', '"Rain in Oslo?');
  const alone = await open(broken);
  await expect(execute(alone, NORMALIZE, { preview: true })).rejects.toThrow(
    /^Nothing is normalized: syntax error at line \d+\.$/,
  );
  await expect(execute(alone, NORMALIZE, {})).rejects.toThrow(/syntax error/);
  const beside = await open(`[{"messages":${orphans(1)}},{"messages":${broken}}]`);
  const { summary } = await execute(beside, NORMALIZE, { preview: true });
  expect(summary).toBe('1 drop, 1 conversation with syntax errors left alone');
});
