import type { Range } from '../../lint/types';
import type { LineIndex } from '../../text/lineIndex';
import type { Medium } from '../types';
import { visible } from '../visible';

/** A stretch of the source to point at. */
export interface Mark extends Range {
  /** What the marked place is to the problem; the problem itself needs no words. */
  readonly label: string;
  readonly isMain: boolean;
}

/** A frame is for the eye: a line longer than this is cut even where the terminal is wider. */
const MAX_COLUMNS = 120;
/** Narrower than this nothing can be read; the terminal may wrap then. */
const MIN_COLUMNS = 20;
const CUT = '…';
/** How much is shown of a range that goes on over further lines. */
const CONTINUED_LINES = 2;
/** Looking for more than white space before a cut goes no further than this. */
const MAX_INDENT = 200;
const TAB_COLUMNS = 8;

/** The lines of the source that the marks are on, each with its marks below, in source order. */
export function frame(
  lines: LineIndex,
  marks: readonly Mark[],
  medium: Medium,
  colour: (text: string) => string,
): string[] {
  const { dim, blue } = medium.paint;
  const placed = marks
    .map((mark) => place(lines, mark))
    .sort((a, b) => a.line - b.line || Number(b.isMain) - Number(a.isMain));
  const last = placed.reduce(
    (most, { line, lastLine }) => Math.max(most, Math.min(lastLine, line + CONTINUED_LINES)),
    0,
  );
  const digits = String(last + 1).length;
  const gutter = (text: string) => dim(blue(`${text.padStart(digits + 1)} |`));
  const columns = Math.max(MIN_COLUMNS, Math.min(medium.columns - digits - 4, MAX_COLUMNS));

  const out = [gutter('')];
  let shown = -1;
  for (const [index, mark] of placed.entries()) {
    const view = cutLine(mark, lines.text, columns, medium.width);
    if (mark.line !== shown) {
      if (shown >= 0 && mark.line > shown + 1) out.push(dim(blue('...'.padStart(digits + 1))));
      out.push(`${gutter(String(mark.line + 1))} ${view.text}`.trimEnd());
    } else if (view.isCut) {
      out.push(`${gutter('')} ${view.text}`); // the same long line at another place
    }
    shown = mark.line;
    const sign = (mark.isMain ? '^' : '-').repeat(view.marked);
    const rest = mark.lastLine > mark.line ? `(to line ${mark.lastLine + 1})` : '';
    const label = [visible(mark.label), rest].filter((text) => text !== '').join(' ');
    out.push(`${gutter('')} ${view.before}${(mark.isMain ? colour : blue)(label === '' ? sign : `${sign} ${label}`)}`);
    if (!mark.isMain) continue;
    // An opening bracket alone says little: a few lines of what it opens.
    const until = Math.min(
      mark.lastLine,
      mark.line + CONTINUED_LINES,
      (placed[index + 1]?.line ?? lines.lineCount) - 1,
    );
    for (shown = mark.line; shown < until; ) {
      shown += 1;
      const next = cutLine(place(lines, lineBreakBefore(lines, shown)), lines.text, columns, medium.width);
      out.push(`${gutter(String(shown + 1))} ${dim(next.text)}`.trimEnd());
    }
  }
  return out;
}

function lineBreakBefore(lines: LineIndex, line: number): Mark {
  const start = lines.offsetAt({ line, character: 0 });
  return { start, end: start, label: '', isMain: false };
}

interface PlacedMark extends Mark {
  readonly line: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Where the range ends; only its first line is marked. */
  readonly lastLine: number;
}

function place(lines: LineIndex, mark: Mark): PlacedMark {
  const { line } = lines.positionAt(mark.start);
  const byteOrderMark = lines.text.startsWith('\uFEFF') && line === 0 ? 1 : 0;
  const lineStart = lines.offsetAt({ line, character: byteOrderMark });
  const lineEnd = lines.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  const start = Math.max(lineStart, Math.min(mark.start, lineEnd));
  const end = Math.max(start, Math.min(mark.end, lineEnd));
  return { ...mark, start, end, line, lineStart, lineEnd, lastLine: lines.positionAt(mark.end).line };
}

interface LineView {
  readonly text: string;
  /** White space up to the mark: tabs where the line has tabs. */
  readonly before: string;
  /** Columns of the mark. */
  readonly marked: number;
  readonly isCut: boolean;
}

/** What is shown of a line: all, or as much around the mark as there is room for. Looks at no more of the line than it shows. */
function cutLine(mark: PlacedMark, text: string, columns: number, width: (text: string) => number): LineView {
  const { lineStart, lineEnd, start, end } = mark;
  const columnsOf = (part: string) => width(part.replaceAll('\t', '')) + TAB_COLUMNS * (part.split('\t').length - 1);
  const isShort = lineEnd - lineStart <= columns * 4 && columnsOf(visible(text.slice(lineStart, lineEnd))) <= columns;
  if (isShort) {
    const lead = visible(text.slice(lineStart, start));
    return {
      text: visible(text.slice(lineStart, lineEnd)),
      before: blank(lead, width),
      marked: Math.max(1, columnsOf(visible(text.slice(start, end)))),
      isCut: false,
    };
  }
  // A third of the room for what stands before the mark, the rest for the mark and what follows.
  const lead = takeBack(text, lineStart, start, Math.floor(columns / 3), columnsOf);
  const room = columns - columnsOf(lead.text) - 2;
  const marked = takeAhead(text, start, end, room, columnsOf);
  const tail = takeAhead(text, marked.end, lineEnd, room - columnsOf(marked.text), columnsOf);
  const before = lead.start - lineStart;
  const isIndent = before <= MAX_INDENT && text.slice(lineStart, lead.start).trim() === '';
  const opening = isIndent ? '' : CUT;
  const closing = tail.end < lineEnd ? CUT : '';
  return {
    text: `${opening}${lead.text}${marked.text}${tail.text}${closing}`,
    before: blank(`${opening}${lead.text}`, width),
    marked: Math.max(1, columnsOf(marked.text)),
    isCut: true,
  };
}

function blank(text: string, width: (text: string) => number): string {
  return text
    .split('\t')
    .map((part) => ' '.repeat(width(part)))
    .join('\t');
}

/** The longest beginning of a stretch that fits, whole characters only. */
function takeAhead(text: string, start: number, end: number, room: number, columnsOf: (text: string) => number) {
  let at = start;
  let columns = 0;
  for (const character of text.slice(start, Math.min(end, start + room * 4))) {
    columns += columnsOf(visible(character));
    if (columns > room) break;
    at += character.length;
  }
  return { text: visible(text.slice(start, at)), end: at };
}

/** The longest end of a stretch that fits. */
function takeBack(text: string, start: number, end: number, room: number, columnsOf: (text: string) => number) {
  let at = end;
  let columns = 0;
  for (const character of [...text.slice(Math.max(start, end - room * 4), end)].reverse()) {
    columns += columnsOf(visible(character));
    if (columns > room) break;
    at -= character.length;
  }
  return { text: visible(text.slice(at, end)), start: at };
}
