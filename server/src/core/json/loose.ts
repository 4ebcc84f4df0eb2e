import { BACKSLASH, behindNumber, CARRIAGE_RETURN, isWordCharacter, LINE_FEED, QUOTE, SPACE } from './lexical';
import { FALSE, NULL, NUMBER, OTHER, TRUE } from './tape';

const SINGLE_QUOTE = 39;

/** The end of a string literal that starts at `from`. One that is not closed ends with its line. */
export function behindString(
  text: string,
  from: number,
  to: number,
): { readonly end: number; readonly isClosed: boolean; readonly isPlain: boolean } {
  let isPlain = true;
  let i = from + 1;
  for (; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return { end: i + 1, isClosed: true, isPlain };
    if (code === LINE_FEED) break;
    if (code < SPACE) isPlain = false;
    if (code !== BACKSLASH) continue;
    isPlain = false;
    if (text.charCodeAt(i + 1) !== LINE_FEED) i++;
  }
  let end = Math.min(i, to);
  // A carriage return belongs to the line end.
  while (end > from + 1 && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
  return { end, isClosed: false, isPlain: false };
}

/** The end of what is no string and no punctuation: a number, a word, a text in single quotes. */
export function behindWord(text: string, from: number, to: number): number {
  let end = from;
  if (text.charCodeAt(from) === SINGLE_QUOTE) {
    end++;
    while (end < to && text.charCodeAt(end) !== SINGLE_QUOTE && text.charCodeAt(end) !== LINE_FEED) end++;
    return end < to && text.charCodeAt(end) === SINGLE_QUOTE ? end + 1 : from + 1;
  }
  while (end < to && isWordCharacter(text.charCodeAt(end))) end++;
  return Math.max(end, from + 1);
}

/** What a word is on the tape. */
export function wordKind(text: string, start: number, end: number): number {
  if (behindNumber(text, start, end) === end) return NUMBER;
  switch (text.slice(start, Math.min(end, start + 6))) {
    case 'true':
      return TRUE;
    case 'false':
      return FALSE;
    case 'null':
      return NULL;
    default:
      return OTHER;
  }
}
