// Somebody types one message into a long conversation with faults. Nothing changes elsewhere, nothing false is said before a
// pause, and what is wrong is said in time and at its place.
import { describe, expect, test } from 'vitest';
import { type Diagnostic, TextDocumentSaveReason } from 'vscode-languageserver-protocol/node';
import {
  callOf,
  type Exchange,
  entriesOf,
  type Layout,
  marginOf,
  print,
  printEntry,
  resultOf,
  type Shape,
  Typist,
} from '../support/typing';
import { Client, pullClient, pushClient, TestClock } from './support';

const URI = 'file:///work/typed.json';
const ROWS = 'file:///work/typed.jsonl';
const EXCHANGES: readonly Exchange[] = [
  'sound',
  'open',
  'orphan',
  'sound',
  'open',
  'sound',
  'doubled',
  'no role',
  'sound',
  'open',
];

/** What a person sees of a diagnostic, told by what it stands under and not by numbers. */
class Screen {
  readonly client: Client;
  readonly clock: TestClock;
  readonly uri: string;
  changes = 0;
  private before: string | undefined;

  constructor(client: Client, clock: TestClock, uri: string) {
    this.client = client;
    this.uri = uri;
    this.clock = clock;
  }

  async look(): Promise<Map<string, string>> {
    const seen = new Map<string, string>();
    for (const one of await this.client.diagnostics(this.uri))
      seen.set(keyOf(one), this.client.at(this.uri, one.range));
    const told = [...seen.keys()].sort().join('\n');
    if (this.before !== undefined && this.before !== told) this.changes += 1;
    this.before = told;
    return seen;
  }

  async rest(milliseconds = 800): Promise<void> {
    await this.client.settle();
    this.clock.pass(milliseconds);
    await this.client.settle();
  }
}

const keyOf = ({ code, message }: Diagnostic) => `${code}: ${message}`;

async function open(shape: Shape, capabilities: typeof pushClient, text: string, uri = URI): Promise<Screen> {
  const clock = new TestClock();
  const client = await Client.start({ capabilities, clock });
  await client.open(uri, text);
  const screen = new Screen(client, clock, uri);
  expect((await screen.look()).size, shape).toBeGreaterThanOrEqual(5);
  return screen;
}

async function insert({ client, uri }: Screen, at: number, text: string, gone = 0): Promise<void> {
  const document = client.documents.get(uri);
  if (document === undefined) throw new Error('not open');
  const range = { start: document.positionAt(at), end: document.positionAt(at + gone) };
  await client.change(uri, { range, text });
}

const news = (base: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) =>
  [...now.keys()].filter((said) => !base.has(said)).join('\n');

const clients = [
  ['push', pushClient],
  ['pull', pullClient],
] as const;
const shapes = ['chat', 'messages', 'flat'] as const;

describe.each(clients)('a client that %ss', (_, capabilities) => {
  describe.each(shapes)('types into %s', (shape) => {
    const entries = entriesOf(shape, EXCHANGES);
    /** The call of an exchange in the middle that has no result yet. */
    const open4 = entries.findIndex((entry) => JSON.stringify(entry).includes('"call_4"'));

    test.each([
      ['its result', 'one line', false, () => resultOf(shape, 'call_4', 'print(f"{x!r}")')],
      ['its result', 'pretty', true, () => resultOf(shape, 'call_4', 'a [b] {c}')],
      ['a result of no call', 'one line', true, () => resultOf(shape, 'call_4z', 'EVIDENCE')],
      ['a call', 'tabs', false, () => callOf(shape, 'call_new')],
    ] as const)('%s, %s, auto-closing: %s', async (what, layout: Layout, isAuto, entry) => {
      const { text, entries: places } = print(entries, layout, shape !== 'flat');
      const screen = await open(shape, capabilities, text);
      const base = await screen.look();
      const about = /call_4|call_new/;
      const typist = new Typist(text, (places[open4]?.end ?? 0) + 1, isAuto);
      const margin = marginOf(layout, shape !== 'flat');
      for (const key of `\n${margin}${printEntry(entry(), layout, shape !== 'flat')},`) {
        const edit = typist.key(key);
        if (edit === undefined) continue;
        await insert(screen, edit.at, edit.insert);
        const now = await screen.look();
        expect(
          [...now].filter(([said]) => !base.has(said)),
          'false before a pause',
        ).toEqual([]);
        for (const [said, under] of base) if (!about.test(said)) expect(now.get(said), said).toBe(under);
      }
      await screen.rest();
      const end = await screen.look();
      expect(screen.changes).toBeLessThanOrEqual(3);
      for (const [said, under] of base) if (!about.test(said)) expect(end.get(said), said).toBe(under);
      if (what === 'its result') expect([...end.keys()].join()).not.toContain('call_4');
      if (what === 'a result of no call') expect([...end.keys()].join()).toContain('call_4z');
      if (capabilities === pullClient) expect(screen.client.refreshes).toBe(1);
    });
  });

  test.each(shapes)('types into a row of JSON Lines, and deletes in it: %s', async (shape) => {
    const row = (exchanges: readonly Exchange[]) => JSON.stringify({ messages: entriesOf(shape, exchanges) });
    const text = [row(['open', 'sound', 'orphan']), row(EXCHANGES), row(['orphan', 'doubled', 'open'])].join('\n');
    const screen = await open(shape, capabilities, text, ROWS);
    const base = await screen.look();
    const start = text.indexOf('Seen 3.') + 'Seen 3.'.length;
    const check = async () => {
      const now = await screen.look();
      expect([...now].filter(([said]) => !base.has(said))).toEqual([]);
      for (const [said, under] of base) expect(now.get(said), said).toBe(under);
    };
    const typed = '"},{"role":"user","content":"one more';
    for (const [i, key] of [...typed].entries()) {
      await insert(screen, start + i, key);
      await check();
    }
    for (let i = typed.length - 1; i >= 0; i--) {
      await insert(screen, start + i, '', 1);
      await check();
    }
    await screen.rest();
    await check();
    expect(screen.changes).toBe(0);
  });

  test.each(shapes)('types two messages one after the other without a rest: %s', async (shape) => {
    const { text, entries } = print(entriesOf(shape, EXCHANGES), 'one line', shape !== 'flat');
    const screen = await open(shape, capabilities, text);
    const base = await screen.look();
    const margin = marginOf('one line', shape !== 'flat');
    const two = [callOf(shape, 'call_new'), resultOf(shape, 'call_new', 'done')];
    const typed = two.map((one) => `\n${margin}${JSON.stringify(one)},`).join('');
    const last = entries.findIndex((_, i) => text.slice(entries[i]?.start, entries[i]?.end).includes('Go on 5'));
    const at = (entries[last]?.end ?? 0) + 1;
    for (const [i, key] of [...typed].entries()) {
      await insert(screen, at + i, key);
      const now = await screen.look();
      for (const [said, under] of base) expect(now.get(said), said).toBe(under);
      // The call is whole once the next message begins, which is to be its result.
      expect(
        [...now.keys()].filter((said) => !base.has(said)),
        typed.slice(0, i + 1),
      ).toEqual([]);
    }
    await screen.rest();
    expect(news(base, await screen.look())).toBe('');
  });

  const wrong = async (id: string) => {
    const screen = await open('chat', capabilities, print(entriesOf('chat', EXCHANGES), 'one line', true).text);
    const base = await screen.look();
    await screen.client.replace(URI, `"tool_call_id":"${id}"`, `"tool_call_id":"${id}x"`);
    return { screen, base };
  };
  test('sees a fault that was left in another entry with the next edit', async () => {
    const { screen, base } = await wrong('call_0');
    expect(news(base, await screen.look())).toBe('');
    await screen.client.replace(URI, 'Seen 5.', 'I see 5.');
    expect(news(base, await screen.look())).toContain('call_0x');
  });

  test('sees what is held back when a person saves, and not when the editor saves by itself', async () => {
    const { screen, base } = await wrong('call_0');
    const { connection } = screen.client;
    const textDocument = { uri: URI };
    await connection.sendNotification('textDocument/willSave', {
      textDocument,
      reason: TextDocumentSaveReason.AfterDelay,
    });
    await connection.sendNotification('textDocument/didSave', { textDocument });
    expect(news(base, await screen.look())).toBe('');
    await connection.sendNotification('textDocument/willSave', { textDocument, reason: TextDocumentSaveReason.Manual });
    await connection.sendNotification('textDocument/didSave', { textDocument });
    await screen.client.settle();
    expect(news(base, await screen.look())).toContain('call_0x');
  });

  test('sees it after a rest, and no timer is left', async () => {
    const { screen, base } = await wrong('call_0');
    await screen.rest(799);
    expect(news(base, await screen.look())).toBe('');
    expect(screen.clock.waiting).toBe(1);
    await screen.rest(1);
    expect(news(base, await screen.look())).toContain('call_0x');
    expect(screen.clock.waiting).toBe(0);
  });

  test('reads in the trace how much is held back', async () => {
    const { screen } = await wrong('call_0');
    const traced: string[] = [];
    screen.client.connection.onNotification(
      '$/logTrace',
      ({ message }: { message: string }) => void traced.push(message),
    );
    await screen.client.connection.sendNotification('$/setTrace', { value: 'messages' });
    await screen.client.replace(URI, 'call_0x', 'call_0y');
    await screen.look();
    expect(traced.join()).toMatch(/\d findings? waits? for a rest .*typed\.json/);
  });
});
