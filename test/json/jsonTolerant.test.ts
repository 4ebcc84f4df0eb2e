import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../../server/src/core/json/node';
import { parseText } from '../../server/src/core/json/scan';
import { MAX_DEPTH, parseTolerant } from '../../server/src/core/json/tolerant';
import { canonical, decorate, decoration, json, randomFrom } from '../support/jsonc';

/** What is left of a conversation: each message's text, a `!` before broken ones, and where the problems are. */
function read(text: string) {
  const { root, problems, broken } = parseTolerant({ text });
  const messages = root?.get('messages') ?? root;
  return {
    messages: (messages?.items() ?? []).map((item) => (broken(item) ? '! ' : '') + item.raw()),
    problems: problems.map(({ offset, length, message }) => `${message} <${text.slice(offset, offset + length)}>`),
  };
}

const before = '{ "role": "user", "content": "a" }';
const after = '{\n      "role": "user",\n      "content": "c"\n    }';

function around(middle: string): string {
  return `{\n  "messages": [\n    ${before},\n    ${middle}\n    ${after}\n  ],\n  "z": 1\n}\n`;
}

describe('a half-typed message leaves the others whole', () => {
  it.each([
    ['{ "role": "assistant", "content":', 'Expected a value'],
    ['{ "role": "assistant", "content": "hel', 'Unterminated string'],
    ['{ "role": "assistant", "con', 'Unterminated string'],
    ['{ "role": "assistant"', 'The closing } is missing'],
    ['{', 'The closing } is missing'],
    ['{ "role": "assistant, "content": "x" },', 'Expected a comma or }'],
    ['{ role: "assistant" },', 'Expected a property name in double quotes or }'],
    ["{ 'role': 'assistant' },", 'Strings stand in double quotes'],
    ['{ "role": tru },', 'Unknown word "tru"'],
    ['{ "role" "assistant" },', 'Expected a colon'],
    ['{ "role": "assistant" "content": "x" },', 'Expected a comma or }'],
    ['{ "role": "assistant", , "content": "x" },', 'Expected a property name'],
    ['{ "content": [ { "type": "text", "te },', 'Unterminated string'],
    [
      '{\n      "role": "assistant",\n      "content": [\n        { "type": "te\n      ]\n    },',
      'Unterminated string',
    ],
    ['{\n      "content": [\n        { "type": "text" }\n    },', 'The closing ] is missing'],
    ['{\n      "content": { "a": [1, 2 }\n    },', 'Expected a comma or ]'],
    ['hello,', 'Unknown word "hello"'],
  ])('%s', (middle, message) => {
    const { messages, problems } = read(around(middle));
    expect(messages).toHaveLength(3);
    expect(messages[0]).toBe(before);
    expect(messages[1]).toMatch(/^! /);
    expect(messages[2]).toBe(after);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it.each([
    ['{ "role": "assistant" }', 'Expected a comma or ] <{>'],
    ['{ "role": "assistant" },,', 'Expected a value or ] <,>'],
    ['{ "role": "assistant" }},', 'Expected a comma or ] <}>'],
  ])('and the list is all that is at fault with %s', (middle, problem) => {
    const { messages, problems } = read(around(middle));
    expect(messages).toEqual([before, '{ "role": "assistant" }', after]);
    expect(problems).toEqual([problem]);
  });

  it('also when the whole text is one line', () => {
    const line = (middle: string) =>
      `{"messages":[{"role":"user","content":"a"},${middle},{"role":"user","content":"c"}]}`;
    for (const middle of [
      '{"role":"x,"content":"b"}',
      '{"role":"assistant","content":"hel',
      '{"role":"x","content":[1,2}',
    ]) {
      const { messages, problems } = read(line(middle));
      expect(messages[0]).toBe('{"role":"user","content":"a"}');
      expect(messages[1]).toMatch(/^! /);
      expect(messages[2]).toBe('{"role":"user","content":"c"}');
      expect(problems).toHaveLength(1);
    }
  });

  it('at the end of a text that is cut off', () => {
    const { messages, problems } = read('{"messages": [\n  {"role": "user"},\n  {"role": "assistant", "content": "x');
    expect(messages).toEqual(['{"role": "user"}', '! {"role": "assistant", "content": "x']);
    expect(problems).toEqual(['Unterminated string: the closing " is missing <"x>']);
  });

  it('with several messages at fault, one problem each', () => {
    const { messages, problems } = read('[\n  {"a": },\n  {"b": 1},\n  {"c" 2, "d" 3},\n  {"e": 4}\n]');
    expect(messages).toEqual(['! {"a": }', '{"b": 1}', '! {"c" 2, "d" 3}', '{"e": 4}']);
    expect(problems).toEqual(['Expected a value <}>', 'Expected a colon <2>']);
  });
});

describe('tolerant reading', () => {
  it('gives the same tree as the strict one where nothing is at fault', () => {
    const shape = (node: JsonNode): unknown => [
      node.kind,
      node.start,
      node.end,
      node.items().map(shape),
      node.properties().map(({ name, keyStart, keyEnd, value }) => [name, keyStart, keyEnd, shape(value)]),
    ];
    fc.assert(
      fc.property(json, decoration, (value, options) => {
        // Only texts that are laid out by indentation, or not at all: anything in between may be read another way.
        const text = decorate(value, { ...options, style: options.style === 'wild' ? 'row' : 'lines' });
        const strict = parseText({ text }).root;
        const { root, problems, broken } = parseTolerant({ text });
        expect(problems).toEqual([]);
        if (strict === undefined || root === undefined) throw new Error('no root');
        expect(shape(root)).toEqual(shape(strict));
        expect(canonical(root.value())).toBe(canonical(value));
        expect(broken(root)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws, says at least one thing, and keeps children inside their parents', () => {
    const alphabet = '{}[]",:\\ \n1e.-tfn/\'*x\0';
    const check = (node: JsonNode, text: string): void => {
      expect(node.start).toBeLessThanOrEqual(node.end);
      let at = node.start;
      for (const child of [...node.items(), ...node.properties().map(({ value }) => value)]) {
        expect(child.start).toBeGreaterThanOrEqual(at);
        expect(child.end).toBeLessThanOrEqual(node.end);
        at = child.end;
        check(child, text);
      }
      node.text();
    };
    let faulty = 0;
    fc.assert(
      fc.property(json, decoration, fc.nat(), (value, options, seed) => {
        const random = randomFrom(seed);
        let text = decorate(value, options);
        for (let n = 1 + random(5); n > 0; n--) {
          const at = random(text.length + 1);
          text = text.slice(0, at) + alphabet.charAt(random(alphabet.length)) + text.slice(at + random(4));
        }
        const { root, problems } = parseTolerant({ text });
        root?.value();
        if (root !== undefined) check(root, text);
        if (parseText({ text }).problem !== undefined) {
          faulty++;
          expect(problems.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3000 },
    );
    expect(faulty).toBeGreaterThan(900);
  });

  it('reads one element of a text where it stands', () => {
    const text = `[\n${'  {"a": 1},\n'.repeat(40)}  {"b": },\n  {"c": 3}\n]`;
    const start = text.indexOf('{"b"');
    const { root, problems } = parseTolerant({ text }, start, start + 7);
    expect(root?.raw()).toBe('{"b": }');
    expect(problems.map(({ offset }) => offset)).toEqual([start + 6]);
  });

  it('refuses text that is nested beyond reason', () => {
    const { root, problems, isTooDeep } = parseTolerant({ text: '['.repeat(100_000) });
    expect(root).toBeUndefined();
    expect(isTooDeep).toBe(true);
    expect(problems).toMatchObject([{ offset: MAX_DEPTH, length: 1 }]);
  });
});
