import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embeddedText } from '../../server/src/core/json/embedded';
import { applyEdits, type Edit } from '../../server/src/core/text/edits';

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** The ways in which JSON may spell one unit. */
const spellings = (unit: string): string[] => {
  const plain = unit === '"' || unit === '\\' || unit < ' ' ? [] : [unit];
  return [...plain, unicode(unit), unicode(unit).toUpperCase().replace('\\U', '\\u'), SHORT[unit] ?? unicode(unit)];
};
const units = fc.oneof(
  fc.constantFrom('"', '\\', '/', '\b', '\f', '\n', '\r', '\t', '{', ' ', 'a', 'é', '\u2028', '\ud83d', '\ude00', '<'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map((text) => text.charAt(0)),
);
const spelled = fc
  .array(fc.tuple(units, fc.nat(3)), { maxLength: 40 })
  .map((list) => list.map(([unit, way]) => ({ unit, text: spellings(unit)[way % spellings(unit).length] ?? '' })));

const BEFORE = '{"body": ';
function outerOf(list: readonly { text: string }[]) {
  const literal = `"${list.map(({ text }) => text).join('')}"`;
  return { source: `${BEFORE}${literal}}`, start: BEFORE.length, end: BEFORE.length + literal.length };
}

describe('a text in a string', () => {
  test('is what the string says, and each of its ranges is spelled by the range that it maps to', () => {
    fc.assert(
      fc.property(spelled, fc.nat(40), fc.nat(40), (list, a, b) => {
        const { source, start, end } = outerOf(list);
        const embedded = embeddedText(source, start, end);
        expect(embedded?.text).toBe(list.map(({ unit }) => unit).join(''));
        const [from, to] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)];
        const range = embedded?.toOuter({ start: from, end: to });
        const spelling = list.slice(from, to).map(({ text }) => text);
        expect(source.slice(range?.start, range?.end)).toBe(spelling.join(''));
      }),
    );
  });

  test('is after the outer edits what the inner edits make of it, and nothing around it changes', () => {
    const edit = fc.tuple(fc.nat(40), fc.nat(3), fc.string({ unit: 'binary', maxLength: 5 }));
    fc.assert(
      fc.property(spelled, fc.array(edit, { maxLength: 4 }), (list, changes) => {
        const { source, start, end } = outerOf(list);
        const embedded = embeddedText(source, start, end);
        let at = 0;
        const edits: Edit[] = [];
        for (const [skip, length, text] of changes) {
          const from = Math.min(at + skip, list.length);
          at = Math.min(from + length, list.length);
          edits.push({ start: from, end: at, text });
        }
        const after = applyEdits(source, embedded?.toOuterEdits(edits) ?? []);
        expect(after.startsWith(BEFORE)).toBe(true);
        expect(JSON.parse(after)).toEqual({ body: applyEdits(embedded?.text ?? '', edits) });
      }),
    );
  });

  test.each([
    ['slashes', String.raw`"http:\/\/a"`, 'a/b', String.raw`a\/b`],
    ['no slashes', '"http://a"', 'a/b', 'a/b'],
    ['letters of other scripts', String.raw`"gr\u00fcn"`, 'ß', String.raw`\u00df`],
    ['raw letters', '"grün"', 'ß', 'ß'],
    ['marks', String.raw`"\u003cb>"`, '<i>', String.raw`\u003ci\u003e`],
    ['quotes', '"a"', '"', String.raw`\"`],
  ])('is written as the string is written: %s', (_, literal, put, written) => {
    expect(embeddedText(literal, 0, literal.length)?.toOuterEdits([{ start: 0, end: 0, text: put }])).toEqual([
      { start: 1, end: 1, text: written },
    ]);
  });

  test.each(['"a', String.raw`"\x"`, '"\n"'])('is none where JSON refuses the string: %j', (literal) => {
    expect(embeddedText(literal, 0, literal.length)).toBeUndefined();
  });
});
