import { join } from 'node:path';
import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { guardRuns, LONGEST_RUN } from '../../server/src/core/window/tokens/guard';
import { tokenTexts } from '../support/tokenTexts';

const texts = tokenTexts(join(import.meta.dirname, '..', '..'));
const raw = { disallowedSpecial: new Set<string>() };
const guarded = (text: string, count: (piece: string) => number) =>
  guardRuns(text).reduce((total, piece) => total + count(piece), 0);

describe('guardRuns', () => {
  test('leaves texts without long runs in one piece', () => {
    for (const [kind, text] of Object.entries(texts)) expect([kind, ...guardRuns(text)]).toEqual([kind, text]);
    expect(guardRuns('')).toEqual([]);
  });

  test.each(['a', '中', '7', ' ', '\n', '!', '─', '😀', '\u0301', '\ud83d'])('cuts a run of %j', (character) => {
    const text = `before ${character.repeat(1000)} after`;
    const pieces = guardRuns(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(4);
  });

  // What an encoding takes for one word or one run of marks, although no single class of characters is long in it.
  test.each(['\n/', '/\r\n', '\u0301!', 'e\u0301', 'aB', '.-'])('cuts what is mixed of %j', (mixed) => {
    const pieces = guardRuns(mixed.repeat(1000));
    expect(pieces.join('')).toBe(mixed.repeat(1000));
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(LONGEST_RUN * 2);
  });

  test('loses nothing and cuts no pair in two', () => {
    const runs = fc.array(
      fc.tuple(
        fc.constantFrom('a', '7', ' ', '\n', '/', '!', '😀', '𝐚', '\u0301', '\ud83d'),
        fc.integer({ min: 1, max: 500 }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(runs, (parts) => {
        const text = parts.map(([character, count]) => character.repeat(count)).join('');
        const pieces = guardRuns(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces.slice(1)) expect(piece).not.toMatch(/^[\udc00-\udfff]/);
      }),
    );
  });

  test.each([
    ['o200k_base', o200k],
    ['cl100k_base', cl100k],
  ])('changes no count of a usual text: %s', (_, { countTokens }) => {
    for (const text of Object.values(texts)) {
      expect(guarded(text, (piece) => countTokens(piece, raw))).toBe(countTokens(text, raw));
    }
  });

  test.each(['a', ' ', '7', '-', '='])('changes the count of a run of %j by next to nothing', (character) => {
    const text = character.repeat(3000);
    const exact = o200k.countTokens(text, raw);
    const error = Math.abs(guarded(text, (piece) => o200k.countTokens(piece, raw)) - exact);
    expect(error).toBeLessThanOrEqual(Math.ceil(3000 / LONGEST_RUN));
  });
});
