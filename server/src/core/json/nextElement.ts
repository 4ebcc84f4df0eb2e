import type { Frame } from './frames';
import { COMMA, isSpace, OPEN_BRACE } from './lexical';

/** Where reading can go on: at the next element of an array that is being read. */
export interface NextElement {
  readonly frame: number;
  readonly start: number;
  /** The comma before it. */
  readonly comma: number;
}

/** How far to look for the next element in text without lines. */
const WINDOW = 1 << 18;
/** Outermost and innermost containers whose elements are looked for. */
const FRAMES_TO_RESYNC = 4;
const LONGEST_SIGNATURE = 40;
/** Times that a text may be looked through in vain; elements of ever new kinds would each cost a window. */
const MOST_LOOKS = 16;

/** What is known of the places where one kind of element starts. */
interface Search {
  /** The first such place behind `from`; -1: none that ends before `to`. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the next place on a line that starts like the first element of an array that is being read (`{"role"`). It cannot lie
 * in a string, where its quotes would be escaped. Faults come in the order of the text, so what was found for one serves the next.
 */
export class ElementFinder {
  private readonly text: string;
  private readonly to: number;
  private lineStart = 0;
  private lineEnd = -1;
  private readonly searches = new Map<string, Search>();
  /** Characters that may still be looked through. */
  private left: number;

  constructor(text: string, to: number) {
    this.text = text;
    this.to = to;
    this.left = to * MOST_LOOKS + WINDOW;
  }

  find(frames: readonly Frame[], from: number): NextElement | undefined {
    const { text } = this;
    const end = Math.min(this.lineEndBehind(from), from + WINDOW);
    let start = -1;
    let frame = -1;
    for (const index of nearFrames(frames.length)) {
      const signature = signatureOf(text, frames[index]);
      const found = signature === undefined ? -1 : this.elementLike(signature, from, end);
      if (found < 0 || (start >= 0 && found > start)) continue;
      start = found;
      frame = index;
    }
    if (start < 0) return undefined;
    let comma = start - 1;
    while (text.charCodeAt(comma) !== COMMA) comma--;
    return { frame, start, comma };
  }

  private lineEndBehind(from: number): number {
    if (from < this.lineStart || from > this.lineEnd) {
      const feed = this.text.indexOf('\n', from);
      this.lineStart = from;
      this.lineEnd = feed < 0 || feed > this.to ? this.to : feed;
    }
    return this.lineEnd;
  }

  /** The first place of `text[from, end)` behind a comma where the signature stands, or -1. */
  private elementLike(signature: string, from: number, end: number): number {
    const known = this.searches.get(signature);
    let start = from;
    if (known !== undefined && known.from <= from) {
      if (known.at >= from && standsBehindComma(this.text, known.at, from)) {
        return known.at + signature.length <= end ? known.at : -1;
      }
      // What was looked through already is not looked through again.
      start = Math.max(from, known.at < 0 ? known.to - signature.length + 1 : known.at + 1);
    }
    const at = start < end ? this.lookFor(signature, start, from, end) : -1;
    this.searches.set(signature, { at, from, to: Math.max(start, end) });
    return at;
  }

  private lookFor(signature: string, start: number, lowest: number, end: number): number {
    if (this.left <= 0) return -1;
    // Searching for a text does not stop at `end`: the stretch is cut out first.
    const stretch = this.text.slice(start, end);
    for (let at = stretch.indexOf(signature); at >= 0; at = stretch.indexOf(signature, at + 1)) {
      if (!standsBehindComma(this.text, start + at, lowest)) continue;
      this.left -= at;
      return start + at;
    }
    this.left -= stretch.length;
    return -1;
  }
}

function* nearFrames(count: number): Generator<number> {
  for (let i = 0; i < count; i++) {
    if (i >= FRAMES_TO_RESYNC && i < count - FRAMES_TO_RESYNC) i = count - FRAMES_TO_RESYNC;
    yield i;
  }
}

/** The first element of an array up to its first key; undefined where that is no object. */
function signatureOf(text: string, frame: Frame | undefined): string | undefined {
  if (frame === undefined || frame.isObject || frame.first < 0) return undefined;
  if (text.charCodeAt(frame.first) !== OPEN_BRACE) return undefined;
  const head = text.slice(frame.first, frame.first + LONGEST_SIGNATURE);
  const close = head.indexOf('"', head.indexOf('"') + 1);
  return close < 0 ? undefined : head.slice(0, close + 1);
}

function standsBehindComma(text: string, at: number, lowest: number): boolean {
  let i = at - 1;
  while (i >= lowest && isSpace(text.charCodeAt(i))) i--;
  return i > lowest && text.charCodeAt(i) === COMMA;
}
