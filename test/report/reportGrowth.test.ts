import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  lint,
  nodeAt,
  normalizeDocument,
  rewriteText,
  TranscriptDocument,
} from '../../server/src/core/index';
import { growing, node, type Rewrite, value } from '../../server/src/core/json/rewrite';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { formats, noPaint } from '../../server/src/core/report/index';
import { LineIndex } from '../../server/src/core/text/lineIndex';
import { fixText } from '../support/fixText';
import { expectLinear } from '../support/growth';

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const options = { uri: 'file:///a.json' };
const body = (messages: readonly unknown[]) => JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 5, messages });
const calls = (n: number) => ({
  role: 'assistant',
  content: range(n).map((i) => ({ type: 'tool_use', id: `c${i}`, name: 'f', input: {} })),
});

/** Everything that `check --format json` writes of a text, fixes with it. */
function jsonOf(text: string): string {
  const { findings } = TranscriptDocument.open(text, options).analysis();
  const report = { path: 'a', lines: new LineIndex(text), dialect: undefined, target: undefined, conversations: [] };
  const json = formats.find(({ name }) => name === 'json');
  const reporter = json?.create({ paint: noPaint, width: (shown) => shown.length, columns: 80 });
  return reporter?.file({ ...report, findings, coverage: { ran: [], skipped: [], notChecked: [] } }) ?? '';
}

describe('findings with their fixes cost what the text is long', () => {
  it('open calls before one long text', () => {
    expectLinear(250, (n) => {
      const text = body([{ role: 'user', content: 'x' }, calls(n), { role: 'user', content: 'word '.repeat(n * 50) }]);
      return () => expect(jsonOf(text).length).toBeGreaterThan(n * 500);
    });
  });

  it.each<readonly [string, (n: number) => unknown]>([
    ['a text', (n) => 'word '.repeat(n * 20)],
    ['blocks', (n) => range(n).map((i) => ({ type: 'text', text: `block ${i}` }))],
  ])('instructions to lift behind a field that holds %s', (_, system) => {
    expectLinear(400, (n) => {
      const messages = range(n).flatMap((i) => [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
        { role: 'system', content: `s${i}` },
      ]);
      const text = JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 5, system: system(n), messages });
      return () => expect(jsonOf(text).length).toBeGreaterThan(n * 100);
    });
  });

  it('unknown keys in one object', () => {
    expectLinear(2000, (n) => {
      const odd = Object.fromEntries(range(n).map((i) => [`k${i}`, i]));
      const text = body([
        { role: 'user', content: 'x', ...odd },
        { role: 'assistant', content: 'y' },
      ]);
      return () => expect(jsonOf(text).length).toBeGreaterThan(n * 100);
    });
  });
});

it('a frame costs what the findings are many, not what their line is long', () => {
  const text = `[${'"x",'.repeat(300_000)}1]`;
  const shown = { rule: 'orphan-result', severity: 'error' as const, message: 'Wrong.', pointer: '', conversation: 0 };
  const lines = new LineIndex(text);
  expectLinear(500, (n) => {
    const findings = range(n).map((i) => ({ ...shown, related: [], fixes: [], start: 1 + i * 500, end: 4 + i * 500 }));
    const coverage = { ran: [], skipped: [], notChecked: [] };
    const file = {
      path: 'a.json',
      lines,
      dialect: undefined,
      target: undefined,
      conversations: [],
      findings,
      coverage,
    };
    const format = formats.find(({ name }) => name === 'stylish');
    const medium = { paint: noPaint, width: (one: string) => one.length, columns: 80 };
    return () =>
      expect(
        format
          ?.create(medium)
          .file(file)
          .match(/orphan-result/g),
      ).toHaveLength(n);
  });
});

it('takes out more entries and comments in a row than the stack holds', () => {
  const count = 150_000;
  const text = `[{"role":"user","content":"x"},${'5,/* c */'.repeat(count)}{"role":"assistant","content":"y"}]`;
  const document = TranscriptDocument.open(text, { ...options, isNamed: true });
  const { text: after, conversations } = normalizeDocument(document);
  expect(conversations[0]?.dropped).toBe(count);
  expect(after).toBe(`[{"role":"user","content":"x"},${'/* c */'.repeat(count)}{"role":"assistant","content":"y"}]`);
});

describe('a text that stays inside what replaces it', () => {
  it('is not written again', () => {
    const said = 'a long text '.repeat(20);
    const text = body([{ role: 'user', content: 'x' }, calls(2), { role: 'user', content: said }]);
    const found = lint(text, options).filter(({ rule }) => rule === 'unanswered-call');
    expect(found).toHaveLength(2);
    for (const { fixes } of found) {
      const edits = fixes[0]?.edits ?? [];
      expect(edits.map((edit) => edit.text).join('')).not.toContain(said);
      expect(JSON.parse(applyEdits(text, edits)).messages[2].content).toEqual([
        { type: 'tool_result', tool_use_id: expect.any(String), content: expect.any(String), is_error: true },
        { type: 'text', text: said },
      ]);
    }
    expect(JSON.parse(fixText(text, options).text).messages[2].content).toHaveLength(3);
  });

  it.each([
    '["in the middle", "of others"]',
    '["in the middle" , /* c */ 5]',
    '[\n  "one",\n  "in the middle",\n  "last" // c\n]',
    '["\\u0000 in the middle"]',
    '["a\u0000b", "in the middle"]',
    '[5, ""]',
  ])('keeps its place among what is put in around it: %s', (text) => {
    const { root } = TranscriptDocument.open(text, { ...options, isNamed: true });
    if (root === undefined) throw new Error('nothing was read');
    for (const [index, item] of root.items().entries()) {
      const rewrite: Rewrite = new Map([
        [item, { kind: 'replace', with: { kind: 'array', items: [value('before'), node(item), value('behind')] } }],
        [
          root,
          {
            kind: 'splice',
            remove: [],
            insert: [
              { index, items: [value('in front')] },
              { index: index + 1, items: [value('next')] },
            ],
          },
        ],
      ]);
      const after = applyEdits(text, rewriteText(root, rewrite));
      expect(TranscriptDocument.open(after, { ...options, isNamed: true }).root?.value()).toEqual(
        rewriteValue(root, rewrite),
      );
    }
  });

  it('is written again where it is named twice', () => {
    const text = '{"a":"some text"}';
    const { root } = TranscriptDocument.open(text, { ...options, isNamed: true });
    const a = root === undefined ? undefined : nodeAt(root, '/a');
    if (root === undefined || a === undefined) throw new Error('nothing was read');
    const twice = growing([a, a], (all) => ({ kind: 'array', items: all.map(node) }));
    const rewrite: Rewrite = new Map([[a, { kind: 'replace', with: twice }]]);
    expect(JSON.parse(applyEdits(text, rewriteText(root, rewrite)))).toEqual({ a: ['some text', 'some text'] });
  });
});
