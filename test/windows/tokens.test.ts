import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateText, estimateTokens } from '../../server/src/core/index';
import { estimateTokens as libraryEstimate } from '../../server/src/main/lib';
import { tokenTexts } from '../support/tokenTexts';

const exact = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const texts = tokenTexts(join(import.meta.dirname, '..', '..'));

/** Letters, marks, digits, blanks, scripts, halves of pairs: whatever can stand in a string, in runs and mixed. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'Z',
        '7',
        ' ',
        '\n',
        '\t',
        '{"',
        '-',
        '中',
        'の',
        '한',
        'я',
        '😀',
        '\ud83d',
        '\udc00',
        '\u0301',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
);

describe('the estimate', () => {
  test.each(Object.entries(texts))('of %s', (kind, text) => {
    const error = Math.abs(estimateText(text) / exact(text) - 1);
    expect(error, `${estimateText(text)} for ${exact(text)}`).toBeLessThan(/base64|hex/.test(kind) ? 0.15 : 0.1);
  });

  test('of short messages is near enough to add up', () => {
    const sentences = (texts.prose ?? '').split(/(?<=[.?!]) /);
    const total = sentences.reduce((sum, sentence) => sum + estimateText(sentence), 0);
    const exactTotal = sentences.reduce((sum, sentence) => sum + exact(sentence), 0);
    expect(sentences.length).toBeGreaterThan(10);
    expect(Math.abs(total / exactTotal - 1)).toBeLessThan(0.1);
  });

  test('is zero for nothing, and at least one for something', () => {
    expect(estimateText('')).toBe(0);
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = estimateText(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(text === '' ? 0 : 1);
      }),
    );
  });

  test('never falls when a text grows', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        expect(estimateText(text + more)).toBeGreaterThanOrEqual(estimateText(text));
      }),
    );
  });

  test('of a text is about the sum of its parts', () => {
    for (const [kind, text] of Object.entries(texts)) {
      for (let at = 1; at < text.length; at += Math.ceil(text.length / 50)) {
        const parts = estimateText(text.slice(0, at)) + estimateText(text.slice(at));
        expect(Math.abs(parts - estimateText(text)), `${kind} cut at ${at}`).toBeLessThanOrEqual(6);
      }
    }
  });

  test('of runs of one kind of character is never below half of what they are', () => {
    const run = (unit: fc.Arbitrary<string>, length: number) =>
      fc.array(unit, { minLength: 1, maxLength: length }).map((parts) => parts.join(''));
    const one = (characters: readonly string[]) =>
      fc.tuple(fc.constantFrom(...characters), fc.integer({ min: 60, max: 3000 })).map(([c, times]) => c.repeat(times));
    const runs = fc.oneof(
      one(['\n', '\r\n', '\r', '\t', ' ', '-', '=', '#', '*', '_', '.', '~', '7', 'A', 'T', 'の', '😀']),
      run(fc.constantFrom('\n', '\r\n'), 1500),
      run(fc.constantFrom(...'ABCDEFGHIKLMNPQRSTVWY'), 1500),
    );
    fc.assert(
      fc.property(runs, (text) => {
        expect(estimateText(text)).toBeGreaterThanOrEqual(exact(text) / 2 - 4);
      }),
    );
  });

  test('of white space, whatever it is made of, is never below half of what it is', () => {
    const unit = fc
      .tuple(fc.array(fc.constantFrom(' ', '\t', '\n'), { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
      .map(([parts, lineEnd]) => parts.join('').replaceAll('\n', lineEnd));
    const repeated = fc.tuple(unit, fc.integer({ min: 1, max: 400 })).map(([text, times]) => text.repeat(times));
    const lines = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('x'));
    fc.assert(
      fc.property(lines, (text) => {
        expect(estimateText(text)).toBeGreaterThanOrEqual(exact(text) / 2 - 4);
      }),
    );
  });

  test.each<[string, string]>([
    ['line ends', '\n'.repeat(5000)],
    ['line ends of two characters', '\r\n'.repeat(5000)],
    ['tabs', '\t'.repeat(5000)],
    ['spaces', ' '.repeat(5000)],
    ['gaps between words', `x${'\n'.repeat(500)}`.repeat(20)],
    ['blank lines with spaces in them', '  \n'.repeat(3000)],
    ['a ruler', '-'.repeat(5000)],
  ])('of nothing but %s is near, and no budget is broken by them', (_, text) => {
    expect(Math.abs(estimateText(text) / exact(text) - 1)).toBeLessThan(0.5);
  });

  test('never is more than some tokens a character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(estimateText(text)).toBeLessThanOrEqual(8 * text.length);
      }),
    );
  });
});

describe('estimateTokens', () => {
  const encoding = { name: 'o200k_base', count: exact };

  test('estimates, or counts with the encoding it is given', () => {
    expect(libraryEstimate).toBe(estimateTokens);
    expect(estimateTokens('Hello, world!')).toBe(estimateText('Hello, world!'));
    expect(estimateTokens('Hello, world!', {})).toBe(estimateText('Hello, world!'));
    expect(estimateTokens('Hello, world!', { encoding })).toBe(exact('Hello, world!'));
    expect(estimateTokens('', { encoding })).toBe(0);
  });

  test.each([
    ['text', [undefined, undefined]],
    ['text', [['a'], undefined]],
    ['options', ['a', null]],
    ['options', ['a', 'o200k_base']],
    ['encoding', ['a', { encoding: 200 }]],
    ['encoding', ['a', { encoding: { name: 'o200k_base' } }]],
  ])('names the argument that is wrong: %s', (argument, args) => {
    const call = () => Reflect.apply(estimateTokens, undefined, args);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`estimateTokens: "${argument}"`);
  });

  test('says how to get an encoding when it is given a name', () => {
    const call = () => Reflect.apply(estimateTokens, undefined, ['a', { encoding: 'cl100k_base' }]);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/"cl100k_base".*import { cl100kBase } from 'transcript-lint\/encodings\/cl100k_base'/);
  });
});
