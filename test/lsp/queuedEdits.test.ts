// What an editor sends faster than anybody asks is read once, and an open document stays what it was.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TranscriptDocument } from '../../server/src/core/index';
import { openDocuments } from '../../server/src/lsp/documents';
import { statusOf } from '../../server/src/lsp/status';
import { callOf, entriesOf, print, resultOf } from '../support/typing';

const URI = 'file:///work/queued.json';

afterEach(() => vi.restoreAllMocks());

function opened(text: string) {
  const documents = openDocuments(() => 0);
  const document = documents.create(URI, 'json', 1, text);
  document.analysis();
  let version = 1;
  const insert = (at: number, inserted: string, end = at) => {
    version += 1;
    const range = { start: document.positionAt(at), end: document.positionAt(end) };
    documents.update(document, [{ range, text: inserted }], version);
  };
  return { document, insert };
}

describe('keys that wait in the queue', () => {
  const { text, entries } = print(entriesOf('chat', ['sound', 'open', 'orphan', 'sound']), 'one line', true);
  const gap = (entries[3]?.end ?? 0) + 1;
  const inside = text.indexOf('Go on 2') + 2;

  test.each([
    ['between two entries', gap, '\n    {"role":"user","content":"forty keys",'],
    ['inside an entry', inside, 'forty keys that are typed inside a text'],
  ])('are read once when somebody asks: %s', (_, at, typed) => {
    const { document, insert } = opened(text);
    const update = vi.spyOn(TranscriptDocument.prototype, 'update');
    const open = vi.spyOn(TranscriptDocument, 'open');
    const analysis = vi.spyOn(TranscriptDocument.prototype, 'analysis');
    for (const [i, key] of [...typed].entries()) insert(at + i, key);
    // One look before the first key, at what is known already: what was found then stays shown.
    expect([update.mock.calls.length, open.mock.calls.length]).toEqual([0, 0]);
    expect(analysis.mock.calls.length).toBeLessThanOrEqual(1);
    document.view();
    expect([update.mock.calls.length, open.mock.calls.length]).toEqual([1, 0]);
    const fresh = TranscriptDocument.open(document.text, { uri: URI, languageId: 'json' });
    expect(document.analysis().findings.map(({ rule, start }) => [rule, start])).toEqual(
      fresh.analysis().findings.map(({ rule, start }) => [rule, start]),
    );
  });

  test('leave the view of one state to be worked out once', () => {
    const { document, insert } = opened(text);
    expect(document.view()).toBe(document.view());
    const before = document.view();
    insert(inside, 'x');
    expect(document.view()).not.toBe(before);
    expect(document.view()).toBe(document.view());
    const held = document.view();
    document.sayAll();
    expect(document.view()).not.toBe(held);
  });

  test('in two places by turns cost one reading more, for what stood before the last one', () => {
    const { document, insert } = opened(text);
    const update = vi.spyOn(TranscriptDocument.prototype, 'update');
    const open = vi.spyOn(TranscriptDocument, 'open');
    for (let i = 0; i < 20; i++) {
      insert(document.text.indexOf('Go on 2'), 'x');
      insert(document.text.indexOf('Seen 0'), 'x');
    }
    document.view();
    expect([update.mock.calls.length, open.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('the dialect of an open document', () => {
  const talk = [
    { role: 'user', content: 'Weigh it.' },
    { role: 'assistant', content: 'I will.' },
  ];
  const chat = [...talk, callOf('chat', 'c1'), resultOf('chat', 'c1', '41 kg')];
  const pasted = ['m1', 'm2'].flatMap((id) => [callOf('messages', id), resultOf('messages', id, '41 kg')]);
  const lines = (list: readonly object[]) => `${list.map((one) => `,\n  ${JSON.stringify(one)}`).join('')}`;

  test('stays while half of it is pasted in another, and the status says what the text alone would be', () => {
    const { text, entries } = print(chat, 'one line', false);
    const { document, insert } = opened(text);
    const front = entries[1]?.end ?? 0;
    insert(front, lines(pasted.slice(0, 2)));
    expect(document.analysis().dialect).toBe('chat');
    const status = statusOf(document);
    expect(status).toMatchObject({ dialect: 'chat', textDialect: 'messages' });
    expect(status.evidence[0]).toBe(
      'Read as OpenAI chat as before; opened now, it would be read as Anthropic Messages',
    );
    expect(TranscriptDocument.open(document.text, { uri: URI }).analysis().dialect).toBe('messages');
  });

  test('changes with the majority, and nothing more is said', () => {
    const { text, entries } = print(chat, 'one line', false);
    const { document, insert } = opened(text);
    insert(entries[1]?.end ?? 0, lines(pasted));
    expect(document.analysis().dialect).toBe('messages');
    expect(statusOf(document)).toMatchObject({ dialect: 'messages', textDialect: null });
  });

  test('is what a person says', () => {
    const { text, entries } = print(chat, 'one line', false);
    const { document, insert } = opened(text);
    insert(entries[1]?.end ?? 0, lines(pasted.slice(0, 2)));
    document.configure({ ...document.transcript.config, dialect: 'flat' });
    expect(document.analysis().dialect).toBe('flat');
    document.configure({ ...document.transcript.config, dialect: 'auto' });
    expect(document.analysis().dialect).toBe('messages');
  });
});
