import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { parseText } from '../../server/src/core/json/scan';
import { textOf } from '../../server/src/core/json/textOf';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { readPairingId } from '../../server/src/core/model/pairing/pairingId';
import { fixText } from '../support/fixText';
import { json } from '../support/jsonc';

const ofText = (text: string) => textOf(parseText({ text }).root);
const nested = (depth: number, innermost: unknown): unknown => {
  let value = innermost;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('JSON as text', () => {
  it('is what JSON.stringify makes of the parsed value, whatever the value', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1), (value, indent) => {
        fc.pre(typeof value === 'object' && value !== null);
        const text = JSON.stringify(value, null, indent);
        expect(ofText(text)).toBe(JSON.stringify(JSON.parse(text)));
        expect(textOf(nodeOfValue(value))).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000, seed: 21 },
    );
  });

  it('keeps each number as it is spelled', () => {
    expect(ofText('[12345678901234567890, {"a": 1.50, "b": 1e2, "c": -0, "d": 1E999}]')).toBe(
      '[12345678901234567890,{"a":1.50,"b":1e2,"c":-0,"d":1E999}]',
    );
  });

  it('takes the last of two values of one key, in the order of a parsed object', () => {
    const text = '{"b":1,"10":2,"a":3,"2":4,"b":5,"\\u0061":6,"__proto__":7,"4294967295":8}';
    expect(ofText(text)).toBe(JSON.stringify(JSON.parse(text)));
    expect(ofText(text)).toBe('{"2":4,"10":2,"b":5,"a":6,"__proto__":7,"4294967295":8}');
  });

  it('has no end of depth', () => {
    for (const depth of [5000, 50_000]) {
      const text = '[{"a":'.repeat(depth) + '1'.padEnd(20, '0') + '}]'.repeat(depth);
      expect(ofText(text)).toBe(text);
      const value = nested(depth, 'x');
      expect(textOf(nodeOfValue(value)).length).toBeGreaterThan(depth * 3);
    }
    const date = new Date(0);
    expect(textOf(nodeOfValue(nested(50_000, [date, undefined, { f: () => 1, g: new String('s') }])))).toContain(
      `["${date.toISOString()}",null,{"g":"s"}]`,
    );
  });

  it('is empty for cycles and bigints, deep ones too', () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    const endless = { toJSON: () => ({ next: endless }) };
    for (const value of [cycle, [1n], nested(50_000, cycle), nested(50_000, 1n), endless])
      expect(textOf(nodeOfValue(value))).toBe('');
  });
});

describe('numbers of a text are never rounded', () => {
  const config = { ...defaultResolvedConfig, dialect: 'flat' as const };

  it('by coercion and by the fix that writes content as text', () => {
    const text =
      '[{"role":"user","content":{"order":12345678901234567890,"price":1.50}},{"role":"assistant","content":"x"}]';
    const written = '"content":"{\\"order\\":12345678901234567890,\\"price\\":1.50}"';
    const options = { uri: 'file:///a.json', config };
    expect(normalizeDocument(TranscriptDocument.open(text, options)).text).toContain(written);
    expect(fixText(text, options, { only: ['content-not-text'] }).text).toContain(written);
  });

  it('when arguments that are text become an object', () => {
    const text = `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user","content":"x"},
      {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":"{\\"order\\":12345678901234567890, \\"a\\":1, \\"a\\":[1.50,{}]}"}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`;
    const { text: after } = fixText(text, { uri: 'file:///a.json' }, { only: ['tool-arguments-not-object'] });
    expect(after).toMatch(/"input":\s*\{"order":12345678901234567890,\s*"a":\[1\.50,\s*\{\}\]\}/);
  });

  it('when they are ids', () => {
    const id = (text: string) => {
      const { root } = parseText({ text: `{"id":${text}}` });
      return root && readPairingId(root, 'id');
    };
    expect(id('9007199254740993')?.text).toBe('9007199254740993');
    expect(id('-12345678901234567890')?.text).toBe('-12345678901234567890');
    expect(id('1e3')?.text).toBe('1000');
    expect(id('1.0')?.text).toBe('1');
    for (const zero of ['0', '-0', '0.0']) expect(id(zero)).toMatchObject({ text: '0', fault: 'zero' });
    expect(readPairingId(nodeOfValue({ id: 12 }), 'id').text).toBe('12');
    const call = (text: string) =>
      `{"role":"assistant","tool_calls":[{"id":${text},"type":"function","function":{"name":"f","arguments":"{}"}}]}`;
    const result = (text: string) => `{"role":"tool","tool_call_id":${text},"content":"x"}`;
    const text = `[${[call('9007199254740992'), result('9007199254740992'), call('9007199254740993'), result('9007199254740993')].join(',')}]`;
    const rules = TranscriptDocument.open(text, { uri: 'file:///a.json' })
      .analysis()
      .findings.map(({ rule }) => rule);
    expect(rules).not.toContain('reused-call-id');
    expect(rules).not.toContain('orphan-result');
  });
});
