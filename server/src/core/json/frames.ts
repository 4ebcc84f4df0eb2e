import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, isSpace, LINE_FEED, QUOTE } from './lexical';

/** An array or object that is being read. */
export interface Frame {
  readonly cell: number;
  readonly isObject: boolean;
  /** Indentation of the line it opens on; -1 when unknown. */
  readonly openIndent: number;
  /** Indentation of its members, when they stand on lines of their own and deeper than the line it opens on; else -1. */
  memberIndent: number;
  /** Where the first member starts. */
  first: number;
  isBroken: boolean;
}

/** Outer containers that are looked at for a line that does not fit the inner ones; keeps odd layouts from costing depth × lines. */
const FRAMES_TO_SEARCH = 64;

/**
 * The outer container that a line start at `pos` belongs to, when it is less deep than the innermost one can hold: what is inside was
 * never closed. `undefined` when the line fits, or the text is not laid out by indentation.
 */
export function frameOfLine(
  frames: readonly Frame[],
  text: string,
  pos: number,
  to: number,
  indent: number,
): number | undefined {
  const top = frames.at(-1);
  if (top === undefined) return undefined;
  const code = text.charCodeAt(pos);
  const isCloser = code === CLOSE_BRACE || code === CLOSE_BRACKET;
  if (top.memberIndent >= 0 ? indent >= top.memberIndent : indent > top.openIndent) return undefined;
  if (isCloser && top.isObject === (code === CLOSE_BRACE) && indent >= top.openIndent) return undefined;
  for (let i = frames.length - 2; i >= lowest(frames); i--) {
    const frame = frames[i];
    if (frame === undefined || frame.memberIndent < 0) continue;
    if (isCloser && goesOnAsList(frame, text, pos, to)) return undefined;
    const isTarget = isCloser
      ? frame.openIndent === indent && frame.isObject === (code === CLOSE_BRACE)
      : frame.memberIndent === indent && isAlike(frame, text, code);
    if (isTarget) return i;
  }
  return undefined;
}

/**
 * The container that a bracket of the wrong kind at `pos` closes: the one that its line's indentation says, else the nearest of its
 * kind behind which the text goes on well. -1 when it closes nothing.
 */
export function frameOfBracket(
  frames: readonly Frame[],
  text: string,
  pos: number,
  to: number,
  lineIndent: number | undefined,
): number {
  const isObject = text.charCodeAt(pos) === CLOSE_BRACE;
  for (let i = frames.length - 1; i >= lowest(frames) && lineIndent !== undefined; i--) {
    const frame = frames[i];
    if (frame !== undefined && goesOnAsList(frame, text, pos, to)) return -1;
    if (frame?.isObject === isObject && frame.memberIndent >= 0 && frame.openIndent === lineIndent) return i;
  }
  for (let i = frames.length - 1; i >= lowest(frames); i--) {
    const frame = frames[i];
    if (frame !== undefined && goesOnAsList(frame, text, pos, to)) return -1;
    if (frame?.isObject === isObject) return goesOnBehind(text, pos + 1, to, frames[i - 1]) ? i : -1;
  }
  return -1;
}

/** How far a run of closing brackets is followed. */
const LONGEST_RUN = 256;

/**
 * Whether a line starts like the next element of a list, behind a closing bracket at `pos` and those that follow it at once: then none
 * of them closes the list, for an entry in it has one too many.
 */
export function goesOnAsList(frame: Frame, text: string, pos: number, to: number): boolean {
  if (frame.isObject || frame.memberIndent < 0 || frame.first < 0) return false;
  const stop = Math.min(to, pos + LONGEST_RUN);
  let lineStart = -1;
  for (let i = pos; i < stop; i++) {
    const code = text.charCodeAt(i);
    if (code === LINE_FEED) lineStart = i + 1;
    else if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) lineStart = -1;
    else if (!isSpace(code))
      return i - lineStart === frame.memberIndent && isAlike(frame, text, code) && lineStart >= 0;
  }
  return false;
}

function lowest(frames: readonly Frame[]): number {
  return Math.max(0, frames.length - FRAMES_TO_SEARCH);
}

function isAlike(frame: Frame, text: string, code: number): boolean {
  return frame.isObject ? code === QUOTE : frame.first >= 0 && text.charCodeAt(frame.first) === code;
}

function goesOnBehind(text: string, from: number, to: number, parent: Frame | undefined): boolean {
  const next = behindSpace(text, from, to);
  if (parent === undefined) return next >= to;
  const code = text.charCodeAt(next);
  if (code !== COMMA) return code === (parent.isObject ? CLOSE_BRACE : CLOSE_BRACKET);
  return (text.charCodeAt(behindSpace(text, next + 1, to)) === QUOTE) === parent.isObject;
}

function behindSpace(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isSpace(text.charCodeAt(i))) i++;
  return i;
}
