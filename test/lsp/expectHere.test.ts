// A file says itself that a fault is meant.
import { expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { Client, pushClient } from './support';
import { orphans } from './texts';

async function expectAt(text: string, piece: string, uri: string, languageId = 'json'): Promise<Client | undefined> {
  const client = await Client.start({ capabilities: pushClient });
  await client.open(uri, text, languageId);
  const actions = (await client.actions(uri, client.rangeOf(uri, piece), { only: ['quickfix'] })) as CodeAction[];
  const action = actions.find(({ title }) => title === 'Expect "orphan-result" here');
  if (action === undefined) return undefined;
  await client.apply(action.edit ?? {});
  expect(await client.diagnostics(uri)).toEqual([]);
  return client;
}

const list = orphans(1).trimEnd();

test('in a request body: a member of the body', async () => {
  const uri = 'file:///work/body.json';
  const client = await expectAt(`{\n  "messages": ${list}\n}\n`, 'call_0', uri);
  expect(JSON.parse(client?.text(uri) ?? '')).toEqual({
    messages: JSON.parse(list),
    transcriptLint: { expect: ['orphan-result'] },
  });
});

test('beside what is expected already', async () => {
  const uri = 'file:///work/body.json';
  const text = `{\n  // known\n  "transcriptLint": { "expect": ["unanswered-call"] },\n  "messages": ${list}\n}\n`;
  const client = await Client.start({ capabilities: pushClient });
  await client.open(uri, text);
  const actions = (await client.actions(uri, client.rangeOf(uri, 'call_0'), { only: ['quickfix'] })) as CodeAction[];
  await client.apply(actions.find(({ title }) => title.startsWith('Expect'))?.edit ?? {});
  expect(client.text(uri)).toBe(text.replace('["unanswered-call"]', '["unanswered-call", "orphan-result"]'));
});

test('where there are comments: a comment above the place, indented as it is', async () => {
  const uri = 'file:///work/list.jsonc';
  const text = list.replaceAll('\n', '\r\n');
  const client = await expectAt(text, 'call_0', uri, 'jsonc');
  expect(client?.text(uri)).toMatch(/\r\n {2,4}\/\/ transcript-lint-expect: orphan-result\r\n/);
  expect(client?.text(uri).replace(/ *\/\/[^\n]*\n/, '')).toBe(text);
});

test('in a row of JSON Lines: in that row alone', async () => {
  const uri = 'file:///work/rows.jsonl';
  const row = JSON.stringify({ messages: JSON.parse(list) });
  const client = await Client.start({ capabilities: pushClient });
  await client.open(uri, `${row}\n${row}\n`, 'jsonl');
  const actions = (await client.actions(uri, client.rangeOf(uri, 'call_0'), { only: ['quickfix'] })) as CodeAction[];
  await client.apply(actions.find(({ title }) => title.startsWith('Expect'))?.edit ?? {});
  expect((await client.diagnostics(uri)).map(({ range }) => range.start.line)).toEqual([1]);
});

test('a bare list of plain JSON has no room for it', async () => {
  expect(await expectAt(list, 'call_0', 'file:///work/list.json')).toBeUndefined();
});

test('behind a byte order mark, which stays the first character', async () => {
  const text = `\ufeff${JSON.stringify(JSON.parse(list))}`;
  const client = await expectAt(text, 'call_0', 'file:///work/list.jsonc', 'jsonc');
  expect(client?.text('file:///work/list.jsonc')).toBe(
    text.replace('\ufeff', '\ufeff// transcript-lint-expect: orphan-result\n'),
  );
});
