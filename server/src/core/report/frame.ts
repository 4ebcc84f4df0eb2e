import type { Range } from '../engine/types';
import type { LineIndex } from '../text/lineIndex';
import type { Medium } from './types';
import { visible } from './visible';

/** A stretch of the source to point at. */
export interface Mark extends Range {
  /** What the marked place is to the problem; the problem itself needs no words. */
  readonly label: string;
  readonly isMain: boolean;
}

/** A frame is for the eye: a line longer than this is cut even where the terminal is wider. */
const MAX_COLUMNS = 120;
/** Narrower than this nothing can be read; the terminal may wrap then. */
const MIN_COLUMNS = 40;
const CUT = '…';
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
  const digits = String((placed.at(-1)?.line ?? 0) + 1).length;
  const gutter = (text: string) => dim(blue(`${text.padStart(digits + 1)} |`));
  const columns = Math.max(MIN_COLUMNS, Math.min(medium.columns - digits - 4, MAX_COLUMNS));

  const out = [gutter('')];
  let shown = -1;
  for (const mark of placed) {
    const view = cutLine(mark, lines.text, columns, medium.width);
    if (mark.line !== shown) {
      if (shown >= 0 && mark.line > shown + 1) out.push(dim(blue('...'.padStart(digits + 1))));
      out.push(`${gutter(String(mark.line + 1))} ${view.text}`.trimEnd());
    } else if (view.isCut) {
      out.push(`${gutter('')} ${view.text}`); // the same long line at another place
    }
    shown = mark.line;
    const sign = (mark.isMain ? '^' : '-').repeat(view.marked);
    const label = [visible(mark.label), mark.rest].filter((text) => text !== '').join(' ');
    out.push(`${gutter('')} ${view.before}${(mark.isMain ? colour : blue)(label === '' ? sign : `${sign} ${label}`)}`);
  }
  return out;
}

interface PlacedMark extends Mark {
  readonly line: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Where the range goes on behind this line. */
  readonly rest: string;
}

function place(lines: LineIndex, mark: Mark): PlacedMark {
  const { line } = lines.positionAt(mark.start);
  const last = lines.positionAt(mark.end).line;
  const isMarked = lines.text.startsWith('\uFEFF') && line === 0 ? 1 : 0;
  const lineStart = lines.offsetAt({ line, character: isMarked });
  const lineEnd = lines.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  const start = Math.max(lineStart, Math.min(mark.start, lineEnd));
  const end = Math.max(start, Math.min(mark.end, lineEnd));
  const rest = last > line ? `(to line ${last + 1})` : '';
  return { ...mark, start, end, line, lineStart, lineEnd, rest };
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
  const opening = lead.start > lineStart ? CUT : '';
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
