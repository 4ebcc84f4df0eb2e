// jsonc-parser as a second opinion: what it and our own readers make of a text.
import fc from 'fast-check';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../../server/src/core/json/node';
import { parseText } from '../../server/src/core/json/scan';
import { parseTolerant } from '../../server/src/core/json/tolerant';
import { decorate, decoration, json } from '../support/jsonc';

/** A tree as what both readers say of each node, in the order of the text. */
type Row = readonly [kind: string, offset: number, length: number, value: unknown];

function* rowsOfTree(node: Node): Generator<Row> {
  yield [node.type, node.offset, node.length, node.value];
  for (const child of node.children ?? []) yield* rowsOfTree(child);
}

function* rowsOfTape(node: JsonNode): Generator<Row> {
  const { kind, start, end } = node;
  const isScalar = kind !== 'object' && kind !== 'array';
  yield [kind, start, end - start, isScalar ? node.value() : undefined];
  for (const { name, value, keyStart, keyEnd } of node.properties()) {
    yield ['property', keyStart, value.end - keyStart, undefined];
    yield ['string', keyStart, keyEnd - keyStart, name];
    yield* rowsOfTape(value);
  }
  for (const item of node.items()) yield* rowsOfTape(item);
}

/** It takes no byte order mark; a space keeps the places. */
const read = (text: string, errors: ParseError[] = []) =>
  parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true });

describe('on sound text', () => {
  it('both readers see the same nodes at the same places with the same values', () => {
    fc.assert(
      fc.property(
        json,
        decoration,
        fc.constantFrom('lines' as const, 'wild' as const, 'row' as const),
        (value, options, style) => {
          const text = decorate(value, { ...options, style });
          const errors: ParseError[] = [];
          const tree = read(text, errors);
          const { root, problem } = parseText({ text });
          expect({ errors, problem }).toEqual({ errors: [], problem: undefined });
          if (tree === undefined || root === undefined) throw new Error('nothing was read');
          expect([...rowsOfTape(root)]).toEqual([...rowsOfTree(tree)]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** Our scan jumps over the contents of strings; what is wrong in them is looked for elsewhere. */
const IN_STRINGS: ReadonlySet<string> = new Set(['InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter']);

describe('on text with one fault', () => {
  it('both readers find one, or none', () => {
    const spoil = fc.constantFrom(
      '',
      '"',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '\\',
      '/',
      '-',
      '0',
      'e',
      'tru',
      '\n',
      "'",
      '\t',
      '.',
    );
    fc.assert(
      fc.property(json, decoration, fc.nat(), fc.nat(2), spoil, (value, options, seed, gone, put) => {
        const sound = decorate(value, options);
        const at = seed % (sound.length + 1);
        const text = sound.slice(0, at) + put + sound.slice(at + gone);
        fc.pre(!/\\[\r\n]/.test(text)); // an escaped line end is a fault inside the string to it, and the end of it to us
        const errors: ParseError[] = [];
        read(text, errors);
        const grave = errors.filter(({ error }) => !IN_STRINGS.has(printParseErrorCode(error)));
        expect(grave.length > 0, text).toBe(parseText({ text }).problem !== undefined);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('on broken text our tolerant reader stays, as it keeps entries that jsonc-parser loses', () => {
  const before = '{ "role": "user", "content": "a" }';
  const after = '{ "role": "user", "content": "c" }';

  it.each([
    ['a string that is being typed', '{ "role": "assistant", "content": "hel'],
    ['an entry that is not closed', '{ "role": "assistant", "content": "hello"'],
    ['a list that is not closed', '{ "role": "assistant", "content": [ { "type": "text", "text": "x" },'],
  ])('%s', (_, typed) => {
    const text = `[\n  ${before},\n  ${typed}\n  ${after}\n]\n`;
    const start = text.indexOf(after);
    const ours = parseTolerant({ text }).root?.items() ?? [];
    expect(ours.map((item) => item.raw())).toEqual([before, expect.stringContaining(typed.slice(0, -1)), after]);
    expect((read(text)?.children ?? []).map(({ offset }) => offset)).not.toContain(start);
  });
});
