import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBadString } from '../../server/src/core/json/badStrings';
import type { JsonNode } from '../../server/src/core/json/node';
import { parseText } from '../../server/src/core/json/scan';
import { replaceChild, spliceItems } from '../../server/src/core/json/splice';
import type { TextNode } from '../../server/src/core/json/textNode';
import { canonical, decorate, decoration, json, randomFrom } from '../support/jsonc';

function rootOf(text: string): TextNode {
  const { root, problem } = parseText({ text });
  if (root === undefined) throw new Error(`${problem?.message} at ${problem?.offset} of ${text}`);
  return root;
}

function problemOf(text: string): string {
  const { problem } = parseText({ text });
  return problem === undefined
    ? ''
    : `${problem.message} <${text.slice(problem.offset, problem.offset + problem.length)}>`;
}

function* allNodes(node: JsonNode): Generator<JsonNode> {
  yield node;
  for (const item of node.items()) yield* allNodes(item);
  for (const property of node.properties()) yield* allNodes(property.value);
}

describe('reading', () => {
  it('gives the value of any decorated document, and of each of its parts', () => {
    fc.assert(
      fc.property(json, decoration, (value, options) => {
        const text = decorate(value, options);
        const root = rootOf(text);
        expect(canonical(root.value())).toBe(canonical(value));
        for (const node of allNodes(root)) {
          const slice = text.slice(node.start, node.end);
          expect(node.raw()).toBe(slice);
          expect(canonical(rootOf(slice).value())).toBe(canonical(node.value()));
          for (const property of node.properties()) {
            expect(JSON.parse(text.slice(property.keyStart, property.keyEnd))).toBe(property.name);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const alphabet = '{}[]",:\\ \n1e.-+tfn0u/a\u00e9';
    let valid = 0;
    let invalid = 0;
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        const random = randomFrom(seed);
        let text = JSON.stringify(value, undefined, random(3));
        for (let n = random(4); n > 0; n--) {
          const at = random(text.length + 1);
          const letter = alphabet.charAt(random(alphabet.length));
          text = text.slice(0, at) + (random(3) === 0 ? '' : letter) + text.slice(at + random(2));
        }
        let parsed: unknown;
        let isJson = true;
        try {
          parsed = JSON.parse(text);
        } catch {
          isJson = false;
        }
        const { root, hasComments, hasTrailingCommas } = parseText({ text });
        if (isJson) {
          valid++;
          expect(root && findBadString(root)).toBeUndefined();
          expect(canonical(root?.value())).toBe(canonical(parsed));
        } else if (root !== undefined) {
          // Contents of strings are somebody else's job.
          expect(hasComments || hasTrailingCommas || findBadString(root) !== undefined || text).toBe(true);
        } else invalid++;
      }),
      { numRuns: 6000 },
    );
    expect(valid).toBeGreaterThan(600);
    expect(invalid).toBeGreaterThan(600);
  });

  it('takes a byte order mark, comments and trailing commas, and says so', () => {
    const result = parseText({ text: '\ufeff// head\n{"a": [1, /* two */ 2,],}\n' });
    expect(result.root?.value()).toEqual({ a: [1, 2] });
    expect(result).toMatchObject({ hasComments: true, hasTrailingCommas: true, depth: 2, problem: undefined });
    expect(parseText({ text: '{"a": "// x"}' }).hasComments).toBe(false);
  });

  it('reads one element of a text where it stands', () => {
    const source = { text: `[${'"filler", '.repeat(50)}{"a": "b\\"c"} , 7]` };
    const start = source.text.indexOf('{');
    const { root } = parseText(source, start, source.text.indexOf('}') + 1);
    expect(root?.get('a')?.text()).toBe('b"c');
    expect(root?.get('a')?.start).toBe(start + 6);
    expect(parseText(source, start, start + 4).problem).toMatchObject({ offset: start + 4, length: 0 });
  });

  it('reads any depth and says how deep', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { root, depth } = parseText({ text: deep });
    expect(depth).toBe(100_000);
    expect(Array.isArray(root?.value())).toBe(true);
    expect(rootOf(`// c\n${deep}`).value()).toHaveLength(1);
    expect(parseText({ text: '['.repeat(100_000) }).problem?.offset).toBe(100_000);
  });
});

describe('problems are told as a person would', () => {
  it.each([
    ['[1 2]', 'Expected a comma or ] <2>'],
    ['{"a": 1 "b": 2}', 'Expected a comma or } <">'],
    ['{"a" 1}', 'Expected a colon <1>'],
    ['{"a": }', 'Expected a value <}>'],
    ['[1,,2]', 'Expected a value or ] <,>'],
    ['[1}', 'Expected a comma or ] <}>'],
    ['{a: 1}', 'Expected a property name in double quotes or } <a>'],
    ["['a']", 'Strings stand in double quotes: "…" <\'>'],
    ['[True]', 'Unknown word "True": expected true, false, null or a string in double quotes <True>'],
    ['[01]', 'Invalid number "01" <01>'],
    ['[1.]', 'Invalid number "1." <1.>'],
    ['["abc\n"]', 'Unterminated string: the closing " is missing <"abc>'],
    ['[1] x', 'Expected nothing more behind the JSON value <x>'],
    ['[1, /* x', 'Unterminated comment: the closing */ is missing </*>'],
    ['[1', 'Unexpected end of the text: expected a comma or ] <>'],
    ['', 'Unexpected end of the text: expected a value <>'],
    ['\0\0', 'NUL characters are not JSON <\0>'],
    ['["a\\\n"]', 'Unterminated string: the closing " is missing <"a\\>'],
  ])('%j', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });
});

describe('nodes', () => {
  it('are the same objects at each call, whoever asks first', () => {
    const root = rootOf('{"a": {"x": 1}, "b": [1, 2], "a": 3}');
    const first = root.get('b');
    expect(root.properties()[1]?.value).toBe(first);
    expect(root.get('b')).toBe(first);
    expect(first?.items()[1]).toBe(first?.items()[1]);
    expect(first?.items()[1]).toMatchObject({ parent: first, key: 1, kind: 'number', size: 0 });
    expect(first?.parent).toBe(root);
  });

  it('take the last of two equal keys, and tell that the other is shadowed', () => {
    const root = rootOf('{"a": 1, "\\u0061": 2}');
    expect(root.get('a')?.value()).toBe(2);
    expect(root.size).toBe(2);
    expect(root.properties().map(({ name, isShadowed }) => [name, isShadowed])).toEqual([
      ['a', true],
      ['a', false],
    ]);
    expect(root.value()).toEqual({ a: 2 });
  });

  it('find keys in small and large objects alike', () => {
    const names = ['a', 'b"c', 'd\\e', 'é', '', '__proto__', 'constructor', 'x'.repeat(60), 'toString'];
    for (const extra of [0, 40]) {
      const filler = Array.from({ length: extra }, (_, i) => `"k${i}": ${i}`);
      const root = rootOf(`{${[...names.map((name, i) => `${JSON.stringify(name)}: ${i}`), ...filler].join(', ')}}`);
      names.forEach((name, i) => {
        expect(root.get(name)?.value()).toBe(i);
      });
      expect(root.get('b\\"c')).toBeUndefined();
      expect(root.get('missing')).toBeUndefined();
      expect(root.get('hasOwnProperty')).toBeUndefined();
    }
  });

  it('keep the spelling of numbers', () => {
    const root = rootOf('[12345678901234567890, 1.0, 1E5, -0]');
    expect(root.items().map((item) => item.raw())).toEqual(['12345678901234567890', '1.0', '1E5', '-0']);
    expect(root.items()[2]?.value()).toBe(100_000);
  });

  it('read strings that JSON refuses without throwing', () => {
    const root = rootOf('["\\q\\u12", "tab\there", "\\ud800", "ok\\n"]');
    expect(root.items().map((item) => item.text())).toEqual(['qu12', 'tab\there', '\ud800', 'ok\n']);
    expect(root.value()).toEqual(['qu12', 'tab\there', '\ud800', 'ok\n']);
  });

  it('tell what JSON refuses in a string', () => {
    const bad = (text: string) => {
      const problem = findBadString(rootOf(text));
      return problem && [text.slice(problem.offset, problem.offset + problem.length), problem.message];
    };
    expect(bad('["\\\\q", "a\\q"]')).toEqual(['\\q', 'Unknown escape \\q']);
    expect(bad('{"a\tb": 1}')?.[1]).toBe('A control character stands raw in a string: write it as \\u0009');
    expect(bad(`["${'x'.repeat(90)}\\u12"]`)?.[0]).toBe('\\u');
    expect(bad('["fine\\u00e9\\n", "\ud800"] // \t')).toBeUndefined();
  });

  it('have __proto__ as an own key', () => {
    for (const text of ['{"__proto__": {"x": 1}}', '{"__proto__": {"x": 1},}']) {
      const value = rootOf(text).value() as object;
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect('x' in value).toBe(false);
    }
  });
});

describe('after an edit', () => {
  const before = '{"m": [{"a": 1}, {"b": "two"}, {"c": 3}], "z": true}';

  function reread(source: { text: string }, from: number, to: number, by: string): TextNode {
    const root = rootOf(source.text);
    const messages = root.get('m') as TextNode;
    const old = messages.items()[1] as TextNode;
    const [start, end] = [old.start, old.end];
    source.text = source.text.slice(0, start + from) + by + source.text.slice(start + to);
    root.tape.source.text = source.text;
    const delta = by.length - (to - from);
    root.tape.shift(end, delta);
    const { root: child } = parseText(root.tape.source, start, end + delta);
    if (child === undefined) throw new Error('element does not parse');
    replaceChild(messages, 1, child);
    return root;
  }

  it('all other nodes read on at their new places', () => {
    const source = { text: before };
    const root = reread(source, 7, 10, 'a longer one');
    expect(source.text).toBe('{"m": [{"a": 1}, {"b": "a longer one"}, {"c": 3}], "z": true}');
    const messages = root.get('m');
    expect(messages?.items().map((item) => item.raw())).toEqual(['{"a": 1}', '{"b": "a longer one"}', '{"c": 3}']);
    expect(messages?.items()[1]).toMatchObject({ parent: messages, key: 1 });
    expect(root.get('z')?.raw()).toBe('true');
    expect(root.raw()).toBe(source.text);
    expect(root.value()).toEqual({ m: [{ a: 1 }, { b: 'a longer one' }, { c: 3 }], z: true });
  });

  it('an element with a comment makes its surroundings read as JSONC', () => {
    const root = reread({ text: before }, 1, 1, '/* x */');
    expect(root.value()).toEqual({ m: [{ a: 1 }, { b: 'two' }, { c: 3 }], z: true });
  });

  it('elements can come and go', () => {
    const root = rootOf('[0, 1, 2, 3]');
    const [, one, , three] = root.items();
    const fresh = rootOf('"x"');
    spliceItems(root, 1, 2, [fresh]);
    expect(root.items().map(({ key }) => key)).toEqual([0, 1, 2]);
    expect(root.items()[1]).toBe(fresh);
    expect(root.items()[2]).toBe(three);
    expect(fresh.parent).toBe(root);
    expect(root.items()).not.toContain(one);
    expect(root.size).toBe(3);
  });
});
