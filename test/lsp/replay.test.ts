// Replay Windows… over the protocol: what the report says, where its failures are, and that nobody waits for it.
import { expect, test } from 'vitest';
import { CancellationTokenSource, LSPErrorCodes, type ProtocolConnection } from 'vscode-languageserver-protocol/node';
import { replay } from '../../server/src/main/lib';
import type { ReplayAnswer, ReplayParams } from '../../server/src/protocol/index';
import { Client, pullClient } from './support';
import { notOurs } from './texts';

const URI = 'file:///work/history.json';
/** Turns that take longer than a slice. */
const LONG = 500;
const METHOD = 'transcriptLint/replay';

/** Turns with one tool exchange each, behind an instruction. */
function withTools(turns: number): object[] {
  const call = (i: number) => ({ id: `c${i}`, type: 'function', function: { name: 'look', arguments: '{}' } });
  return [
    { role: 'system', content: 'Be brief.' },
    ...Array.from({ length: turns }, (_, i) => [
      { role: 'user', content: `And ${i}?` },
      { role: 'assistant', content: null, tool_calls: [call(i)] },
      { role: 'tool', tool_call_id: `c${i}`, content: `${i}` },
      { role: 'assistant', content: `It is ${i}.` },
    ]).flat(),
  ];
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const history = withTools(6);

function ask({ connection }: { connection: ProtocolConnection }, params: ReplayParams): Promise<ReplayAnswer> {
  return connection.sendRequest(METHOD, params);
}

const file = { files: [{ uri: URI, name: 'history.json' }], isNamed: true };

test('the report of an open file is that of the library, and each failure has its place', async () => {
  const client = await Client.start();
  await client.open(URI, pretty({ model: 'gpt-5', messages: history }));
  const { report, places, ...rest } = await ask(client, { ...file, window: { last: 4 } });
  const expected = await replay([{ name: 'history.json', messages: history }], {
    policy: { last: 4 },
    target: 'openai',
  }).summary();
  expect(report.all).toEqual(expected.all);
  expect(report.rules).toEqual(expected.rules);
  expect(report.policy).toBe('last 4');
  expect(rest).toEqual({ files: 1, broken: 0, unread: 0, inputPlaces: [] });
  expect(places.length).toBe(report.failures.length);
  const at = report.failures.findIndex(({ rule }) => rule === 'orphan-result');
  const { position } = places[at] ?? { position: { line: 0, character: 0 } };
  const line = client.text(URI).split('\n')[position.line + 2];
  expect(line).toContain('"tool_call_id": "c0"'); // the entry that the first broken window starts with
});

test('problems of the conversation itself have their places, and what was not checked is in the report', async () => {
  const client = await Client.start();
  const orphan = { role: 'tool', tool_call_id: 'nobody', content: 'r' };
  await client.open(URI, pretty({ model: 'gpt-5', messages: [...history, orphan] }));
  const { report, inputPlaces } = await ask(client, { ...file, window: { budget: 100_000 } });
  expect([report.all.failing, report.input]).toMatchObject([0, { prefixes: 1, conversations: 1, problems: 1 }]);
  const [place] = inputPlaces;
  const { start } = { start: place?.position.line ?? 0 };
  expect(
    client
      .text(URI)
      .split('\n')
      .slice(start, start + 3)
      .join(''),
  ).toContain('"nobody"');
  expect(report.input?.faults[0]).toMatchObject({ rule: 'orphan-result', line: start + 1, path: 'history.json' });
  const half = 'file:///work/half.json';
  await client.open(
    half,
    '[{"role":"user","content":"a"},\n{"role":"assistant","content":"b"},{"role":"user","content":"c]',
  );
  const left = await ask(client, { files: [{ uri: half, name: 'half.json' }], isNamed: true, window: { last: 4 } });
  expect(left.report.notChecked).toMatchObject([{ path: 'half.json', reason: 'syntax-error', line: 2 }]);
});

test('the configured window is taken where nobody names one, and without one there is nothing to say', async () => {
  const client = await Client.start({
    capabilities: pullClient,
    settings: () => ({ window: { budget: 40, pinHead: null } }),
  });
  await client.open(URI, pretty(history));
  const { report } = await ask(client, file);
  expect([report.policy, report.all.prefixes, report.all.failing]).toEqual(['budget 40', 24, 0]);
  const bare = await Client.start();
  await bare.open(URI, pretty(history));
  expect(await ask(bare, file)).toMatchObject({ files: 0, unread: 1, report: { all: { prefixes: 0 } } });
});

test('many files: open ones as they stand in the editor, the others as on the disk, and no other JSON', async () => {
  const uris = ['open', 'closed', 'other', 'missing'].map((name) => `file:///work/${name}.json`);
  const [open = '', closed = '', other = ''] = uris;
  const rows = 'file:///work/rows.jsonl';
  const files = new Map([
    [open, pretty(withTools(1))],
    [closed, pretty(withTools(2))],
    [other, notOurs],
    [rows, `${JSON.stringify({ messages: withTools(1) })}\n${JSON.stringify({ messages: withTools(2) })}\n`],
  ]);
  const client = await Client.start({ files });
  await client.open(open, pretty(withTools(3)));
  const named = [...uris, rows].map((uri) => ({ uri, name: uri.slice('file:///work/'.length) }));
  const { report, places, ...rest } = await ask(client, { files: named, window: { last: 2 } });
  expect(rest).toEqual({ files: 3, broken: 0, unread: 1, inputPlaces: [] });
  expect(report.conversations.total).toBe(4);
  expect(report.all.prefixes).toBe(12 + 8 + 4 + 8);
  expect(new Set(report.failures.map(({ path }) => path))).toEqual(new Set(['open.json', 'closed.json', 'rows.jsonl']));
  const row = report.failures.findIndex(({ path, pointer }) => path === 'rows.jsonl' && pointer === '/1/messages');
  expect(places[row]).toMatchObject({ uri: rows, position: { line: 1 } });
});

test('what is broken is left out, and counted', async () => {
  const client = await Client.start();
  await client.open(URI, pretty({ a: history, b: history }).replace('"It is 0."', '"It is'));
  const { report, broken } = await ask(client, { ...file, window: { last: 4 } });
  expect([broken, report.conversations.total]).toEqual([1, 1]);
});

test('tells how far it is to a client that asked for it', async () => {
  const client = await Client.start();
  const told: { kind: string; percentage?: number; message?: string; cancellable?: boolean }[] = [];
  client.connection.onNotification('$/progress', ({ token, value }) => {
    if (token === 'here') told.push(value);
  });
  await client.open(URI, pretty(withTools(LONG)));
  await ask(client, { ...file, window: { budget: 4000 }, workDoneToken: 'here' });
  await client.settle();
  expect(told[0]).toMatchObject({ kind: 'begin', cancellable: true });
  expect(told.at(-1)).toEqual({ kind: 'end' });
  const shares = told.flatMap(({ percentage }) => percentage ?? []);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('others are answered meanwhile', async () => {
  const client = await Client.start();
  await client.open(URI, pretty(withTools(LONG)));
  let isDone = false;
  const run = ask(client, { ...file, window: { last: 50 } }).finally(() => {
    isDone = true;
  });
  let answered = 0;
  for (; !isDone; answered++) await client.connection.sendRequest('transcriptLint/status', { uri: 'none:' });
  expect(answered).toBeGreaterThan(5);
  expect((await run).report.all.prefixes).toBe(4 * LONG);
});

test('a request that is withdrawn ends', async () => {
  const client = await Client.start();
  await client.open(URI, pretty(withTools(LONG)));
  const source = new CancellationTokenSource();
  const run = client.connection.sendRequest(METHOD, { ...file, window: { last: 50 } }, source.token);
  await client.connection.sendRequest('transcriptLint/status', { uri: 'none:' });
  source.cancel();
  await expect(run).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
});

test('a change of the file ends its replay; many files are replayed as they were', async () => {
  const client = await Client.start();
  await client.open(URI, pretty(withTools(LONG)));
  /** Starts a replay, and waits until it is at work. */
  const start = async (params: ReplayParams, token: string) => {
    const isUnderWay = new Promise<void>((resolve) => {
      client.connection.onNotification('$/progress', ({ value }) => {
        if (value.kind === 'report') resolve();
      });
    });
    const run = ask(client, { ...params, window: { last: 50 }, workDoneToken: token });
    const outcome = run.then(
      ({ report }) => report.all.prefixes,
      ({ code }) => code,
    );
    await isUnderWay;
    return { outcome };
  };
  const single = await start(file, 'single');
  await client.replace(URI, 'And 0?', 'And what?');
  expect(await single.outcome).toBe(LSPErrorCodes.ContentModified);
  const many = await start({ files: file.files }, 'many');
  await client.replace(URI, 'And what?', 'And when?');
  expect(await many.outcome).toBe(4 * LONG);
});
