import type { Edit } from '../text/edits';
import type { Gap } from './gaps';
import { BYTE_ORDER_MARK, isSpace } from './lexical';
import type { RowsNode } from './rows';
import { breakBefore, isLineBreak } from './trivia';

/** A row on its line. */
interface Line {
  /** Start and end of the line without its line end. */
  readonly start: number;
  readonly end: number;
  /** The place behind the line end. */
  readonly next: number;
  /** Whether the row is all that stands there. */
  readonly isAlone: boolean;
}

/** The edits that a gap among the rows of JSON Lines makes: each new row gets one line, and a removed row takes its line along. */
export function editRows<Item>(
  root: RowsNode,
  gap: Gap<Item>,
  write: (item: Item, indent: string, index: number) => string,
): Edit[] {
  const edits: Edit[] = [];
  const rows = root.items();
  const overwritten = Math.min(gap.to - gap.from, gap.items.length);
  for (let i = 0; i < overwritten; i++) {
    const row = rows[gap.from + i];
    const item = gap.items[i];
    if (row !== undefined && item !== undefined) {
      edits.push({ start: row.start, end: row.end, text: write(item, '', gap.from + i) });
    }
  }
  const rest = gap.items.slice(overwritten).map((item) => write(item, '', gap.to));
  if (rest.length > 0) edits.push(insertRows(root, gap.to, rest));
  return edits.concat(rest.length > 0 ? [] : eraseRows(root, gap.from + overwritten, gap.to));
}

function insertRows(root: RowsNode, index: number, rows: readonly string[]): Edit {
  const { text } = root.source;
  if (index > 0) {
    const line = lineOf(root, index - 1);
    const lineBreak = breakBefore(text, line.next) || breakBefore(text, line.start) || '\n';
    return { start: line.end, end: line.end, text: rows.map((row) => lineBreak + row).join('') };
  }
  if (root.size > 0) {
    const line = lineOf(root, 0);
    const lineBreak = breakBefore(text, line.next) || '\n';
    return { start: line.start, end: line.start, text: rows.map((row) => row + lineBreak).join('') };
  }
  const end = text.length;
  const isOnNewLine = end === 0 || isLineBreak(text.charCodeAt(end - 1)) || (end === 1 && startsWithMark(text));
  const lineBreak = breakBefore(text, end) || '\n';
  const lead = isOnNewLine ? '' : lineBreak;
  return { start: end, end, text: lead + rows.map((row) => row + lineBreak).join('') };
}

function eraseRows(root: RowsNode, from: number, to: number): Edit[] {
  if (from >= to) return [];
  const { text } = root.source;
  // When the text does not end with a line end, the last rows go with the line ends before them, so that it still does not.
  const last = lineOf(root, to - 1);
  const takesBreakBefore = from > 0 && to === root.size && last.next === last.end;
  const edits: Edit[] = [];
  for (let index = from; index < to; index++) {
    const line = lineOf(root, index);
    const row = root.items()[index];
    if (row === undefined) continue;
    if (!line.isAlone) edits.push({ start: row.start, end: row.end, text: '' });
    else if (takesBreakBefore) {
      edits.push({ start: line.start - breakBefore(text, line.start).length, end: line.end, text: '' });
    } else edits.push({ start: line.start, end: line.next, text: '' });
  }
  return edits;
}

function lineOf(root: RowsNode, index: number): Line {
  const { text } = root.source;
  const row = root.items()[index];
  let start = row?.start ?? 0;
  let end = row?.end ?? 0;
  let isAlone = true;
  const lowest = startsWithMark(text) ? 1 : 0;
  while (start > lowest && text.charCodeAt(start - 1) !== 10) {
    start--;
    isAlone &&= isSpace(text.charCodeAt(start));
  }
  while (end < text.length && text.charCodeAt(end) !== 10) {
    isAlone &&= isSpace(text.charCodeAt(end));
    end++;
  }
  const next = Math.min(end + 1, text.length);
  if (end > start && text.charCodeAt(end) === 10 && text.charCodeAt(end - 1) === 13) end--;
  return { start, end, next, isAlone };
}

function startsWithMark(text: string): boolean {
  return text.charCodeAt(0) === BYTE_ORDER_MARK;
}
