import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { GlobMatcher } from '../../server/src/core/config/globMatcher';
import { matchesGlob } from '../../server/src/core/config/globs';
import { expectLinear } from '../support/growth';

/** Names and globs of few letters, so that they meet often. */
const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 })
  .filter((one) => !/^\.+$/.test(one));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', '.') },
  fc.constantFrom('*', '?', '[ab]', '[^a]', '[a-b]', '{a,b}', '{a,ab,b*}', '{a,{b,?}}'),
);
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')) },
  fc.constant('**'),
  fc.constant('*'),
);
const glob = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
  // Where these two stand together, people mean what the parts mean; picomatch reads a star of its own into them.
  .filter((one) => !/\*\*[^/]|[^/]\*\*|\*\*\/\*\*|\*[{?*]|^\.|\/\./.test(one));

describe('globs', () => {
  test('match what picomatch says they match', () => {
    const options = { dot: true, noextglob: true, nonegate: true, windows: false };
    let matched = 0;
    fc.assert(
      fc.property(glob, path, (written, asked) => {
        const expected = picomatch(written, options)(asked);
        if (expected) matched += 1;
        expect([written, asked, new GlobMatcher(written).matches(asked)]).toEqual([written, asked, expected]);
      }),
      { seed: 9, numRuns: 5_000 },
    );
    expect(matched).toBeGreaterThan(200);
  });

  test.each([
    ['a/**', 'a', true],
    ['a/**', 'ab', false],
    ['a/*', 'a/', false],
    ['{a,b/**/c}/d', 'b/x/y/c/d', true],
    ['{a,b/**/c}/d', 'a/d', true],
    ['*.{json,json{l,c}}', 'x/y.jsonl', true],
    ['{a}', '{a}', true],
    ['{a,b', '{a,b', true],
    ['[a', '[a', true],
    ['[]a]', ']', true],
    ['[!/]', '/', false],
    ['x[!a]', 'xa', false],
    ['x[!a]', 'xb', true],
    ['?.json', '\u{1F600}.json', true],
    ['(group)/[[]id].json', '(group)/[id].json', true],
    ['+(a|b)', '+(a|b)', true],
    ['a.c', 'abc', false],
    ['$^|', '$^|', true],
  ])('%s on %s: %s', (written, asked, expected) => {
    expect(matchesGlob(written, asked)).toBe(expected);
  });

  const hostile = (size: number): Readonly<Record<string, readonly [string, string]>> => ({
    stars: [`${'*a'.repeat(size)}b`, 'a'.repeat(size * 4)],
    'stars in folders': [`${'**/*a*a*a/'.repeat(size / 8)}b`, `${'aaaa/'.repeat(size)}a`],
    globstars: [`${'**/a/'.repeat(size / 4)}b`, 'a/'.repeat(size * 2)],
    braces: [`${'{a,aa,aaa}'.repeat(size / 4)}b`, 'a'.repeat(size * 2)],
    'nested braces': [`${'{a,'.repeat(15)}b${'}'.repeat(15)}`.repeat(Math.ceil(size / 60)), 'a'.repeat(size)],
    sets: ['[a-z]*'.repeat(size / 4), 'a'.repeat(size * 2)],
  });

  test.each(Object.keys(hostile(8)))('no glob takes longer than its length times that of the path: %s', (kind) => {
    // Both grow, so that four times as long takes sixteen times as much: the root of it is asked for.
    expectLinear(256, (size) => {
      const side = Math.max(8, Math.round(Math.sqrt(size) * 16));
      const [written, asked] = hostile(side)[kind] ?? ['', ''];
      const matcher = new GlobMatcher(written);
      return () => void matcher.matches(asked);
    });
  });
});
