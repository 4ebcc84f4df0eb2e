import { behindComment, CARRIAGE_RETURN, COMMA, isSpace, LINE_FEED, SLASH } from './lexical';

/** What stands between values, white space aside. */
export interface Mark {
  readonly kind: 'comma' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** Commas and comments of `text[from, to)`, which holds nothing else but white space. */
export function marksBetween(text: string, from: number, to: number): Mark[] {
  const marks: Mark[] = [];
  let i = from;
  while (i < to) {
    const code = text.charCodeAt(i);
    if (code === COMMA) {
      marks.push({ kind: 'comma', start: i, end: i + 1 });
      i++;
    } else if (code === SLASH) {
      const behind = behindComment(text, i, to);
      const end = behind > 0 ? behind : to;
      marks.push({ kind: 'comment', start: i, end });
      i = end;
    } else i++;
  }
  return marks;
}

export function commaBetween(text: string, from: number, to: number): Mark | undefined {
  return marksBetween(text, from, to).find(({ kind }) => kind === 'comma');
}

export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** The place behind the first line break of white space `text[from, to)`, or -1. */
export function behindFirstBreak(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (!isLineBreak(text.charCodeAt(i))) continue;
    return text.charCodeAt(i) === CARRIAGE_RETURN && i + 1 < to && text.charCodeAt(i + 1) === LINE_FEED ? i + 2 : i + 1;
  }
  return -1;
}

/** The place behind the last line break of `text[from, to)`, or -1. */
export function behindLastBreak(text: string, from: number, to: number): number {
  for (let i = to - 1; i >= from; i--) if (isLineBreak(text.charCodeAt(i))) return i + 1;
  return -1;
}

/** The line break that ends in front of `offset`: `\r\n`, `\n` or `\r`, and nothing at the start of a text. */
export function breakBefore(text: string, offset: number): string {
  const code = offset > 0 ? text.charCodeAt(offset - 1) : 0;
  if (!isLineBreak(code)) return '';
  const isPair = code === LINE_FEED && offset > 1 && text.charCodeAt(offset - 2) === CARRIAGE_RETURN;
  return text.slice(offset - (isPair ? 2 : 1), offset);
}

/** How far back a line start is looked for. A text with longer lines is not laid out by indentation. */
const LONGEST_LOOK_BACK = 2048;

/** The start of the line of `offset`, or -1 if it is far away. */
export function lineStartBefore(text: string, offset: number): number {
  const lowest = Math.max(0, offset - LONGEST_LOOK_BACK);
  const start = behindLastBreak(text, lowest, offset);
  if (start >= 0) return start;
  return lowest === 0 ? 0 : -1;
}

/** The white space that the line of `offset` starts with. */
export function indentOf(text: string, offset: number): string {
  const start = lineStartBefore(text, offset);
  if (start < 0) return '';
  let end = start;
  while (end < offset && isSpace(text.charCodeAt(end)) && !isLineBreak(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}
