/** What the estimator tells apart. Letters by how they bind into tokens, the rest by what runs of it cost. */
export const characterClasses = [
  'vowel',
  'consonant',
  'upper',
  'digit',
  'space',
  'tab',
  'line',
  'return',
  'quote',
  'bracket',
  'ruler',
  'punctuation',
  'control',
  'accented',
  'vietnamese',
  'cyrillic',
  'arabic',
  'indic',
  'hiragana',
  'katakana',
  'han',
  'hangul',
  'wide',
  'symbol',
  'joiner',
  'emoji',
  'astral',
  'low',
] as const;

export type CharacterClass = (typeof characterClasses)[number];

/** Code unit → place in `characterClasses`, for all of UTF-16: one look-up a character, whatever the script. */
export function classTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(characterClasses.indexOf('symbol'));
  for (const [name, start, end] of RANGES) table.fill(characterClasses.indexOf(name), start, end + 1);
  for (const [name, characters] of ASCII) {
    for (const character of characters) table[character.charCodeAt(0)] = characterClasses.indexOf(name);
  }
  return table;
}

/** Later rows win. What no row names (arrows, box drawing, dingbats, general punctuation) is a symbol. */
const RANGES: readonly (readonly [CharacterClass, number, number])[] = [
  ['control', 0x00, 0x1f],
  ['punctuation', 0x20, 0x7e],
  ['digit', 0x30, 0x39],
  ['upper', 0x41, 0x5a],
  ['consonant', 0x61, 0x7a],
  ['control', 0x7f, 0x9f],
  ['accented', 0xc0, 0x2af],
  ['accented', 0x300, 0x36f],
  ['cyrillic', 0x370, 0x52f],
  ['indic', 0x530, 0x58f],
  ['arabic', 0x590, 0x8ff],
  ['indic', 0x900, 0x1dff],
  ['vietnamese', 0x1e00, 0x1eff],
  ['cyrillic', 0x1f00, 0x1fff],
  ['joiner', 0x200b, 0x200f],
  ['wide', 0x3000, 0x303f],
  ['hiragana', 0x3040, 0x309f],
  ['katakana', 0x30a0, 0x30ff],
  ['katakana', 0x31f0, 0x31ff],
  ['han', 0x3400, 0x4dbf],
  ['han', 0x4e00, 0x9fff],
  ['indic', 0xa000, 0xabff],
  ['hangul', 0x1100, 0x11ff],
  ['hangul', 0x3130, 0x318f],
  ['hangul', 0xac00, 0xd7ff],
  ['astral', 0xd800, 0xdbff],
  ['emoji', 0xd83c, 0xd83e],
  ['low', 0xdc00, 0xdfff],
  ['han', 0xf900, 0xfaff],
  ['arabic', 0xfb1d, 0xfdff],
  ['joiner', 0xfe00, 0xfe0f],
  ['arabic', 0xfe70, 0xfefe],
  ['wide', 0xff00, 0xffef],
];

const ASCII: readonly (readonly [CharacterClass, string])[] = [
  ['vowel', 'aeiouy'],
  ['space', ' '],
  ['tab', '\t'],
  ['line', '\n'],
  ['return', '\r'],
  ['quote', '"\'`:,;'],
  ['bracket', '()[]{}<>/'],
  // What stands in rows: a line of dashes is a token or two, however long.
  ['ruler', '-=*#_.~'],
];
