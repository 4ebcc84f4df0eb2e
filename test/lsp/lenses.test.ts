// What stands above conversations: where, in which words, and that it stays there while somebody types.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ClientCapabilities,
  type CodeLens,
  CodeLensRequest,
  CodeLensResolveRequest,
  ShowDocumentRequest,
} from 'vscode-languageserver-protocol/node';
import { questions } from '../cli/trimSamples';
import { Client, pullClient } from './support';
import { orphans, pretty } from './texts';

const URI = 'file:///work/history.json';
const ROWS = 'file:///work/rows.jsonl';

const lensClient: ClientCapabilities = {
  ...pullClient,
  window: { showDocument: { support: true } },
  textDocument: { ...pullClient.textDocument, codeLens: {} },
};
const start = (settings: object = {}) => Client.start({ capabilities: lensClient, settings: () => settings });

/** Each lens as `line: title`, lines counted from 1. */
async function shown(client: Client, uri = URI): Promise<string[]> {
  const found = (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  const resolved = await Promise.all(found.map((one) => resolve(client, one)));
  return resolved.map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`);
}

async function resolve(client: Client, lens: CodeLens): Promise<CodeLens> {
  return lens.command ? lens : client.connection.sendRequest(CodeLensResolveRequest.type, lens);
}

const places = (lenses: readonly string[]) => lenses.map((one) => one.split(':')[0]);

const good = JSON.stringify({ messages: questions(1) });
const bad = JSON.stringify({ messages: [...questions(1), { role: 'tool', tool_call_id: 'none', content: 'x' }] });

test('the one conversation of a file has its line above line 1, wherever its list stands', async () => {
  const client = await start({ target: 'azure' });
  await client.open(URI, JSON.stringify({ model: 'gpt-4o', note: ['a', 'b'], messages: questions(4) }, undefined, 2));
  expect(await shown(client)).toEqual([
    expect.stringMatching(/^1: OpenAI chat → azure · 16 turns · 1 tool · ~\d+ tokens · no problems$/),
  ]);
});

test('tokens in thousands, the own shape without a target', async () => {
  const client = await start();
  const long = { role: 'user', content: 'word '.repeat(9000) };
  const call = { role: 'assistant', content: '', tool_calls: [{ tool_call_id: 'a1', name: 'f', arguments: {} }] };
  await client.open(URI, pretty([long, call, { role: 'tool', tool_call_id: 'a1', content: 'x' }]));
  expect(await shown(client)).toEqual([
    expect.stringMatching(/^1: Flat \(Transcript Lint's own\) · 3 turns · 1 tool · ~\d\.?\d?k tokens · no problems$/),
  ]);
});

test('each of several conversations has a line above its request', async () => {
  const client = await start();
  const text = `[\n  {\n    "model": "m",\n    "messages": ${good.slice('{"messages":'.length, -1)}\n  },\n  {\n    "messages": ${good.slice('{"messages":'.length, -1)}\n  }\n]\n`;
  await client.open(URI, text);
  expect(places(await shown(client))).toEqual(['2', '6']);
});

test('rows have one summary, and a line above those with problems alone', async () => {
  const client = await start();
  await client.open(ROWS, `${[good, bad, good, '{"messages":[', bad].join('\n')}\n`, 'jsonl');
  const [summary, ...rows] = await shown(client, ROWS);
  expect(summary).toMatch(/^1: 5 rows · 4 chat, 1 broken · \d problems in 3 rows · next$/);
  expect(rows.filter((one) => !one.includes('Normalize'))).toEqual([
    expect.stringMatching(/^2: OpenAI chat → openai · \d problems?$/),
    '4: not checked: syntax error at line 4',
    expect.stringMatching(/^5: OpenAI chat → openai · \d problems?$/),
  ]);
});

test('more faulty rows than anybody reads: the summary says how many have a line', async () => {
  const client = await start();
  await client.open(ROWS, `${bad}\n`.repeat(600), 'jsonl');
  const found = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: ROWS } });
  const [first] = found ?? [];
  expect((await resolve(client, first as CodeLens)).command?.title).toMatch(
    / in 600 rows; the first 500 have a line · next$/,
  );
  expect(new Set(found?.map(({ range }) => range.start.line)).size).toBe(500);
});

test('a conversation that does not parse was not checked, and is never called clean', async () => {
  const client = await start();
  const text = pretty(questions(2));
  await client.open(URI, text.replace('"role": "assistant"', '"role": "assistant'));
  expect((await shown(client)).join('\n')).toMatch(/· not checked: syntax error at line \d+$/);
  expect((await shown(client)).join('\n')).not.toContain('no problems');
});

test('a conversation that somebody breaks keeps what was known of it', async () => {
  const client = await start({ window: { last: 5 } });
  await client.open(URI, pretty(questions(4)));
  const before = await shown(client);
  await client.replace(URI, '"Question 1', '"Question 1"');
  const after = await shown(client);
  expect(places(after)).toEqual(places(before));
  expect(after[0]).toMatch(
    /^1: OpenAI chat → openai · 16 turns · 1 tool · ~\d+ tokens · .*not checked: syntax error at line \d+$/,
  );
});

const SEED = 20261130;

test('lines stay where they are while a message is typed into it, at each key', async () => {
  const entry = '{ "role": "user", "content": "And \\"now\\"?" },\n  ';
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 15 }), fc.boolean(), async (at, isBody) => {
      const list = pretty(questions(4));
      const client = await start();
      await client.open(URI, isBody ? `{ "model": "gpt-4o",\n "messages": ${list}}` : list);
      const before = await shown(client);
      const text = client.text(URI);
      const place = [...text.matchAll(/\{\s+"role"/g)][at]?.index ?? 0;
      const { line, character } = lineAt(text, place);
      let column = character;
      let row = line;
      for (const key of entry) {
        const where = { line: row, character: column };
        await client.change(URI, { range: { start: where, end: where }, text: key });
        if (key === '\n') [row, column] = [row + 1, 0];
        else column += 1;
        expect(places(await shown(client))).toEqual(places(before));
      }
    }),
    { seed: SEED, numRuns: 4 },
  );
});

test('the line of a conversation stays one and where it is while a member is typed in front of its list', async () => {
  const client = await start();
  await client.open(URI, JSON.stringify({ messages: questions(2) }, undefined, 2));
  const before = await shown(client);
  let character = 1;
  for (const key of '"stop": ["a", {"b": "c"}], "t": "x",') {
    const where = { line: 0, character };
    await client.change(URI, { range: { start: where, end: where }, text: key });
    character += 1;
    expect(places(await shown(client))).toEqual(['1']);
  }
  expect(await shown(client)).toEqual(before);
});

test('rows: no line comes or goes while a row is typed in', async () => {
  const client = await start();
  await client.open(ROWS, `${[good, bad, good].join('\n')}\n`, 'jsonl');
  const before = places(await shown(client, ROWS));
  for (const row of [0, 1]) {
    const character = (row === 0 ? good : bad).length - 2;
    const where = { line: row, character };
    let column = character;
    for (const key of ',{"role":"user","content":"More."}') {
      const at = { line: row, character: column++ };
      await client.change(ROWS, { range: { start: at, end: at }, text: key });
      const now = places(await shown(client, ROWS));
      expect(new Set(now), `${row} ${key}`).toEqual(new Set(before));
    }
    expect(where.character).toBe(character);
  }
});

test('a click on the line goes to the next problem, and round', async () => {
  const client = await start();
  const went: string[] = [];
  client.connection.onRequest(ShowDocumentRequest.type, ({ uri, selection }) => {
    went.push(selection === undefined ? '' : client.at(uri, selection));
    return { success: true };
  });
  await client.open(URI, orphans(2));
  const [lens] = (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: URI } })) ?? [];
  const { command } = await resolve(client, lens as CodeLens);
  const argument = command?.arguments?.[0];
  await client.execute(command?.command ?? '', argument);
  const position = client.rangeOf(URI, 'call_0').end;
  await client.execute(command?.command ?? '', { ...argument, position });
  const end = client.rangeOf(URI, 'call_1').end;
  await client.execute(command?.command ?? '', { ...argument, position: end });
  expect(went.map((text) => /call_\d/.exec(text)?.[0])).toEqual(['call_0', 'call_1', 'call_0']);
});

function lineAt(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
