import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TranscriptDocument } from '../../server/src/core/document/document';
import { fixDocument } from '../../server/src/core/passes/fix';
import { normalizeDocument } from '../../server/src/core/passes/normalize';
import { applyEdits } from '../../server/src/core/text/edits';

const fixtures = new URL('../../fixtures/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, fixtures), 'utf8');
const open = (text: string, name = 'a.json', isNamed = false) =>
  TranscriptDocument.open(text, { uri: `file:///work/${name}`, isNamed });

const CALL = '/messages/1/tool_calls/0';
const held = [
  ['cassette.json', '/interactions/0/request/body'],
  ['cassette-escaped.json', '/http_interactions/0/request/body/string'],
  ['requests.har', '/log/entries/0/request/postData/text'],
] as const;

/** The document with what stands in its string read. */
function innerOf(text: string, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  const inner = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], JSON.parse(text));
  return JSON.parse(String(inner));
}

describe.each(held)('the request in a string of %s', (file, pointer) => {
  const text = read(`detect/in-strings/${file}`);

  test('is checked, and its findings stand where it is spelled', () => {
    const { findings, conversations, dialect, coverage } = open(text, file).analysis();
    expect(conversations.map((one) => [one.pointer, one.turns])).toEqual([[`${pointer}/messages`, 3]]);
    expect(findings.map((finding) => [finding.rule, finding.pointer, finding.conversation])).toEqual([
      ['unanswered-call', pointer + CALL, 0],
    ]);
    const [finding] = findings;
    const spelled = text.slice(finding?.start, finding?.end);
    expect(JSON.parse(JSON.parse(`"${spelled}"`))).toMatchObject({ id: 'call_1' });
    expect(String(dialect)).toBe('chat');
    expect(coverage.notChecked).toEqual([]);
    expect(coverage.ran).toContain('unanswered-call');
  });

  test('is mended by each fix that is offered, and by fixing and normalizing', () => {
    const document = open(text, file);
    const before = innerOf(text, pointer) as { messages: unknown[] };
    for (const fix of document.analysis().findings.flatMap(({ fixes }) => fixes)) {
      const after = applyEdits(text, fix.edits);
      expect(open(after, file).analysis().findings).toEqual([]);
      expect(innerOf(after, pointer)).toMatchObject({ model: 'gpt-4o' });
    }
    for (const result of [fixDocument(document), normalizeDocument(document)]) {
      const after = innerOf(result.text, pointer) as { messages: unknown[] };
      expect(applyEdits(text, result.edits)).toBe(result.text);
      expect(after.messages).toHaveLength(4);
      expect(after.messages.filter((_, i) => i !== 2)).toEqual(before.messages);
      expect(after.messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'call_1' });
      // What no edit names comes through byte for byte.
      const [first] = result.edits;
      expect(result.text.startsWith(text.slice(0, first?.start))).toBe(true);
    }
    expect(fixDocument(document)).toMatchObject({
      fixed: [{ rule: 'unanswered-call', pointer: pointer + CALL }],
      remaining: [],
      isSettled: true,
    });
    expect(normalizeDocument(document).conversations).toMatchObject([
      { pointer: `${pointer}/messages`, inserted: [{ pointer: pointer + CALL }] },
    ]);
    expect(normalizeDocument(document, { conversation: '/elsewhere' }).edits).toEqual([]);
    expect(normalizeDocument(document, { conversation: `${pointer}/messages` }).edits).toHaveLength(1);
  });

  test('is said the same of after any key in it as when it is read anew', () => {
    const document = open(text, file);
    document.analysis();
    let now = text;
    for (let at = text.indexOf('call_1'); at < text.indexOf('call_1') + 12; at++) {
      const change = { start: at, end: at + 1, text: at % 3 === 0 ? '' : '\\"' };
      now = applyEdits(now, [change]);
      document.update([change], now);
      expect(JSON.stringify(document.analysis().findings)).toBe(JSON.stringify(open(now, file).analysis().findings));
    }
  });

  test('may have a fault that is declared outside: it is neither told nor mended', () => {
    const declared = text.replace('{', '{"transcriptLint": {"expect": ["unanswered-call"]},');
    expect(open(declared, file).analysis().findings).toEqual([]);
    expect(fixDocument(open(declared, file)).edits).toEqual([]);
    const idle = text.replace('{', '{"transcriptLint": {"expect": ["orphan-result"]},');
    expect(
      open(idle, file)
        .analysis()
        .findings.map(({ rule }) => rule),
    ).toEqual(['expected-fault-missing', 'unanswered-call']);
  });
});

test('a body that is cut off, and one that the provider refused, are told as not checked and left alone', () => {
  for (const [file, reason] of [
    ['cut-off.json', 'syntax-error'],
    ['refused.json', 'recorded-refusal'],
  ] as const) {
    const text = read(`detect/in-strings/${file}`);
    const document = open(text, file);
    const { findings, coverage, conversations } = document.analysis();
    expect(findings).toEqual([]);
    expect(coverage.notChecked).toMatchObject([{ reason, line: 3, conversation: 0 }]);
    expect(conversations).toMatchObject([{ notChecked: { reason } }]);
    expect([fixDocument(document).text, normalizeDocument(document).text]).toEqual([text, text]);
  }
});

test('no two bodies are taken for one, and each finding says which it is of', () => {
  const one: unknown = JSON.parse(read('detect/in-strings/cassette.json'));
  const text = JSON.stringify([one, one]);
  const { findings, conversations } = open(text).analysis();
  expect(findings.map(({ conversation, pointer }) => [conversation, pointer])).toEqual([
    [0, `/0/interactions/0/request/body${CALL}`],
    [1, `/1/interactions/0/request/body${CALL}`],
  ]);
  expect(conversations).toHaveLength(2);
  expect(open(fixDocument(open(text)).text).analysis().findings).toEqual([]);
});

describe('a string is not looked into', () => {
  const body = String(
    (JSON.parse(read('detect/in-strings/refused.json')) as { request: { body: string } }).request.body,
  );
  const message = { role: 'user', content: body };

  test.each([
    ['in a conversation', { messages: [message, { role: 'assistant', content: 'Yes.' }], body }],
    ['that nobody sends', { text: body }],
    ['in a string', { body: JSON.stringify({ body }) }],
    ['that holds a list', { body: JSON.stringify((JSON.parse(body) as { messages: unknown[] }).messages) }],
  ])('%s', (_, value) => {
    expect(open(JSON.stringify(value)).embedded).toEqual([]);
  });

  test('in JSON Lines, and in a text with a fault', () => {
    const row = `${JSON.stringify({ body })}\n`;
    expect(open(row + row, 'a.jsonl').embedded).toEqual([]);
    expect(open(`${row.trim()},`).embedded).toEqual([]);
  });

  const folders = ['detect/not-ours/', 'corpus/not-transcripts/'];
  const strange = folders.flatMap((folder) => readdirSync(new URL(folder, fixtures)).map((name) => folder + name));
  test.each(strange)('of %s, or nothing is found in it', (path) => {
    const document = open(read(path), path.split('/').pop());
    expect(document.embedded.length).toBe(path.endsWith('/embedded-body.json') ? 1 : 0);
    expect(document.analysis().findings.filter(({ rule }) => rule !== 'syntax-error')).toEqual([]);
  });
});
