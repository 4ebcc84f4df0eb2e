import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const asked = { ...defaultResolvedConfig, syntaxErrors: true };
const call =
  '{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}';
const user = '{"role":"user","content":"x"}';
const orphan = '{"role":"tool","tool_call_id":"b","content":"x"}';

const open = (text: string, uri = 'file:///a.json', config = asked) => TranscriptDocument.open(text, { uri, config });
const faultsOf = (document: TranscriptDocument) =>
  document
    .analysis()
    .findings.filter(({ rule }) => rule === 'syntax-error')
    .map(({ start, end, pointer, message }) => ({ at: document.text.slice(start, end), start, pointer, message }));

const BAD: readonly (readonly [name: string, content: string, at: string])[] = [
  ['an unknown escape', 'C:\\x', '\\x'],
  ['half an escape', '\\u12', '\\u'],
  ['a raw tab', 'a\tb', '\t'],
  ['a control character', 'a\u0001b', '\u0001'],
  ['a lone carriage return', 'a\rb', '\r'],
];

describe.each(BAD)('%s in a string', (_name, content, at) => {
  const message = `{"role":"user","content":"${content}"}`;

  it('is reported at its place in a document', () => {
    const text = `{"messages":[${message},${call},${user}]}`;
    expect(faultsOf(open(text))).toMatchObject([{ at, start: text.indexOf(at), pointer: '' }]);
    expect(faultsOf(open(text.replace('}]', '},]')))).toHaveLength(1);
    expect(
      faultsOf(open(text, 'file:///a.json', { ...defaultResolvedConfig, rules: { 'syntax-error': 'warning' } })),
    ).toHaveLength(1);
    expect(faultsOf(open(text, 'file:///a.json', defaultResolvedConfig))).toEqual([]);
  });

  it('is reported once a row in JSON Lines, whatever the configuration', () => {
    const rows = [`{"messages":[${user}]}`, `{"messages":[${message},${message}]}`, `{"messages":[${message}]}`];
    const document = open(rows.join('\n'), 'file:///a.jsonl', defaultResolvedConfig);
    expect(faultsOf(document)).toMatchObject([
      { at, pointer: '/1' },
      { at, pointer: '/2' },
    ]);
    expect(document.conversations.map((one) => document.hasFaultIn(one))).toEqual([false, true, true]);
  });

  it('is reported beside other faults of the text', () => {
    const text = `[${message} ${call},\n${user}`;
    expect(faultsOf(open(text)).map((fault) => fault.at)).toContain(at);
    expect(faultsOf(open(text)).length).toBeGreaterThanOrEqual(2);
  });

  it('is found and forgotten while somebody types', () => {
    for (const [uri, config] of [
      ['file:///a.json', asked],
      ['file:///a.jsonl', defaultResolvedConfig],
    ] as const) {
      const before = `[${user},${call}]`;
      const document = open(before, uri, config);
      expect(faultsOf(document)).toEqual([]);
      const start = before.indexOf('"x"') + 1;
      const bad = before.replace('"x"', `"${content}"`);
      document.update([{ start, end: start + 1, text: content }], bad);
      expect(faultsOf(document)).toEqual(faultsOf(open(bad, uri, config)));
      expect(faultsOf(document)).toMatchObject([{ at }]);
      document.update([{ start, end: start + content.length, text: 'x' }], before);
      expect(faultsOf(document)).toEqual([]);
    }
  });
});

describe('a conversation with a fault is left alone', () => {
  const list = (text: string) => `{"messages":[${text}],"model":"gpt-4o"}`;
  const FAULTY: readonly (readonly [name: string, text: string])[] = [
    ['a comma missing between entries', list(`${user} ${call},${user}`)],
    ['a comma twice between entries', list(`${user},,${call},${user}`)],
    ['no bracket at the end', `{"messages":[${user},${call},${user}`],
    ['no bracket before what follows', `{"messages":[${user},${call},${user},"model":"gpt-4o"}`],
    [
      'no bracket before what follows, in lines',
      `{\n  "messages": [\n    ${user},\n    ${call},\n    ${user}\n  "model": "gpt-4o"\n}`,
    ],
    ['a stray word behind the entries', list(`${user},${call},${user} x`)],
    ['a wrong escape in an entry', list(`{"role":"user","content":"C:\\x"},${call},${user}`)],
    ['a wrong escape in a key', list(`{"role":"user","content":"x","\\x":1},${call},${user}`)],
  ];

  it.each(FAULTY)('%s', (_name, text) => {
    for (const config of [asked, defaultResolvedConfig]) {
      const document = open(text, 'file:///a.json', config);
      const { conversations } = document;
      expect(conversations).toHaveLength(1);
      expect(conversations.map((one) => document.hasFaultIn(one))).toEqual([true]);
      expect(document.analysis().findings.some(({ conversation }) => conversation === 0)).toBe(true);
      expect(normalizeDocument(document).edits).toEqual([]);
      expect(fixText(text, { uri: 'file:///a.json', config }, { unsafe: true }).edits).toEqual([]);
    }
  });

  it.each<readonly [string, string]>([
    ['a comma missing behind it', `{"messages":[${orphan},${user}] "model":"gpt-4o"}`],
    ['a fault of another value', `{"messages":[${orphan},${user}],"model":oops}`],
    ['a wrong escape in another value', `{"messages":[${orphan},${user}],"model":"\\x"}`],
  ])('but not for %s', (_name, text) => {
    const document = open(text);
    expect(document.problems).toHaveLength(1);
    expect(document.conversations.map((one) => document.hasFaultIn(one))).toEqual([false]);
    expect(fixText(text, { uri: 'file:///a.json', config: asked }).text).toBe(text.replace(`${orphan},`, ''));
  });

  it('and its neighbours are not', () => {
    const text = `[{"messages":[${user} ${user}]},{"messages":[${orphan},${user}]}]`;
    const document = open(text);
    expect(document.conversations.map((one) => document.hasFaultIn(one))).toEqual([true, false]);
  });
});
