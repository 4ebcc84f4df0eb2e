/**
 * Longest run of one kind of character that goes into an exact tokenizer in one piece. Their cost is quadratic in the length of a run,
 * and no word is as long as this. A multiple of three, because digits are taken three at a time, and of 64, because rows of blanks
 * and marks are.
 */
export const LONGEST_RUN = 192;

/** Cuts runs of one kind of character, so that counting each piece by itself costs time linear in the text. Most texts are one piece. */
export function guardRuns(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let before = 0;
  let words = 0;
  let marks = 0;
  let ends = 0;
  let run = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) ?? 0;
    const kind = kindAt(code);
    // A combining mark is part of a word in some encodings and a mark in others: it goes on with either run.
    words = kind === LETTER || kind === COMBINING ? words + 1 : 0;
    marks = kind === MARK || kind === COMBINING ? marks + 1 : 0;
    // o200k takes line ends and slashes behind a mark for one piece, in any order.
    ends = code === LINE_FEED || code === RETURN || code === SLASH ? ends + 1 : 0;
    run = kind === before ? run + 1 : 1;
    if (Math.max(words, marks, ends, run) > LONGEST_RUN) {
      pieces.push(text.slice(from, i));
      from = i;
      words = Math.min(words, 1);
      marks = Math.min(marks, 1);
      ends = Math.min(ends, 1);
      run = 1;
    }
    before = kind;
    i += code > 0xffff ? 2 : 1;
  }
  if (from < text.length) pieces.push(from === 0 ? text : text.slice(from));
  return pieces;
}

/** What is known of each code point so far; a megabyte, so only from the first exact count on. */
let kinds: Uint8Array | undefined;

const LETTER = 1;
const COMBINING = 2;
const DIGIT = 3;
const BLANK = 4;
const MARK = 5;

const LINE_FEED = 10;
const RETURN = 13;
const SLASH = 47;

function kindAt(code: number): number {
  kinds ??= new Uint8Array(0x110000);
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  const kind = kindOf(code);
  kinds[code] = kind;
  return kind;
}

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{M}/u.test(character)) return COMBINING;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\s/u.test(character) ? BLANK : MARK;
}
