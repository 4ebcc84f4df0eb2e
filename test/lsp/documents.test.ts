import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { defaultResolvedConfig, type Finding, TranscriptDocument } from '../../server/src/core/index';
import { openDocuments as documentsAt } from '../../server/src/lsp/documents';
import type { OpenDocument } from '../../server/src/lsp/openDocument';
import { entriesOf, print } from '../support/typing';
import { answered, orphans, pretty, row, unanswered } from './texts';

const openDocuments = documentsAt(() => 0);

const config = { ...defaultResolvedConfig, syntaxErrors: true };

const parse = (text: string): unknown => JSON.parse(text);

const texts: readonly (readonly [uri: string, text: string])[] = [
  ['file:///a.json', unanswered],
  ['file:///a.json', answered.replaceAll('\n', '\r\n')],
  ['file:///a.jsonc', `// first\n${orphans(3)}`],
  ['file:///a.json', JSON.stringify({ model: 'gpt-4o', messages: parse(unanswered) })],
  ['file:///a.json', pretty({ cases: [{ messages: parse(orphans(2)) }, { messages: parse(answered) }] })],
  ['file:///a.jsonl', `${row('a')}\n${row('b')}\r\n${row('c')}`],
  ...(['messages', 'flat'] as const).flatMap((shape) => {
    const { text } = print(entriesOf(shape, ['sound', 'open', 'orphan', 'doubled']), 'pretty', shape === 'messages');
    const rows = [0, 1].map(() => JSON.stringify({ messages: entriesOf(shape, ['open', 'orphan']) }));
    return [
      [`file:///${shape}.json`, text] as const,
      [`file:///${shape}.jsonl`, rows.join('\n')] as const,
      [
        `file:///${shape}-rows.jsonl`,
        entriesOf(shape, ['sound', 'open'])
          .map((one) => JSON.stringify(one))
          .join('\n'),
      ] as const,
    ];
  }),
  ['file:///b.jsonl', [unanswered, orphans(2)].map((text) => JSON.stringify({ messages: parse(text) })).join('\n')],
];

/** What is typed anywhere, and mostly breaks the text. */
const keys = [
  '"',
  '\\"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '😀',
  '\ud83d',
  'a',
  '0',
  '// x\n',
  '/*',
  '',
];
/** What a string becomes. */
const words = [
  'user',
  'assistant',
  'tool',
  'system',
  'bot',
  'call_1',
  'call_2',
  ' call_1 ',
  '',
  'role',
  'content',
  'id',
  '\\u00e9 x',
  '{}',
];
/** What is put in front of a message. */
const entries = [
  '{ "role": "user", "content": "x" },\n',
  '{ "role": "assistant", "content": null, "tool_calls": [{ "id": "call_2", "type": "function", "function": { "name": "f", "arguments": "{}" } }] },',
  '{ "role": "tool", "tool_call_id": "call_2", "content": "y" }, ',
  '"plain text", ',
];

/** Places are shares of what there is, so that a shrunk run stays a run of the same kind. */
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
type Typing =
  | { readonly kind: 'key' | 'word' | 'entry'; readonly at: number; readonly length: number; readonly text: string }
  | { readonly kind: 'undo' };
const typing = (kind: 'key' | 'word' | 'entry', from: readonly string[]) =>
  fc.record({
    kind: fc.constant(kind),
    at: share,
    length: fc.oneof(fc.nat(3), fc.nat(60)),
    text: fc.constantFrom(...from),
  });
const step: fc.Arbitrary<Typing> = fc.oneof(
  { weight: 2, arbitrary: typing('key', keys) },
  { weight: 4, arbitrary: typing('word', words) },
  { weight: 2, arbitrary: typing('entry', entries) },
  { weight: 4, arbitrary: fc.constant<Typing>({ kind: 'undo' }) },
);
/** The changes of one message of the client; most often one. */
const message = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(step) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
);
const session = fc.array(message, { minLength: 1, maxLength: 12 });

/** The editor's side: the text, and what undoes each change. */
class Editor {
  document: TextDocument;
  private readonly undos: TextDocumentContentChangeEvent[] = [];

  constructor(uri: string, text: string) {
    this.document = TextDocument.create(uri, 'json', 1, text);
  }

  type(typed: Typing): TextDocumentContentChangeEvent {
    const undo = typed.kind === 'undo' ? this.undos.pop() : undefined;
    const change = undo ?? { range: this.rangeOf(typed), text: typed.kind === 'undo' ? '' : typed.text };
    const before = this.document.getText();
    const start = 'range' in change ? this.document.offsetAt(change.range.start) : 0;
    const end = 'range' in change ? this.document.offsetAt(change.range.end) : before.length;
    this.document = TextDocument.update(this.document, [change], this.document.version + 1);
    const range = { start: this.document.positionAt(start), end: this.document.positionAt(start + change.text.length) };
    // A place inside CRLF cannot be said as a position; such a step is undone by its whole text.
    const isSayable =
      this.document.offsetAt(range.end) === start + change.text.length && this.document.offsetAt(range.start) === start;
    if (undo === undefined) this.undos.push(isSayable ? { range, text: before.slice(start, end) } : { text: before });
    return change;
  }

  private rangeOf(typed: Typing): Range {
    if (typed.kind === 'undo') return this.positions(0, 0);
    const text = this.document.getText();
    if (typed.kind === 'key') {
      const start = Math.floor(typed.at * text.length);
      return this.positions(start, start + typed.length);
    }
    const places = [...text.matchAll(typed.kind === 'word' ? /"[^"\\\n]*"/g : /\{\s*"role"/g)];
    const place = places[Math.floor(typed.at * places.length)];
    if (place === undefined) return this.positions(0, 0);
    return typed.kind === 'word'
      ? this.positions(place.index + 1, place.index + place[0].length - 1)
      : this.positions(place.index, place.index);
  }

  private positions(start: number, end: number): Range {
    return { start: this.document.positionAt(start), end: this.document.positionAt(end) };
  }
}

/** All that a client can see of findings, fixes included. */
function visible(findings: readonly Finding[]) {
  return findings.map(({ rule, severity, message, start, end, pointer, related, fixes }) => {
    return { rule, severity, message, start, end, pointer, related, fixes };
  });
}

const whole = { compared: 0, found: 0 };
const broken = { compared: 0, found: 0 };

/** One text, one answer, however it came about: the server says what a fresh reading says, of a broken text too. */
function expectFresh(server: OpenDocument, { document }: Editor): void {
  expect(server.text).toBe(document.getText());
  expect(server.version).toBe(document.version);
  const { uri } = document;
  const live = server.analysis();
  const { keptDialect } = server.transcript.reading;
  const fresh = TranscriptDocument.open(server.text, { uri, languageId: 'json', config, keptDialect });
  const expected = fresh.analysis();
  const kind = fresh.problems.length > 0 ? broken : whole;
  kind.compared += 1;
  kind.found += expected.findings.filter(({ rule }) => rule !== 'syntax-error').length;
  expect({ ...live, findings: visible(live.findings) }).toEqual({ ...expected, findings: visible(expected.findings) });
}

test.each([
  ['each time', true, 600],
  ['now and then', false, 300],
])(
  'after any edits the text is that of the client, and the findings those of a fresh reading, looked at %s',
  (_, always, numRuns) => {
    for (const kind of [whole, broken]) Object.assign(kind, { compared: 0, found: 0 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), session, ([uri, text], rounds) => {
        const editor = new Editor(uri, text);
        let server = openDocuments.create(uri, 'json', 1, text);
        server.configure(config);
        server.analysis();
        for (const typed of rounds) {
          const changes = typed.map((one) => editor.type(one));
          server = openDocuments.update(server, changes, editor.document.version);
          if (always) expectFresh(server, editor);
        }
        expectFresh(server, editor);
      }),
      { numRuns },
    );
    // The run was about something: states that parse and states that do not, with something to find in both.
    for (const { compared, found } of [whole, broken]) {
      expect(compared).toBeGreaterThan(numRuns / 4);
      expect(found).toBeGreaterThan(numRuns / 4);
    }
  },
);
