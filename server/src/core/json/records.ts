import { MAX_DEPTH } from './faults';
import { BYTE_ORDER_MARK, behindComment, CARRIAGE_RETURN, isSpace, SLASH } from './lexical';
import { findRowFault, type RowProblem } from './rowFaults';
import { RowsNode } from './rows';
import { scanInto } from './scanner';
import { LINK_SHIFT, OTHER, STRIDE, Tape, type TextSource } from './tape';
import { TextNode } from './textNode';

export type { RowFault, RowProblem } from './rowFaults';

/** A line of JSON Lines without its line end. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

export interface Records {
  /** An array of the rows; those that do not parse, or are too deep, are there as nodes of kind `other`. */
  readonly root: RowsNode;
  /** At most one a row, in the order of rows. */
  readonly problems: readonly RowProblem[];
  readonly hasComments: boolean;
  /** A string that is open at the text's end may be closed by rows that follow, in a text that is a chunk of a longer one. */
  readonly isOpenEnded: boolean;
}

/** Where a text stands in the file that it is a chunk of. */
export interface Standing {
  /** Rows of the file before it. */
  readonly row: number;
  /** Lines of the file before it. */
  readonly line: number;
}

const TOO_DEEP = `Arrays and objects are nested more than ${MAX_DEPTH} deep, so the row is not checked.`;

const AT_START: Standing = { row: 0, line: 0 };

/** The lines of a text that hold something: blank lines and lines of nothing but comments are no rows. */
export function splitRecords(text: string, { line }: Standing = AT_START): RowRange[] {
  const rows: RowRange[] = [];
  let start = line === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const behind = feed < 0 ? text.length : feed;
    const end = behind > start && text.charCodeAt(behind - 1) === CARRIAGE_RETURN ? behind - 1 : behind;
    if (!isEmpty(text, start, end)) rows.push({ start, end });
    start = behind + 1;
  }
  return rows;
}

/** How many rows a text holds. */
export function countRows(text: string, standing?: Standing): number {
  return splitRecords(text, standing).length;
}

/** Reads JSON Lines. A row that does not parse harms no other row. */
export function parseRecords(source: TextSource, standing: Standing = AT_START): Records {
  const { text } = source;
  const ranges = splitRecords(text, standing);
  const tape = new Tape(source, text.length);
  const root = new RowsNode(source, standing.row);
  const rows: TextNode[] = [];
  const problems: RowProblem[] = [];
  let hasComments = false;
  let isOpenEnded = false;
  /** Rows before this one belong to a fault that is reported already. */
  let quietUntil = 0;
  for (const [row, { start, end }] of ranges.entries()) {
    const index = tape.count;
    const scan = scanInto(tape, text, start, end, 0);
    hasComments ||= scan.hasComments;
    if (scan.problem !== undefined) {
      pushOther(tape, text, start, end);
      if (row >= quietUntil) {
        const fault = findRowFault(text, ranges, row, scan.problem);
        problems.push({ ...fault.problem, row: standing.row + row });
        isOpenEnded ||= fault.isOpen;
        quietUntil = row + fault.rows;
      }
    } else if (scan.depth > MAX_DEPTH) {
      tape.count = index;
      pushOther(tape, text, start, end);
      problems.push({
        offset: tape.startOf(index),
        length: 1,
        message: TOO_DEEP,
        row: standing.row + row,
        fault: 'too-deep',
      });
    }
    rows.push(new TextNode(tape, index, root, row));
  }
  tape.trim();
  root.setItems(rows);
  return { root, problems, hasComments, isOpenEnded };
}

/** Rows that may fail before a text is no longer taken for JSON Lines: one in five. */
const TOLERATED = 5;

/** Whether a text that is not one JSON value reads as JSON Lines: its first row is an object or array, and most others are too. */
export function looksLikeJsonl(text: string): boolean {
  const ranges = splitRecords(text);
  if (ranges.length < 2) return false;
  let failed = 0;
  for (const [row, { start, end }] of ranges.entries()) {
    const tape = new Tape({ text }, end - start);
    const isContainer = /^\s*[[{]/.test(text.slice(start, Math.min(end, start + 100)));
    if (isContainer && scanInto(tape, text, start, end, 0).problem === undefined) continue;
    failed++;
    if (row === 0 || !looksLikeRows(failed, ranges.length)) return false;
  }
  return true;
}

/** The same of a text whose first row is known to be good, by the number of its rows and of those that fail. */
export function looksLikeRows(failed: number, rows: number): boolean {
  return rows >= 2 && failed * TOLERATED <= rows;
}

function isEmpty(text: string, from: number, to: number): boolean {
  let i = from;
  while (i < to) {
    if (isSpace(text.charCodeAt(i))) i++;
    else {
      const behind = text.charCodeAt(i) === SLASH ? behindComment(text, i, to) : 0;
      if (behind <= 0) return false;
      i = behind;
    }
  }
  return true;
}

function pushOther(tape: Tape, text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const at = tape.count * STRIDE;
  if (at === tape.cells.length) tape.grow();
  tape.cells[at] = start;
  tape.cells[at + 1] = end;
  tape.cells[at + 2] = ((tape.count + 1) << LINK_SHIFT) | OTHER;
  tape.count++;
  tape.isPlain = false;
}
