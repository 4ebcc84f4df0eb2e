import { describe, expect, test } from 'vitest';
import type { ClientCapabilities, CodeAction, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Client, plainClient, pullClient, pushClient } from './support';
import { answered, unanswered } from './texts';

const URI = 'file:///work/app/logs/cut%20off.json';
const CONFIG = 'file:///work/app/transcript-lint.config.json';
const MANIFEST = 'file:///work/app/package.json';
const RULE_HERE = 'Turn off rule "unanswered-call" for this file';
const RULE_EVERYWHERE = 'Turn off rule "unanswered-call" everywhere';
const LEAVE_OUT = 'Not a transcript: leave this file out';

const makesFiles: ClientCapabilities = {
  ...pullClient,
  workspace: { ...pullClient.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
};

/** The actions at the open call that are about the configuration. */
async function offers(client: Client, only?: string[]): Promise<CodeAction[]> {
  const diagnostics = await client.diagnostics(URI);
  const context = { diagnostics, ...(only && { only }) };
  const actions = (await client.actions(URI, client.rangeOf(URI, '"call_1"'), context)) as CodeAction[];
  return actions.filter(({ title }) => /^(Turn off|Not a transcript)/.test(title));
}

/** The text of a file after the edit of the action with this title, whether the file is open or not. */
function edited(actions: readonly CodeAction[], title: string, uri: string, text: string): string {
  const edit: WorkspaceEdit = actions.find((one) => one.title === title)?.edit ?? {};
  const changes = (edit.documentChanges ?? []).flatMap((one) => ('edits' in one ? one : []));
  const plain = Object.entries(edit.changes ?? {}).map(([at, edits]) => ({ textDocument: { uri: at }, edits }));
  const [change, ...more] = [...changes, ...plain];
  expect(more).toEqual([]);
  expect(change?.textDocument.uri).toBe(uri);
  const edits = (change?.edits ?? []).flatMap((one) => ('newText' in one ? one : []));
  return TextDocument.applyEdits(TextDocument.create(uri, 'jsonc', 0, text), edits);
}

describe.each([
  ['push', pushClient],
  ['pull', pullClient],
])('a client that %ss', (_, capabilities) => {
  test('turns a rule off in the nearest configuration file, and leaves the rest of it alone', async () => {
    const text = '\ufeff{\r\n\t"target": "openai" // ours\r\n}\r\n';
    const files = new Map([[CONFIG, text]]);
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    const actions = await offers(client);
    expect(actions.map(({ title }) => title)).toEqual([RULE_HERE, RULE_EVERYWHERE, LEAVE_OUT]);
    expect(actions[0]).toMatchObject({ kind: 'quickfix', diagnostics: [{ code: 'unanswered-call' }] });
    expect(edited(actions, RULE_EVERYWHERE, CONFIG, text)).toBe(
      '\ufeff{\r\n\t"target": "openai", // ours\r\n\t"rules": {\r\n\t\t"unanswered-call": "off"\r\n\t}\r\n}\r\n',
    );
    expect(edited(actions, RULE_HERE, CONFIG, text)).toContain(
      '"overrides": [\r\n\t\t{ "files": "logs/cut off.json", "rules": { "unanswered-call": "off" } }\r\n\t]\r\n}',
    );
    expect(edited(actions, LEAVE_OUT, CONFIG, text)).toContain('{ "glob": "logs/cut off.json", "dialect": "none" }');
    for (const { title } of actions) {
      const fresh = await Client.start({
        capabilities,
        files: new Map([[CONFIG, edited(actions, title, CONFIG, text)]]),
      });
      await fresh.open(URI, unanswered);
      expect((await fresh.diagnostics(URI)).map(({ code }) => code)).not.toContain('unanswered-call');
    }
  });
});

test('a package.json that configures us is edited in its own property', async () => {
  const text = '{ "name": "x", "transcript-lint": {} }';
  const client = await Client.start({ files: new Map([[MANIFEST, text]]) });
  await client.open(URI, unanswered);
  expect(edited(await offers(client), RULE_EVERYWHERE, MANIFEST, text)).toBe(
    '{ "name": "x", "transcript-lint": { "rules": { "unanswered-call": "off" } } }',
  );
});

test('an open configuration file is edited as it stands in the editor, bound to its version', async () => {
  const client = await Client.start({ files: new Map([[CONFIG, '{}']]) });
  await client.open(URI, unanswered);
  await client.open(CONFIG, '{}', 'jsonc');
  await client.change(CONFIG, { text: '{ "target": "openai" }' });
  const actions = await offers(client);
  const everywhere = actions.find(({ title }) => title === RULE_EVERYWHERE);
  expect(everywhere?.edit).toMatchObject({ documentChanges: [{ textDocument: { uri: CONFIG, version: 2 } }] });
  expect(await client.apply(everywhere?.edit ?? {})).toEqual({ applied: true });
  expect(client.text(CONFIG)).toBe('{ "target": "openai", "rules": { "unanswered-call": "off" } }');
});

describe('where there is no configuration file', () => {
  test('one is begun at the root of the workspace folder', async () => {
    const client = await Client.start({ capabilities: makesFiles, folders: ['file:///work/app'] });
    await client.open(URI, unanswered);
    const actions = await offers(client);
    expect(actions.map(({ title }) => title)).toEqual([RULE_HERE, RULE_EVERYWHERE, LEAVE_OUT]);
    expect(actions[1]?.edit?.documentChanges?.[0]).toEqual({ kind: 'create', uri: CONFIG });
    expect(edited(actions, LEAVE_OUT, CONFIG, '')).toBe(
      '{\n  "files": [\n    { "glob": "logs/cut off.json", "dialect": "none" }\n  ]\n}\n',
    );
  });

  test.each([
    ['the client makes no files', pushClient, ['file:///work/app']],
    ['there is no folder', makesFiles, []],
  ])('and %s, nothing is offered', async (_, capabilities, folders) => {
    const client = await Client.start({ capabilities, folders });
    await client.open(URI, unanswered);
    expect(await offers(client)).toEqual([]);
  });
});

describe('is not offered', () => {
  const files = new Map([[CONFIG, '{}']]);

  test.each([
    ['to a client without literals', plainClient],
    ['where only other kinds are asked for', pushClient],
  ])('%s', async (_, capabilities) => {
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    expect(await offers(client, ['refactor'])).toEqual([]);
  });

  test('where there is no problem', async () => {
    const client = await Client.start({ files });
    await client.open(URI, answered);
    expect(await offers(client)).toEqual([]);
  });

  test.each([
    ['is not JSON', '{ "rules": '],
    ['says a thing twice', '{ "rules": { }, "rules": {} }'],
  ])('in a file that %s, which says so itself', async (_, text) => {
    const client = await Client.start({ files: new Map([[CONFIG, text]]) });
    await client.open(URI, unanswered);
    expect(await offers(client)).toEqual([]);
    expect(client.published.filter(({ uri }) => uri === CONFIG).at(-1)?.diagnostics).toHaveLength(1);
  });

  test('everywhere, where an override for this file sets the rule again', async () => {
    const text = '{ "overrides": [{ "files": "logs/", "rules": { "unanswered-call": "warning" } }] }';
    const client = await Client.start({ files: new Map([[CONFIG, text]]) });
    await client.open(URI, unanswered);
    expect((await offers(client)).map(({ title }) => title)).toEqual([RULE_HERE, LEAVE_OUT]);
  });
});
