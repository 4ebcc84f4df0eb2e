import type { Edit } from '../text/edits';

/** A string literal as the text that it holds, with the way back for ranges and edits. */
export interface EmbeddedText {
  readonly text: string;
  /** The range of the outer text that spells a range of the inner one: escapes are taken whole. */
  readonly toOuter: (range: Span) => Span;
  /** Edits of the inner text as edits of the outer one, spelled as the literal spells its text. */
  readonly toOuterEdits: (edits: readonly Edit[]) => Edit[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** `start`, `end`: the literal with its quotes in `source`. Undefined where JSON refuses it: nothing is guessed of its text. */
export function embeddedText(source: string, start: number, end: number): EmbeddedText | undefined {
  const literal = source.slice(start, end);
  const text = decoded(literal);
  if (text === undefined) return undefined;
  let table: EscapeTable | undefined;
  let spell: ((text: string) => string) | undefined;
  const toOuter = (range: Span): Span => {
    table ??= escapesOf(literal);
    return { start: start + outerOf(table, range.start), end: start + outerOf(table, range.end) };
  };
  return {
    text,
    toOuter,
    toOuterEdits: (edits) => {
      spell ??= spellingOf(literal);
      return edits.map((edit) => ({ ...toOuter(edit), text: spell?.(edit.text) ?? '' }));
    },
  };
}

function decoded(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each escape spells one UTF-16 unit: which one, and where the literal goes on behind it. Between two of them nothing shifts. */
interface EscapeTable {
  readonly units: Int32Array;
  readonly behind: Int32Array;
}

function escapesOf(literal: string): EscapeTable {
  let count = 0;
  for (let at = literal.indexOf('\\'); at >= 0; at = literal.indexOf('\\', at + escapeLength(literal, at))) count++;
  const [units, behind] = [new Int32Array(count), new Int32Array(count)];
  let shift = 1;
  let index = 0;
  for (let at = literal.indexOf('\\'); at >= 0; at = literal.indexOf('\\', behind[index - 1])) {
    const length = escapeLength(literal, at);
    units[index] = at - shift;
    behind[index] = at + length;
    shift += length - 1;
    index++;
  }
  return { units, behind };
}

function escapeLength(literal: string, at: number): number {
  return literal.charCodeAt(at + 1) === LOWER_U ? 6 : 2;
}

const LOWER_U = 0x75;

/** Where the literal spells the unit at a place of its text, or ends. */
function outerOf({ units, behind }: EscapeTable, place: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? place + 1 : (behind[low - 1] ?? 0) + place - (units[low - 1] ?? 0) - 1;
}

/** What a writer of JSON need not escape, and some do: the literal shows whether its own did. */
function spellingOf(literal: string): (text: string) => string {
  const isAscii = /\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i.test(literal) && !NOT_ASCII.test(literal);
  const hasSlash = literal.includes('\\/');
  const hasMarks = /\\u00(?:3c|3e|26)/i.test(literal);
  return (text) => {
    let spelled = JSON.stringify(text).slice(1, -1);
    if (hasSlash) spelled = spelled.replaceAll('/', '\\/');
    if (hasMarks) spelled = spelled.replaceAll(/[<>&]/g, escaped);
    return isAscii ? spelled.replaceAll(NOT_ASCII_ALL, escaped) : spelled;
  };
}

const NOT_ASCII = /[^\0-\x7f]/;
const NOT_ASCII_ALL = /[\u0080-\uffff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
