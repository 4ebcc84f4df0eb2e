// Conversion to another dialect from an editor: code actions, the command, its preview.
import { expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { convertDocument, defaultResolvedConfig, TranscriptDocument } from '../../server/src/core/index';
import { Client, isAction, plainClient, pullClient, pushClient } from './support';
import { answered, notOurs, pretty } from './texts';

const URI = 'file:///work/history.json';
const CONVERT = 'transcript-lint.convert';

const asked = { role: 'user', content: 'q' };
const said = { role: 'user', content: 'Go on.' };
const called = (given: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: given } }],
});
const result = { role: 'tool', tool_call_id: 'c1', content: 'r' };
/** One malformed input, one name that Messages has no place for. */
const costly = pretty({
  messages: [{ ...asked, name: 'ann' }, called('{"a'), result, said],
  max_tokens: 100,
});
/** Nothing answers its call, and nobody can send it. */
const refused = pretty([asked, called('{"a')]);
const malformed = /arguments of the call "c1" are no JSON, and the call is new/;

const converted = (text: string, to: 'chat' | 'messages' | 'flat', uri = URI) =>
  convertDocument(TranscriptDocument.open(text, { uri, config: defaultResolvedConfig }), { to }).text;

async function offers(client: Client, at: string, uri = URI): Promise<CodeAction[]> {
  const actions = await client.actions(uri, client.rangeOf(uri, at), { only: ['refactor.rewrite'] });
  return actions.filter(isAction).filter(({ title }) => title.startsWith('Convert'));
}

test('the other dialects are offered, and resolved to one edit', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, costly);
  const found = await offers(client, 'Go on');
  expect(found.map(({ title, kind, edit }) => [title, kind, edit])).toEqual([
    ["Convert to Flat (Transcript Lint's own)", 'refactor.rewrite', undefined],
    ['Convert to Anthropic Messages', 'refactor.rewrite', undefined],
  ]);
  const { edit } = await client.resolve(found[1] as CodeAction);
  await client.apply(edit ?? {});
  expect(client.text(URI)).toBe(converted(costly, 'messages'));
  expect(client.applied).toHaveLength(1);
  expect((await offers(client, 'Go on')).map(({ title }) => title)).toEqual([
    "Convert to Flat (Transcript Lint's own)",
    'Convert to OpenAI chat',
  ]);
});

test('the edit leaves alone what is the same in both dialects', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, costly);
  await client.execute(CONVERT, { uri: URI, to: 'messages' });
  const [edit] = client.applied;
  const [edits = []] = Object.values(edit?.changes ?? {});
  expect(edits.map(({ newText }) => newText).join('')).not.toContain('max_tokens');
  expect(JSON.parse(client.text(URI)).max_tokens).toBe(100);
});

test('indentation, line ends and comments around the conversation stay', async () => {
  const text = `{\t// of Tuesday\n\t"messages": [\n\t\t{"role": "user", "content": "q"},\n\t\t${JSON.stringify(called('{}'))},\n\t\t${JSON.stringify(result)}\n\t]\n}\n`;
  const crlf = text.replaceAll('\n', '\r\n');
  const client = await Client.start({ capabilities: plainClient });
  const uri = 'file:///work/history.jsonc';
  await client.open(uri, crlf, 'jsonc');
  await client.execute(CONVERT, { uri, to: 'messages' });
  const after = client.text(uri);
  expect(after).toContain('{\t// of Tuesday\r\n\t"messages": [\r\n\t\t{"role": "user", "content": "q"},\r\n');
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after).toContain('tool_result');
});

test('a call that cannot be sent is refused when it is chosen, with the reason', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, refused);
  const found = await offers(client, '"q"');
  expect(found.map(({ title }) => title)).toEqual([
    "Convert to Flat (Transcript Lint's own)",
    'Convert to Anthropic Messages',
  ]);
  await expect(client.resolve(found[1] as CodeAction)).rejects.toThrow(malformed);
});

test('a problem has its own fixes in its menu, and no conversion of the whole file', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, refused);
  const [diagnostic] = await client.diagnostics(URI);
  expect(diagnostic).toBeDefined();
  const range = diagnostic?.range ?? client.rangeOf(URI, '"q"');
  const titles = async (context: object) => (await client.actions(URI, range, context)).map(({ title }) => title);
  expect((await titles({ triggerKind: 1 })).filter((title) => title.startsWith('Convert'))).toEqual([]);
  expect((await titles({ only: ['refactor'] })).filter((title) => title.startsWith('Convert'))).toHaveLength(2);
  const elsewhere = await client.actions(URI, client.rangeOf(URI, '"q"'), { triggerKind: 1 });
  expect(elsewhere.filter(({ title }) => title.startsWith('Convert'))).toHaveLength(2);
});

test('nothing is offered in a conversation that does not parse, in a file that is not ours, or at every cursor move', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, costly.replace('"Go on."', '"Go on.'));
  expect(await offers(client, '"c1"')).toEqual([]);
  await client.open('file:///work/acl.json', notOurs);
  expect(await offers(client, 'acl', 'file:///work/acl.json')).toEqual([]);
  await client.open('file:///work/fine.json', answered);
  const range = client.rangeOf('file:///work/fine.json', 'Rain');
  const byItself = await client.actions('file:///work/fine.json', range, { triggerKind: 2 });
  expect(byItself.filter(({ title }) => title.startsWith('Convert'))).toEqual([]);
});

test('several conversations go together, and the offer says so', async () => {
  const client = await Client.start({ capabilities: pushClient });
  const list = JSON.parse(answered);
  await client.open(URI, pretty({ a: list, b: list }));
  const found = await offers(client, 'Rain');
  expect(found.map(({ title }) => title)).toContain('Convert all 2 conversations to Anthropic Messages');
  const messages = found.find(({ title }) => title.endsWith('Messages'));
  await client.apply(messages?.edit ?? {}); // a client that resolves nothing has it at once
  const { a, b } = JSON.parse(client.text(URI));
  expect([a[1].content[0].type, b]).toEqual(['tool_use', a]);
});

test('clients without action literals get the command', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, answered);
  const actions = await client.actions(URI, client.rangeOf(URI, 'Rain'), { only: ['refactor.rewrite'] });
  const messages = actions.find(({ title }) => title === 'Convert to Anthropic Messages');
  expect(messages).toMatchObject({ command: CONVERT, arguments: [{ uri: URI, kind: 'convert', to: 'messages' }] });
});

test('the command says what was lost, with places of the text as it was', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, costly);
  const before = client.rangeOf(URI, '"ann"');
  expect(await client.execute(CONVERT, { uri: URI, to: 'messages', version: 1 })).toMatchObject({
    applied: true,
    summary: 'converted to Anthropic Messages (1 fallback, 1 lost)',
    conversions: [
      { to: 'messages', name: 'Anthropic Messages', ok: true, lost: [{ pointer: '/messages/0/name', range: before }] },
    ],
  });
});

test('what is in the dialect already stays', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, answered);
  expect(await client.execute(CONVERT, { uri: URI, to: 'chat' })).toMatchObject({ applied: false, summary: '' });
  expect(client.applied).toEqual([]);
});

test('options of the command are those of the library', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, pretty([asked, called('{}'), said]));
  await client.execute(CONVERT, { uri: URI, to: 'anthropic', normalize: true });
  expect(JSON.stringify(JSON.parse(client.text(URI)))).toContain('"tool_result"');
});

test.each([
  [{ to: 'latin' }, /"to" must be one of/],
  [{ to: 'gemini' }, /"gemini" does not say which dialect is meant/],
  [{ to: 'gemini', preview: true }, /"gemini" does not say which dialect is meant/],
  [{}, /Say which dialect to convert to/],
  [{ to: 'chat', target: 'anthropic' }, /"target" "anthropic" does not take the dialect chat/],
  [{ to: 'messages', version: 7 }, /has changed since/],
])('wrong use is an error with a reason: %j', async (request, message) => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, costly);
  await expect(client.execute(CONVERT, { uri: URI, ...request })).rejects.toThrow(message);
  expect(client.applied).toEqual([]);
});

test.each([
  ['a new call that cannot be sent', refused, malformed],
  ['a conversation that does not parse', costly.replace('"Go on."', '"Go on.'), /does not parse/],
  ['a file without a conversation', notOurs, /No conversation to convert was found/],
])('%s is refused, and the text stays', async (_, text, message) => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, text);
  await expect(client.execute(CONVERT, { uri: URI, to: 'messages' })).rejects.toThrow(message);
  expect(client.text(URI)).toBe(text);
  const { conversions } = (await client.execute(CONVERT, { uri: URI, to: 'messages', preview: true })) as Preview;
  expect(conversions).toMatchObject([{ ok: false, refusal: { reason: expect.stringMatching(message) } }]);
  expect(conversions[0]).not.toHaveProperty('text');
});

interface Preview {
  readonly version: number;
  readonly conversions: readonly {
    readonly to: string;
    readonly summary: string;
    readonly languageId: string;
    readonly text?: string;
    readonly problems: readonly { readonly range?: { readonly start: { readonly line: number } } }[];
  }[];
}

test('a preview of one dialect has the new text and the places in both', async () => {
  const client = await Client.start({ capabilities: plainClient });
  const open = pretty([{ ...asked, name: 'ann' }, called('{}'), said]);
  await client.open(URI, open);
  const preview = (await client.execute(CONVERT, { uri: URI, to: 'messages', preview: true })) as Preview;
  const [one] = preview.conversions;
  expect([preview.version, one?.text, client.applied]).toEqual([1, converted(open, 'messages'), []]);
  expect(one).toMatchObject({
    ok: false,
    summary: '1 lost', // the call is unanswered already, and no news
    languageId: 'json',
    lost: [{ pointer: '/0/name', range: client.rangeOf(URI, '"ann"') }],
    problems: [{ rule: 'unanswered-call', severity: 'error', pointer: '/1/content/0' }],
  });
  const line = one?.problems[0]?.range?.start.line ?? -1;
  expect(one?.text?.split('\n')[line]).toContain('"c1"');
});

test('without a dialect a preview says what each other one would cost', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, costly);
  const { conversions } = (await client.execute(CONVERT, { uri: URI, preview: true })) as Preview;
  expect(conversions.map(({ to, summary, text }) => [to, summary, text])).toEqual([
    ['flat', '1 lost', undefined],
    ['messages', '1 fallback, 1 lost', undefined],
  ]);
});

test('a preview follows the text', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(URI, costly);
  const preview = () => client.execute(CONVERT, { uri: URI, to: 'messages', preview: true }) as Promise<Preview>;
  await preview();
  await client.replace(URI, 'Go on.', 'Stop.');
  const { version, conversions } = await preview();
  expect([version, conversions[0]?.text]).toEqual([2, converted(client.text(URI), 'messages')]);
});

test('the configured provider judges what is for it', async () => {
  const settings = () => ({ target: 'mistral' });
  const client = await Client.start({ capabilities: pullClient, settings });
  await client.open(
    URI,
    pretty([asked, { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'f', input: {} }] }]),
  );
  const { conversions } = (await client.execute(CONVERT, { uri: URI, preview: true })) as Preview;
  const chat = conversions.find(({ to }) => to === 'chat');
  expect(JSON.stringify(chat?.problems)).toContain('tool-call-id-pattern');
});

const log = [
  { type: 'session', version: 3, id: 's' },
  { type: 'message', id: 'a', parentId: null, message: asked },
  { type: 'message', id: 'b', parentId: 'a', message: { role: 'assistant', content: [{ type: 'text', text: 'A.' }] } },
]
  .map((entry) => `${JSON.stringify(entry)}\n`)
  .join('');

test('a session log becomes a request: laid out in its preview, one row in its place', async () => {
  const client = await Client.start({ capabilities: plainClient });
  const uri = 'file:///work/session.jsonl';
  await client.open(uri, log, 'jsonl');
  const { conversions } = (await client.execute(CONVERT, { uri, to: 'messages', preview: true })) as Preview;
  expect(conversions[0]).toMatchObject({ languageId: 'json', summary: '' });
  expect(conversions[0]?.text).toMatch(/^\{\n {2}"max_tokens": 4096,\n/);
  await client.execute(CONVERT, { uri, to: 'messages' });
  expect(client.text(uri)).toBe(`${JSON.stringify(JSON.parse(conversions[0]?.text ?? ''))}\n`);
});

test('marks beyond what anybody reads have no place', async () => {
  const client = await Client.start({ capabilities: plainClient });
  await client.open(
    URI,
    pretty([...Array.from({ length: 600 }, () => ({ ...asked, name: 'ann' })), called('{}'), result]),
  );
  const { conversions } = (await client.execute(CONVERT, { uri: URI, to: 'messages', preview: true })) as {
    conversions: { lost: { range?: unknown }[] }[];
  };
  const lost = conversions[0]?.lost ?? [];
  expect([lost.length, lost.filter(({ range }) => range !== undefined).length]).toEqual([600, 500]);
});
