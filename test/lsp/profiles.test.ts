// The whole way from a problem to its fix, as each editor goes it: what it can do, what it sends back, how it is told.
import { describe, expect, test, vi } from 'vitest';
import {
  type CodeAction,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
} from 'vscode-languageserver-protocol/node';
import { type Profile, profiles } from './profiles';
import { Client, isAction } from './support';
import { answered, unanswered, unansweredFixed } from './texts';

const URI = 'file:///work/cut.json';
const OTHER = 'file:///work/other.json';
const CONFIG = 'file:///work/transcript-lint.config.json';
const asWarning = '{ "rules": { "unanswered-call": "warning" } }';

describe.each(profiles.map((profile) => [profile.name, profile] as const))('%s', (_, profile) => {
  const { capabilities, initializationOptions = {} } = profile;
  async function start(files = new Map<string, string>()): Promise<Client> {
    const client = await Client.start({ capabilities, initializationOptions, files });
    await client.settle();
    return client;
  }

  test(`is ${profile.diagnostics === 'push' ? 'told of problems' : 'asked to pull them'}, by one way only`, async () => {
    const client = await start();
    await client.open(URI, unanswered);
    const [diagnostic] = await client.diagnostics(URI);
    expect(diagnostic).toMatchObject({ code: 'unanswered-call', severity: 1, source: 'transcript-lint' });
    expect(client.at(URI, diagnostic?.range ?? client.rangeOf(URI, '['))).toContain('call_1');
    expect(client.result.capabilities.diagnosticProvider !== undefined).toBe(profile.diagnostics === 'pull');
    expect(client.published.length).toBe(profile.diagnostics === 'push' ? 1 : 0);
    await client.change(URI, { text: answered });
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test('the quick fix of a problem mends the text', async () => {
    const client = await start();
    await client.open(URI, unanswered);
    const [diagnostic] = await client.diagnostics(URI);
    if (diagnostic === undefined) throw new Error('no problem to fix');
    const offered = await client.actions(URI, diagnostic.range, { diagnostics: [sentBack(profile, diagnostic)] });
    const fix = offered.filter(isAction).find(({ title }) => title.startsWith('Insert a result'));
    await take(client, fix);
    expect(client.text(URI)).toBe(unansweredFixed);
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test(`can fix on save, by the ${profile.fixesBy}`, async () => {
    const client = await start();
    await client.open(URI, unanswered);
    if (profile.fixesBy === 'command') {
      expect(client.result.capabilities.executeCommandProvider?.commands).toContain('transcript-lint.fixAll');
      await client.execute('transcript-lint.fixAll', { uri: URI });
    } else {
      const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
      const offered = await client.actions(URI, all, { only: ['source.fixAll.transcript-lint'] });
      await take(client, offered.find(isAction));
    }
    expect(client.text(URI)).toBe(unansweredFixed);
  });

  test(`sees a configuration file that changed on disk${profile.watches ? '' : ', although it watches none'}`, async () => {
    const files = new Map<string, string>();
    const client = await start(files);
    await client.open(URI, unanswered);
    await client.open(OTHER, answered);
    expect(client.registered.includes(DidChangeWatchedFilesNotification.method)).toBe(profile.watches);
    const severity = async () => (await client.diagnostics(URI)).map((one) => one.severity);
    expect(await severity()).toEqual([1]);
    const { refreshes } = client;

    files.set(CONFIG, asWarning); // a new file, written by another program
    await noticed(client, profile);
    expect(await severity()).toEqual([2]);
    if (profile.diagnostics === 'pull') expect(client.refreshes).toBeGreaterThan(refreshes);

    files.set(CONFIG, asWarning.replace('warning', 'hint'));
    await noticed(client, profile);
    expect(await severity()).toEqual([4]);

    files.delete(CONFIG);
    await noticed(client, profile);
    expect(await severity()).toEqual([1]);
  });
});

describe('looking at configuration files by ourselves', () => {
  const capabilities = profiles.find(({ name }) => name === 'Neovim 0.10')?.capabilities ?? {};

  test('happens while one types, but not at every key', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const files = new CountingMap();
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    await client.settle();
    files.set(CONFIG, asWarning);
    const before = files.asked;
    for (const letter of 'Shall') await client.replace(URI, ' need', `${letter} need`);
    expect((await client.diagnostics(URI))[0]?.severity).toBe(1);
    expect(files.asked).toBe(before);
    clock.mockReturnValue(1_003_000);
    await client.replace(URI, 'umbrella', 'raincoat');
    expect((await client.diagnostics(URI))[0]?.severity).toBe(2);
    clock.mockRestore();
  });

  test('opening one file is enough for the others', async () => {
    const files = new Map<string, string>();
    const client = await Client.start({ capabilities, files });
    await client.open(URI, unanswered);
    await client.settle();
    files.set(CONFIG, asWarning);
    await client.open(OTHER, answered);
    expect((await client.diagnostics(URI))[0]?.severity).toBe(2);
  });

  test('nothing is published anew while nothing changes', async () => {
    const client = await Client.start({ capabilities, files: new Map([[CONFIG, asWarning]]) });
    await client.open(URI, unanswered);
    await client.diagnostics(URI);
    const { length } = client.published;
    for (let i = 0; i < 3; i++) await client.save(URI);
    await client.settle();
    expect(client.published.length).toBe(length);
  });
});

/** Counts the questions for a file. */
class CountingMap extends Map<string, string> {
  asked = 0;
  override get(key: string): string | undefined {
    this.asked += 1;
    return super.get(key);
  }
}

/** What tells the server that files changed: the editor, or a save of something else. */
async function noticed(client: Client, { watches }: Profile): Promise<void> {
  if (watches) {
    const changes: FileEvent[] = [{ uri: CONFIG, type: FileChangeType.Changed }];
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  } else {
    await client.save(OTHER);
  }
  await client.settle();
}

function sentBack({ sendsBack }: Profile, diagnostic: Diagnostic): Diagnostic {
  if (sendsBack === 'all') return diagnostic;
  const { range, message } = diagnostic;
  return { range, message };
}

/** Resolves the action where it needs that, and applies its edit or runs its command, as an editor does. */
async function take(client: Client, action: CodeAction | undefined): Promise<void> {
  if (action === undefined) throw new Error('nothing was offered');
  const { edit, command } = await client.resolve(action);
  if (edit) await client.apply(edit);
  else if (command) await client.execute(command.command, command.arguments?.[0]);
  else throw new Error(`"${action.title}" does nothing`);
  await client.settle();
}
