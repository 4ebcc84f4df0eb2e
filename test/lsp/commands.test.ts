import { expect, test } from 'vitest';
import { Client, plainClient } from './support';
import { answered, notOurs, orphans, pretty, row } from './texts';

const URI = 'file:///work/cut.json';

test('normalize works on the whole file and says what it did', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, orphans(2));
  expect(await client.execute('transcript-lint.normalize', { uri: URI })).toEqual({
    applied: true,
    summary: '2 drops',
  });
  expect(client.text(URI)).toBe(orphans(0));
  expect(await client.execute('transcript-lint.normalize', { uri: URI })).toEqual({ applied: false, summary: '' });
  expect(client.applied).toHaveLength(1);
});

test('fix all takes the bare URI too', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, orphans(2));
  expect(await client.execute('transcript-lint.fixAll', URI)).toMatchObject({ applied: true });
  expect(client.text(URI)).toBe(orphans(0));
});

test('text becomes a message at the cursor, in the shape of the conversation', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, answered);
  const position = client.rangeOf(URI, 'Do I need').start;
  const insert = { uri: URI, position, text: 'It rains.', role: 'assistant' };
  expect(await client.execute('transcript-lint.insertText', insert)).toMatchObject({ applied: true });
  const before = JSON.parse(answered) as unknown[];
  expect(JSON.parse(client.text(URI))).toEqual([
    before[0],
    { role: 'assistant', content: 'It rains.' },
    ...before.slice(1),
  ]);
});

test('a tool result goes into messages as a block of a user message', async () => {
  const client = await Client.start({ capabilities: plainClient });
  const block = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} };
  const text = pretty({
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [block] },
    ],
  });
  await client.open(URI, text);
  const position = client.rangeOf(URI, 'toolu_1').start;
  await client.execute('transcript-lint.insertText', {
    uri: URI,
    position,
    text: 'Rain',
    role: 'tool',
    tool_call_id: 'toolu_1',
  });
  expect(JSON.parse(client.text(URI)).messages[2]).toEqual({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain' }],
  });
});

test('where there is no conversation nothing is inserted, and the client is told', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, notOurs);
  const insert = { uri: URI, position: { line: 1, character: 0 }, text: 'It rains.', role: 'user' };
  expect(await client.execute('transcript-lint.insertText', insert)).toEqual({ applied: false, summary: '' });
});

test('JSON Lines get a line', async () => {
  const client = await Client.start({ capabilities: plainClient });
  const uri = 'file:///work/rows.jsonl';
  await client.open(uri, `${row('a')}\n`, 'jsonl');
  await client.execute('transcript-lint.insertText', {
    uri,
    position: { line: 0, character: 40 },
    text: 'Hm',
    role: 'user',
  });
  expect(client.text(uri).split('\n')).toHaveLength(2);
  expect(JSON.parse(client.text(uri)).messages).toHaveLength(4);
});

test('wrong use is an error with a reason', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, answered);
  await expect(client.execute('transcript-lint.normalize', { uri: 'file:///work/other.json' })).rejects.toThrow(
    /not open/,
  );
  await expect(client.execute('transcript-lint.normalize', 12)).rejects.toThrow(/needs the URI/);
  await expect(client.execute('transcript-lint.explode', { uri: URI })).rejects.toThrow(/no command/);
});
