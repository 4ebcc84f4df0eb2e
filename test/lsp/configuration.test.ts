import { describe, expect, test } from 'vitest';
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidSaveTextDocumentNotification,
  FileChangeType,
  type FileEvent,
} from 'vscode-languageserver-protocol/node';
import { Client, plainClient, pullClient, pushClient } from './support';
import { answered, notOurs, orphans, unanswered } from './texts';

const URI = 'file:///work/app/fixtures/cut.json';
const CONFIG = 'file:///work/app/transcript-lint.config.json';
const MANIFEST = 'file:///work/package.json';

async function codes(client: Client, uri = URI): Promise<unknown[]> {
  return (await client.diagnostics(uri)).map(({ code }) => code);
}

async function severities(client: Client): Promise<unknown[]> {
  return (await client.diagnostics(URI)).map(({ severity }) => severity);
}

async function changed(client: Client, uri = CONFIG): Promise<void> {
  const changes: FileEvent[] = [{ uri, type: FileChangeType.Changed }];
  await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  await client.settle();
}

const rules = (severity: string) => JSON.stringify({ rules: { 'unanswered-call': severity } });

describe('editor settings', () => {
  test('are asked for each document, and asked again when they change', async () => {
    let off = 'file:///work/other.json';
    const settings = (uri: string) => ({
      rules: { 'unanswered-call': uri === off ? 'off' : 'warning' },
      trace: { server: 'off' },
    });
    const client = await Client.start({ capabilities: pushClient, settings });
    await client.open(URI, unanswered);
    await client.open(off, unanswered);
    expect(await severities(client)).toEqual([2]);
    expect(await codes(client, off)).toEqual([]);

    const { questions } = client;
    await client.replace(URI, 'Do I', 'Shall I');
    await client.settle();
    expect(client.questions).toBe(questions); // not at each key

    off = URI;
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    expect(await codes(client)).toEqual([]);
    expect(await codes(client, 'file:///work/other.json')).toEqual(['unanswered-call']);
  });

  test('a pull client is asked to pull again', async () => {
    let severity = 'warning';
    const client = await Client.start({
      capabilities: pullClient,
      settings: () => ({ rules: { 'unanswered-call': severity } }),
    });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([2]);
    severity = 'hint';
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await client.settle();
    expect(client.refreshes).toBe(1);
    expect(await severities(client)).toEqual([4]);
  });

  test('a plain client sends them at the start, or with the change', async () => {
    const initializationOptions = { rules: { 'unanswered-call': 'info' } };
    const client = await Client.start({ capabilities: plainClient, initializationOptions });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([3]);
    const settings = { transcriptLint: { rules: { 'unanswered-call': 'off' } } };
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    await client.settle();
    expect(await codes(client)).toEqual([]);
    // eglot sends an empty object right after the start: what came with the start stays.
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: {} });
    await client.settle();
    expect(await severities(client)).toEqual([3]);
  });

  test('that mean nothing are logged, and the rest holds', async () => {
    const client = await Client.start({ settings: () => ({ rules: { 'no-such-rule': 'error' } }) });
    await client.open(URI, unanswered);
    expect(await codes(client)).toEqual(['unanswered-call']);
    expect(client.log).toContainEqual(expect.stringContaining('no-such-rule'));
  });

  test('globs count from the workspace folder', async () => {
    const files = [{ glob: 'fixtures/**', dialect: 'none' }];
    for (const folder of ['file:///work/app', 'file:///work/app/']) {
      const client = await Client.start({ settings: () => ({ files }), folders: [folder] });
      await client.open(URI, unanswered);
      expect(await codes(client)).toEqual([]);
    }
  });
});

describe('configuration files', () => {
  test('the nearest one above the file governs it, over the settings', async () => {
    const files = new Map([
      [CONFIG, rules('hint')],
      [MANIFEST, JSON.stringify({ name: 'x', 'transcript-lint': { rules: { 'unanswered-call': 'info' } } })],
    ]);
    const settings = () => ({ rules: { 'unanswered-call': 'warning', 'orphan-result': 'warning' } });
    const client = await Client.start({ files, settings });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([4]);
    await client.open('file:///work/top.json', unanswered);
    expect((await client.diagnostics('file:///work/top.json'))[0]?.severity).toBe(3);
    await client.change(URI, { text: orphans(1) });
    expect(await severities(client)).toEqual([2]); // what the file does not speak of stays as set
  });

  test('a manifest without our key configures nothing', async () => {
    const files = new Map([
      ['file:///work/app/package.json', '{ "name": "transcript-lint" }'],
      [MANIFEST, JSON.stringify({ 'transcript-lint': { rules: { 'unanswered-call': 'info' } } })],
    ]);
    const client = await Client.start({ files });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([3]);
  });

  test('a change on disk is taken up', async () => {
    const files = new Map([[CONFIG, rules('hint')]]);
    const client = await Client.start({ files });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([4]);
    files.set(CONFIG, rules('warning'));
    await changed(client);
    expect(await severities(client)).toEqual([2]);
    files.delete(CONFIG);
    await changed(client);
    expect(await severities(client)).toEqual([1]);
  });

  test('a client that watches nothing is served by saving', async () => {
    const files = new Map([[CONFIG, rules('hint')]]);
    const client = await Client.start({ capabilities: plainClient, files });
    await client.open(URI, unanswered);
    await client.open(CONFIG, rules('hint'));
    expect(await severities(client)).toEqual([4]);
    files.set(CONFIG, rules('warning'));
    await client.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri: CONFIG } });
    await client.settle();
    expect(await severities(client)).toEqual([2]);
  });

  test('a file named as none is left alone, one named as a dialect is ours', async () => {
    const named = [
      { glob: 'fixtures/cut.json', dialect: 'none' },
      { glob: '**/odd.json', dialect: 'chat' },
    ];
    const client = await Client.start({ files: new Map([[CONFIG, JSON.stringify({ files: named })]]) });
    await client.open(URI, unanswered);
    await client.open('file:///work/app/odd.json', '[{ "role": "tool", "content": "x", "tool_call_id": "a" }]');
    expect(await codes(client)).toEqual([]);
    expect(await codes(client, 'file:///work/app/odd.json')).toContain('orphan-result');
  });
});

describe.each([
  ['push', pushClient],
  ['pull', pullClient],
])('a broken configuration file, to a client that %ss', (_, capabilities) => {
  const shown = (client: Client) => client.published.filter(({ uri }) => uri === CONFIG).at(-1)?.diagnostics;

  test('keeps what it last said, and is reported at its place', async () => {
    const files = new Map([[CONFIG, rules('hint')]]);
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([4]);
    files.set(CONFIG, '{ "rules": { "unanswered-call": ');
    await changed(client);
    expect(await severities(client)).toEqual([4]);
    expect(shown(client)).toMatchObject([{ source: 'transcript-lint', severity: 1 }]);
    files.set(CONFIG, rules('warning'));
    await changed(client);
    expect(await severities(client)).toEqual([2]);
    expect(shown(client)).toEqual([]);
  });

  test.each([
    ['', '{ "transcript-lint": { "rules": { "unanswered-call": "hint" } ]'],
    [', whatever is left of the key', '{ "transcript-lint: { "rules": { "unanswered-call": "hint" } } }'],
  ])('may be a package.json%s', async (_name, broken) => {
    const good = '{ "transcript-lint": { "rules": { "unanswered-call": "hint" } } }';
    const files = new Map([[MANIFEST, good]]);
    const ofManifest = (one: Client) => one.published.filter(({ uri }) => uri === MANIFEST).at(-1)?.diagnostics;
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    expect(await severities(client)).toEqual([4]);
    files.set(MANIFEST, broken);
    await changed(client, MANIFEST);
    expect(await severities(client)).toEqual([4]);
    expect(ofManifest(client)).toMatchObject([
      { source: 'transcript-lint', severity: 1, range: { start: { line: 0 } } },
    ]);
    files.set(MANIFEST, good.replace('hint', 'warning'));
    await changed(client, MANIFEST);
    expect(await severities(client)).toEqual([2]);
    expect(ofManifest(client)).toEqual([]);
    files.set(MANIFEST, '{ "name": "x" }');
    await changed(client, MANIFEST);
    expect(await severities(client)).toEqual([1]);
  });

  test('that is open is reported as it is typed, once', async () => {
    const broken = '{ "rules": { "unanswered-cal": "off" } }';
    const files = new Map([[CONFIG, broken]]);
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    await client.diagnostics(URI);
    await client.settle();
    expect(shown(client)).toMatchObject([{ message: expect.stringContaining('unanswered-cal') }]);
    await client.open(CONFIG, broken);
    const [problem] = await client.diagnostics(CONFIG);
    expect(client.at(CONFIG, problem?.range ?? client.rangeOf(CONFIG, '{'))).toContain('unanswered-cal');
    if (capabilities === pullClient) expect(shown(client)).toEqual([]); // pulled instead, not shown twice
    await client.replace(CONFIG, 'unanswered-cal"', 'unanswered-call"');
    expect(await client.diagnostics(CONFIG)).toEqual([]);
    await client.close(CONFIG); // not saved: the disk still holds the mistake
    await client.settle();
    expect(shown(client)).toHaveLength(1);
  });
});

describe('a dialect that a person chose', () => {
  const choose = (client: Client, dialects: object) =>
    client.connection.sendNotification('transcriptLint/dialects', { dialects });

  test('holds at once, and is taken back', async () => {
    const client = await Client.start({ initializationOptions: { status: true } });
    await client.open(URI, unanswered);
    expect(await codes(client)).toEqual(['unanswered-call']);
    await choose(client, { [URI]: 'none' });
    expect(await codes(client)).toEqual([]);
    expect(client.statuses.map(({ dialect }) => dialect)).toEqual(['chat', null]);
    await choose(client, {});
    expect(await codes(client)).toEqual(['unanswered-call']);
  });

  test('is known from the start', async () => {
    const client = await Client.start({ initializationOptions: { dialects: { [URI]: 'none' } } });
    await client.open(URI, unanswered);
    expect(await codes(client)).toEqual([]);
  });
});

test('the status tells dialect, target, evidence and problems, and only changes', async () => {
  const client = await Client.start({ initializationOptions: { status: true } });
  await client.open(URI, unanswered);
  await client.settle();
  await client.replace(URI, 'Do I', 'Shall I');
  await client.settle();
  expect(client.statuses).toEqual([
    {
      uri: URI,
      dialect: 'chat',
      target: 'openai',
      evidence: [expect.any(String)],
      textDialect: null,
      conversations: 1,
      notChecked: null,
      problems: { errors: 1, warnings: 0, infos: 0, hints: 0 },
    },
  ]);
  await client.change(URI, { text: answered });
  await client.settle();
  expect(client.statuses).toHaveLength(2);
  expect(await client.connection.sendRequest('transcriptLint/status', { uri: URI })).toEqual(client.statuses.at(-1));
});

test('a client that did not ask is told no status', async () => {
  const client = await Client.start();
  await client.open(URI, unanswered);
  await client.open('file:///work/acl.json', notOurs);
  await client.settle();
  expect(client.statuses).toEqual([]);
});
