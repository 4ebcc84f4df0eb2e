// Lines above conversations and window starts, and trimming from an editor.
import { expect, test } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  DidChangeConfigurationNotification,
} from 'vscode-languageserver-protocol/node';
import { estimateEntry } from '../../server/src/core/index';
import { questions } from '../cli/trimSamples';
import { Client, type ClientOptions, plainClient, pullClient } from './support';
import { notOurs, orphans, pretty } from './texts';

const URI = 'file:///work/history.json';
const list = questions(4);
const text = pretty(list);
const total = (from: number) => list.slice(from).reduce((sum, entry) => sum + estimateEntry(entry), 0);

const lensClient: ClientCapabilities = {
  ...pullClient,
  workspace: { ...pullClient.workspace, codeLens: { refreshSupport: true } },
  textDocument: { ...pullClient.textDocument, codeLens: {} },
};
const start = (window: object | undefined, options: ClientOptions = {}) =>
  Client.start({ capabilities: lensClient, settings: () => ({ window }), ...options });

/** Each lens as a person sees it: what it says, and the text behind its place. */
async function lenses(client: Client, uri = URI): Promise<{ title: string; line: string; lens: CodeLens }[]> {
  const found = (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  return Promise.all(
    found.map(async (one) => {
      const lens = one.command ? one : await client.connection.sendRequest(CodeLensResolveRequest.type, one);
      const line = client.text(uri).split('\n')[lens.range.start.line] ?? '';
      return { title: lens.command?.title ?? '', line, lens };
    }),
  );
}
const titles = async (client: Client, uri = URI) => (await lenses(client, uri)).map(({ title }) => title);

test('a conversation says what it is', async () => {
  const client = await start(undefined);
  expect(client.result.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
  await client.open(URI, text);
  expect(await titles(client)).toEqual([
    `OpenAI chat → openai · 16 turns · 1 tool · ~${total(0)} tokens · no problems`,
  ]);
});

test('what normalization would drop can be dropped from its lens', async () => {
  const client = await start(undefined);
  await client.open(URI, orphans(3));
  const [first, second] = await lenses(client);
  expect(first?.title).toMatch(/^OpenAI chat → openai · 5 turns · ~\d+ tokens · 3 problems$/);
  expect(second?.title).toBe('Normalize (3 drops)…');
  const { command = '', arguments: args = [] } = second?.lens.command ?? {};
  await client.execute(command, args[0]);
  expect(client.text(URI)).toBe(orphans(0));
});

test('a configured window marks the entry that it starts at, and follows the text', async () => {
  const budget = total(7);
  const client = await start({ budget });
  await client.open(URI, text);
  const window = (await lenses(client)).at(-1);
  expect(window?.title).toBe(`window of ${budget} tokens starts here · 8 turns above left out`);
  expect(window?.line).toBe('  {');
  expect(client.text(URI).split('\n')[(window?.lens.range.start.line ?? 0) + 2]).toContain('Question 2');
  await client.replace(URI, 'Question 3', 'A much longer third question that takes more tokens than there are');
  const moved = (await lenses(client)).at(-1);
  expect(client.text(URI).split('\n')[(moved?.lens.range.start.line ?? 0) + 2]).toContain('A much longer third');
});

test.each([
  ['everything fits', { budget: 9000 }, []],
  ['nothing is configured', { pinHead: true }, []],
  ['no window is legal', { budget: 20 }, [`no window of 20 tokens fits: the smallest is ${total(12)}`]],
  ['entries are counted', { last: 5 }, ['window of 5 entries starts here · 12 turns above left out']],
  ['two sizes are named', { last: 5, budget: 20 }, []],
  ['VS Code sends null', { last: 5, budget: null, limit: null }, [expect.stringMatching(/^window of 5 entries/)]],
])('where %s', async (_, window, expected) => {
  const client = await start(window);
  await client.open(URI, text);
  expect((await titles(client)).slice(1)).toEqual(expected);
});

test('the configuration file goes before the settings', async () => {
  const files = new Map([['file:///work/transcript-lint.config.json', '{ "window": { "last": 4 } }']]);
  const client = await start({ budget: 9000, pinHead: true }, { files, folders: ['file:///work'] });
  await client.open(URI, text);
  expect((await titles(client)).at(-1)).toBe('window of 4 entries starts here · 12 turns above left out');
});

test('other JSON sees nothing, nor does anybody who turned lenses off', async () => {
  const client = await start({ last: 4 });
  await client.open(URI, notOurs);
  expect(await titles(client)).toEqual([]);
  const off = await start(undefined, { settings: () => ({ codeLens: false, window: { last: 4 } }) });
  await off.open(URI, text);
  expect(await titles(off)).toEqual([]);
});

test('a client that does not say that it shows lenses may ask all the same', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  expect(await titles(client)).toHaveLength(1);
});

test('a change of configuration has the lenses asked for again', async () => {
  const client = await start(undefined);
  let refreshes = 0;
  client.connection.onRequest(CodeLensRefreshRequest.type, () => {
    refreshes += 1;
  });
  await client.open(URI, text);
  await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  await client.settle();
  expect(refreshes).toBe(1);
});

test('the configured window is a rewrite of the conversation at the cursor', async () => {
  const client = await start({ budget: total(8) });
  await client.open(URI, pretty({ a: list, b: list }));
  const actions = await client.actions(URI, client.rangeOf(URI, 'Question 1'), { only: ['refactor.rewrite'] });
  const trim = actions.find(({ title }) => title.startsWith('Trim'));
  expect(trim?.title).toBe(`Trim to ${total(8)} tokens (drops 8 of 16 turns)`);
  const { edit } = await client.resolve(trim as CodeAction);
  await client.apply(edit ?? {});
  expect(JSON.parse(client.text(URI))).toEqual({ a: list.slice(8), b: list });
});

test('where everything fits nothing is offered', async () => {
  const client = await start({ budget: 9000 });
  await client.open(URI, text);
  const actions = await client.actions(URI, client.rangeOf(URI, 'Question 1'), { only: ['refactor.rewrite'] });
  expect(actions.filter(({ title }) => title.startsWith('Trim'))).toEqual([]);
});

const TRIM = 'transcript-lint.trim';

test('a preview says what would go, and changes nothing', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  const answer = await client.execute(TRIM, { uri: URI, budget: total(7), preview: true });
  expect(answer).toEqual({
    ...{ applied: false, summary: 'drops 8 of 16 turns', version: 1 },
    conversations: [
      {
        ...{ pointer: '', unit: 'tokens', entries: 16, dropped: 8, start: 8 },
        at: { line: expect.any(Number), character: 2 },
        ...{ tokensBefore: total(0), tokens: total(8), budget: total(7) },
        reason: `What fits ${total(7)} tokens begins at entry 7; the next user turn without results is entry 8.`,
      },
    ],
  });
  const [shown] = (answer as { conversations: { at: { line: number } }[] }).conversations;
  expect(client.text(URI).split('\n')[(shown?.at.line ?? 0) + 2]).toContain('Question 2');
  expect(client.applied).toEqual([]);
});

test('trimming is one edit, and a second one finds nothing to do', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  const trim = () => client.execute(TRIM, { uri: URI, budget: total(8) });
  expect(await trim()).toEqual({ applied: true, summary: 'drops 8 of 16 turns' });
  expect(client.text(URI)).toBe(pretty(list.slice(8)));
  expect(await trim()).toEqual({ applied: false, summary: '' });
  expect(client.applied).toHaveLength(1);
});

test('a pinned head, one conversation of several, and the smallest window where none fits', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, pretty({ a: list, b: list }));
  await client.execute(TRIM, { uri: URI, last: 5, pinHead: true, conversation: '/a' });
  const { a, b } = JSON.parse(client.text(URI));
  expect([a.length, a[1].content.split('\n')[0], b]).toEqual([5, '[11 earlier turns left out]', list]);
  const answer = await client.execute(TRIM, { uri: URI, budget: 20, onEmpty: 'extend', conversation: '/b' });
  expect(answer).toMatchObject({ applied: true });
  expect(JSON.parse(client.text(URI)).b).toEqual(list.slice(12));
});

test('what cannot be trimmed is said, what can be is trimmed', async () => {
  const client = await Client.start({ capabilities: plainClient });
  const small = [list[0], list[3]];
  await client.open(URI, pretty({ a: list, b: [...small, ...small, ...small, ...small] }));
  const budget = total(12) - 1;
  expect(await client.execute(TRIM, { uri: URI, budget })).toEqual({
    applied: true,
    summary: 'drops 4 of 24 turns, 1 conversation without a legal window left alone',
  });
  await expect(client.execute(TRIM, { uri: URI, budget, conversation: '/a' })).rejects.toThrow(/No legal window fits/);
});

test('without a size the configured window counts, and its head', async () => {
  const client = await Client.start({
    capabilities: plainClient,
    initializationOptions: { window: { last: 5, pinHead: true } },
  });
  await client.open(URI, text);
  await client.execute(TRIM, { uri: URI });
  expect(JSON.parse(client.text(URI))).toHaveLength(5);
  await client.execute(TRIM, { uri: URI, last: 1, pinHead: false, onEmpty: 'extend' });
  expect(JSON.parse(client.text(URI))[0].content).toContain('Question 3');
});

test.each<readonly [object, RegExp]>([
  [{}, /Say how large the window may be/],
  [{ budget: 0 }, /"budget" must be a whole number, 1 or more/],
  [{ budget: '8k' }, /"budget" must be a whole number/],
  [{ last: 2.5 }, /"last" must be a whole number/],
  [{ budget: 5, last: 5 }, /"budget" and "last" exclude each other/],
  [{ budget: 5, version: 99 }, /has changed since/],
])('wrong use is an error with a reason: %j', async (request, message) => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  await expect(client.execute(TRIM, { uri: URI, ...request })).rejects.toThrow(message);
});
