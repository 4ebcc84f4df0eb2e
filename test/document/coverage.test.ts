import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnalyseOptions,
  defaultResolvedConfig,
  notCheckedReasons,
  rules,
  skipReasons,
  TranscriptDocument,
} from '../../server/src/core/index';

import { expectLinear } from '../support/growth';

const turns = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'yes' },
];
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
const exchange = [
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: 'ok' },
];
const whole = [...turns, ...exchange, ...turns];
const bodyOf = (model: string) => JSON.stringify({ model, messages: turns });

function analysis(text: string, options: Partial<AnalyseOptions> = {}) {
  const config = { ...defaultResolvedConfig, syntaxErrors: true };
  return TranscriptDocument.open(text, { uri: 'a.json', config, ...options }).analysis();
}

const reasons = (text: string, options: Partial<AnalyseOptions> = {}) =>
  analysis(text, options).coverage.notChecked.map(({ reason }) => reason);

const skipped = (text: string, options: Partial<AnalyseOptions> = {}) =>
  new Map(analysis(text, options).coverage.skipped.map(({ rule, reason }) => [rule, reason]));

describe('what of a conversation was not checked', () => {
  test('nothing, of one that was checked', () => {
    const { coverage, conversations } = analysis(bodyOf('gpt-4o'));
    expect([coverage.notChecked, conversations[0]?.notChecked]).toEqual([[], undefined]);
  });

  test.each([
    [
      'an entry that is half typed',
      `[\n${whole.map((turn) => JSON.stringify(turn)).join(',\n')},\n{"role":"user","content":\n]`,
    ],
    ['a list that is cut off', '[\n{"role":"user","content":"x"},\n{"role":"assistant","content":"y"},'],
    ['a comma too few', '[\n{"role":"user","content":"x"}\n{"role":"assistant","content":"y"}]'],
  ])('%s', (_, text) => {
    const [conversation] = analysis(text).conversations;
    expect(conversation?.notChecked).toMatchObject({ reason: 'syntax-error', conversation: 0 });
    expect(conversation?.notChecked?.message).toMatch(/^syntax error at line \d$/);
  });

  test('the same of a text in which an entry breaks while somebody types, and nothing once it is whole', () => {
    const text = `[\n${turns.map((turn) => JSON.stringify(turn)).join(',\n')}\n]`;
    const document = TranscriptDocument.open(text, { uri: 'a.json' });
    const at = text.indexOf('yes"') + 3;
    const broken = text.slice(0, at) + text.slice(at + 1);
    document.update([{ start: at, end: at + 1, text: '' }], broken);
    expect(document.analysis().conversations[0]?.notChecked?.reason).toBe('syntax-error');
    document.update([{ start: at, end: at, text: '"' }], text);
    expect(document.analysis().conversations[0]?.notChecked).toBeUndefined();
  });

  test('a target of which nothing is known for the dialect', () => {
    const [conversation] = analysis(bodyOf('gemini-2.5-pro')).conversations;
    expect(conversation).toMatchObject({
      target: 'gemini',
      notChecked: {
        reason: 'no-rules-for-dialect',
        message: 'no rules of Gemini for OpenAI chat are known, only those of any provider were asked',
      },
    });
  });

  test('thin evidence, unless somebody named the file', () => {
    const text = JSON.stringify({
      history: [
        { role: 'user', text: 'a' },
        { role: 'assistant', text: 'b' },
      ],
    });
    expect([reasons(text), reasons(text, { isNamed: true })]).toEqual([['thin-evidence'], []]);
  });

  test('what a provider is recorded to have refused', () => {
    expect(reasons(JSON.stringify({ status: 400, request: JSON.parse(bodyOf('gpt-4o')) }))).toEqual([
      'recorded-refusal',
    ]);
  });

  test('entries of a shape that is not read', () => {
    const list = [...whole, { type: 'function_call_output', call_id: 'c', output: 'x' }];
    expect(reasons(JSON.stringify(list))).toEqual(['foreign-entries']);
  });

  test('rows that do not parse, each', () => {
    const row = bodyOf('gpt-4o');
    const found = analysis([row, '{"messages":[{"role":', row, '{"x":', row, row, row].join('\n'), { uri: 'a.jsonl' });
    expect(found.coverage.notChecked.map(({ pointer, line, reason }) => [pointer, line, reason])).toEqual([
      ['/1', 2, 'syntax-error'],
      ['/3', 4, 'syntax-error'],
    ]);
  });

  test('a text that is nested too deep', () => {
    const deep = bodyOf('gpt-4o').replace('"hi"', `"hi","x":${'['.repeat(1100)}${']'.repeat(1100)}`);
    expect([reasons(deep), analysis(deep).findings.map(({ rule }) => rule)]).toEqual([['too-deep'], ['too-deep']]);
  });

  test('what stands so far behind the last conversation that nobody searched it', () => {
    const rest = (count: number) =>
      JSON.stringify({ messages: whole, data: Array.from({ length: count }, () => ({ a: {} })) });
    expect([reasons(rest(10)), reasons(rest(30_000))]).toEqual([[], ['over-limit']]);
  });

  test('costs no more than the rows and their faults are many', () => {
    expectLinear(4_000, (size) => {
      const row = bodyOf('gpt-4o');
      const document = TranscriptDocument.open(`${row}\n{"messages":[\n`.repeat(size), { uri: 'a.jsonl' });
      document.analysis();
      return () => {
        document.configure({});
        expect(document.analysis().coverage.notChecked.length).toBe(size);
      };
    });
  });

  test('nothing is said of files that are not ours, however broken', () => {
    for (const text of ['{"a":', '{"openapi":"3.1","x":{"role":"user","content":"x"},', '']) {
      expect([reasons(text), analysis(text).findings]).toEqual([[], []]);
    }
  });
});

describe('which rules ran', () => {
  test('all of the target, where what they need is there', () => {
    const text = JSON.stringify({ ...JSON.parse(bodyOf('gpt-4o')), temperature: 0 });
    expect(skipped(text).size).toBe(0);
  });

  test('those about what is sent wait for somebody to say so', () => {
    const bare = JSON.stringify(turns);
    expect(skipped(bare).get('tool-name-pattern')).toBe('needs-sending');
    const config = { ...defaultResolvedConfig, syntaxErrors: true, target: 'openai' as const };
    expect([...skipped(bare, { config })]).toEqual([['role-unsupported-by-model', 'needs-model']]);
  });

  test('those that are off, left to others, or about what is sent only', () => {
    const config = { ...defaultResolvedConfig, rules: { 'orphan-result': 'off' as const } };
    const off = skipped(bodyOf('gpt-4o'), { config });
    expect([off.get('orphan-result'), off.get('syntax-error')]).toEqual(['off', 'elsewhere']);
    const answer = { choices: [{ message: { role: 'assistant', content: 'x' } }], object: 'chat.completion' };
    expect(skipped(JSON.stringify(answer), { isNamed: true }).get('unanswered-call')).toBe('response');
  });

  test('no rule both ran and was left out of the only conversation, and none is forgotten', () => {
    const names = new Set(rules.map(({ id }) => id));
    const models = fc.constantFrom(undefined, 'gpt-4o', 'o1-mini', 'claude-opus-4-8', 'gemini-2.5', 'glm-4', 'sonar');
    fc.assert(
      fc.property(models, fc.boolean(), (model, hasMax) => {
        const body = { ...(model && { model }), ...(hasMax && { max_tokens: 5 }), messages: turns };
        const { coverage } = analysis(JSON.stringify(body));
        const left = coverage.skipped.map(({ rule }) => rule);
        expect(coverage.ran.filter((rule) => left.includes(rule))).toEqual([]);
        expect([...coverage.ran, ...left].filter((rule) => !names.has(rule))).toEqual([]);
        expect(coverage.skipped.filter(({ reason }) => !skipReasons.includes(reason))).toEqual([]);
      }),
      { seed: 8, numRuns: 30 },
    );
  });

  /** A rule that keeps silent unless the conversation is sent says so in its metadata, or coverage would call it run. */
  test('every rule that keeps silent about what is not sent says so', () => {
    const folder = join(import.meta.dirname, '..', '..', 'server', 'src', 'core', 'rules');
    const silent = readdirSync(folder).filter((name) =>
      /\n {4}if \([^\n]*!isSent\([^\n]*\) return;/.test(readFileSync(join(folder, name), 'utf8')),
    );
    const marked = rules.filter(({ needsSending }) => needsSending === true).map(({ id }) => `${id}.ts`);
    expect(silent.sort()).toEqual(marked.sort());
    expect(silent.length).toBeGreaterThan(10);
  });
});

test('a text cut anywhere is either found clean to the cut, or told of: never silent', () => {
  const documents = [whole, { model: 'gpt-4o', messages: whole }, { note: 'x', history: whole }];
  for (const text of documents.flatMap((one) => [JSON.stringify(one), JSON.stringify(one, null, 1)])) {
    for (let end = Math.floor(text.length / 3); end < text.length; end++) {
      const { findings, coverage } = analysis(text.slice(0, end));
      expect(findings.some(({ rule }) => rule === 'syntax-error')).toBe(true);
      expect(coverage.notChecked.length).toBeGreaterThan(0);
    }
  }
  expect(notCheckedReasons).toContain('syntax-error');
});
