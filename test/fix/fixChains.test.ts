import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const options = { uri: 'file:///a.json' };
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

/** Each turn declares `call_0` anew, as some servers do, and nobody answers. */
const reuseChain = (n: number) => ({
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'u' },
    ...range(n).flatMap(() => [
      { role: 'assistant', content: 'step', tool_calls: [call('call_0')] },
      { role: 'user', content: 'go on' },
    ]),
  ],
});

const instructions = (n: number) => ({
  model: 'claude-haiku-4-5',
  max_tokens: 5,
  messages: range(n).flatMap((i) => [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
    { role: 'system', content: `s${i}` },
  ]),
});

const errorsOf = (findings: readonly { readonly severity: string }[]) =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning');

describe('fix-all of faults that hang on each other', () => {
  it.each([15, 200])('answers %i calls that all reuse one id', (n) => {
    const text = JSON.stringify(reuseChain(n), null, 1);
    const { fixed, isSettled, remaining, text: after } = fixText(text, options);
    expect([fixed.length, isSettled, errorsOf(remaining)]).toEqual([n, true, []]);
    const { messages } = JSON.parse(after) as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role).join(' ')).toBe(
      `user ${range(n)
        .map(() => 'assistant tool user')
        .join(' ')}`,
    );
  });

  it('answers none behind a call that a person has still to allow, or that was cut off', () => {
    const { messages } = reuseChain(3);
    for (const first of [
      { role: 'assistant', content: 'x', tool_calls: [{ ...call('call_0'), state: 'approval-requested' }] },
      { role: 'assistant', content: 'x', stop_reason: 'aborted', tool_calls: [call('call_0')] },
    ]) {
      const { fixed, isSettled } = fixText(
        JSON.stringify([messages[0], first, messages[2], ...messages.slice(1)]),
        options,
      );
      expect([fixed, isSettled]).toEqual([[], true]);
    }
  });

  it('leaves a chain alone whose first fault is declared', () => {
    const body = { transcriptLint: { expect: ['unanswered-call', 'reused-call-id'] }, ...reuseChain(3) };
    const text = JSON.stringify(body);
    expect(fixText(text, options).text).toBe(text);
  });

  it.each([15, 200])('lifts %i system entries in one pass, in their order', (n) => {
    const { fixed, isSettled, remaining, text } = fixText(JSON.stringify(instructions(n)), options);
    expect([fixed.length, isSettled, errorsOf(remaining)]).toEqual([n, true, []]);
    const body = JSON.parse(text) as { system: string; messages: unknown[] };
    expect(body.system).toBe(
      range(n)
        .map((i) => `s${i}`)
        .join('\n\n'),
    );
    expect(body.messages).toHaveLength(2 * n);
  });

  it('lifts behind what the field holds already, blocks and text alike, as normalization does', () => {
    const { messages, ...body } = instructions(3);
    const block = { type: 'text', text: 'block' };
    const withBlocks = [{ role: 'user', content: 'q' }, ...messages.slice(1), { role: 'system', content: [block] }];
    for (const system of ['first', [{ type: 'text', text: 'first' }], null, '']) {
      const text = JSON.stringify({ ...body, system, messages: withBlocks });
      const { text: after, isSettled } = fixText(text, options);
      expect(isSettled).toBe(true);
      expect(after).toBe(normalizeDocument(TranscriptDocument.open(text, options)).text);
    }
  });

  it('lifts with every character in its own spelling', () => {
    const text = String.raw`{"model":"claude-haiku-4-5","max_tokens":5,"system":"caf\u00e9 \/","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"},{"role":"system","content":"\u0041é"}]}`;
    expect(fixText(text, options).text).toBe(
      text.replace(String.raw`\/"`, String.raw`\/\n\n\u0041é"`).replace(/,\{"role":"system"[^}]*\}/, ''),
    );
  });

  it('merges three neighbours, and as many as there are', () => {
    const config = { ...defaultResolvedConfig, rules: { 'roles-not-alternating': 'error' as const } };
    for (const n of [3, 100]) {
      const messages = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }].concat(
        range(n).map((i) => ({ role: 'assistant', content: [{ type: 'text', text: `a${i}` }] })),
      );
      const text = JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 5, messages });
      const { text: after, isSettled } = fixText(text, { ...options, config });
      const left = (JSON.parse(after) as { messages: { content: { text: string }[] }[] }).messages;
      expect([isSettled, left.length]).toEqual([true, 2]);
      expect(left[1]?.content.map(({ text: said }) => said)).toEqual(range(n).map((i) => `a${i}`));
    }
  });
});

describe('fixes that undo each other', () => {
  const open = (id: object) => ({ role: 'assistant', content: [{ type: 'tool_use', ...id, name: 'f', input: {} }] });
  const text = JSON.stringify([{ role: 'user', content: 'q' }, open({})]);
  const circle = {
    ...defaultResolvedConfig,
    dialect: 'messages' as const,
    target: 'ollama' as const,
    rules: { 'open-call-at-tail': 'error' as const, 'tool-call-id-missing': 'error' as const },
  };

  it('come to an end, and say that they did not come to rest', () => {
    const { isSettled, fixed } = fixText(text, { ...options, config: circle, isNamed: true }, { unsafe: true });
    expect(isSettled).toBe(false);
    expect(fixed.length).toBeLessThan(20);
    expect(fixText(text, { ...options, config: circle, isNamed: true }).isSettled).toBe(true);
  });

  it('are not offered where a target that asks for ids is chosen', () => {
    const body = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'x', tool_calls: [{ type: 'function', function: call('').function }] },
      { role: 'user', content: 'go on' },
    ];
    for (const [target, inserted] of [
      ['openai', 0],
      ['auto', 1],
    ] as const) {
      const { remaining, fixed } = fixText(JSON.stringify(body), {
        ...options,
        config: { ...circle, dialect: 'chat', target, rules: {} },
      });
      expect(fixed).toHaveLength(inserted);
      expect(remaining.map(({ rule }) => rule)).not.toContain('tool-call-id-missing');
    }
  });
});
