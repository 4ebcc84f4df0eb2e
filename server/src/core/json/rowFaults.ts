import type { Edit } from '../text/edits';
import { type SyntaxProblem, TEXT_BEHIND, UNTERMINATED_STRING } from './faults';
import { BACKSLASH, COMMA, isSpace, OPEN_BRACE, OPEN_BRACKET } from './lexical';
import { scanInto } from './scanner';
import { Tape } from './tape';

/** What ails a row of JSON Lines; `syntax` for everything that has no name of its own. */
export type RowFault = 'glued-rows' | 'raw-line-end' | 'nul' | 'too-deep' | 'syntax';

export interface RowProblem extends SyntaxProblem {
  /** Index of the row among all non-blank lines. */
  readonly row: number;
  readonly fault: RowFault;
  /** Edits that repair the row, where it is clear how. */
  readonly fix?: readonly Edit[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Names the fault of a row that does not parse, and says how many rows it takes in. `isOpen`: rows that follow may change the answer. */
export function findRowFault(
  text: string,
  rows: readonly Range[],
  row: number,
  problem: SyntaxProblem,
): { readonly problem: RowProblem; readonly rows: number; readonly isOpen: boolean } {
  const range = rows[row] ?? { start: 0, end: 0 };
  const joined = problem.message === UNTERMINATED_STRING ? rawLineEnds(text, rows, row) : undefined;
  if (joined !== undefined && joined !== 'open') {
    const message = 'A line end stands raw in a string, which cuts the row in two. Write it as \\n';
    return {
      problem: { ...problem, row, fault: 'raw-line-end', message, fix: joined.fix },
      rows: joined.rows,
      isOpen: false,
    };
  }
  const found = nulRuns(text, range, problem) ?? gluedRows(text, range, problem);
  return { problem: { ...problem, row, fault: 'syntax', ...found }, rows: 1, isOpen: joined === 'open' };
}

type Found = Pick<RowProblem, 'offset' | 'length' | 'message' | 'fault' | 'fix'>;

function nulRuns(text: string, { start, end }: Range, problem: SyntaxProblem): Found | undefined {
  const edits: Edit[] = [];
  const kept: string[] = [];
  let from = 0;
  // A search in the row alone: in the whole text, each row without NUL would cost all rows behind it.
  const line = text.slice(start, end);
  for (let at = line.indexOf('\0'); at >= 0; at = line.indexOf('\0', from)) {
    kept.push(line.slice(from, at));
    from = at;
    while (line.charCodeAt(from) === 0) from++;
    edits.push({ start: start + at, end: start + from, text: '' });
  }
  const first = edits[0];
  if (first === undefined) return undefined;
  kept.push(line.slice(from));
  const rest = kept.join('');
  const isRepaired = rest.trim() === '' || parses(rest);
  if (!isRepaired && text.charCodeAt(problem.offset) !== 0) return undefined;
  const found = {
    offset: first.start,
    length: first.end - first.start,
    message: 'NUL characters stand in the row. Remove them',
    fault: 'nul' as const,
  };
  return isRepaired ? { ...found, fix: edits } : found;
}

/** Several values on one line; also a comma behind a row, as it stays when an array is cut into lines. */
function gluedRows(text: string, { start, end }: Range, problem: SyntaxProblem): Found | undefined {
  const edits: Edit[] = [];
  const lineEnd = text.charAt(end) === '\r' ? '\r\n' : '\n';
  const tape = new Tape({ text }, 0);
  let valueStart = start;
  let behind = problem;
  for (;;) {
    if (behind.message !== TEXT_BEHIND || !isContainer(text, valueStart, end)) return undefined;
    let gap = behind.offset;
    while (gap > start && isSpace(text.charCodeAt(gap - 1))) gap--;
    let next = behind.offset;
    if (text.charCodeAt(next) === COMMA) next++;
    while (next < end && isSpace(text.charCodeAt(next))) next++;
    if (next >= end) {
      edits.push({ start: gap, end: next, text: '' });
      break;
    }
    edits.push({ start: gap, end: next, text: lineEnd });
    valueStart = next;
    const scan = scanInto(tape, text, next, end, 0);
    if (scan.problem === undefined) {
      if (!isContainer(text, valueStart, end)) return undefined;
      break;
    }
    behind = scan.problem;
  }
  const { offset, length } = problem;
  if (edits.length === 1 && edits[0]?.text === '') {
    return { offset, length, message: 'A comma stands behind the row. Remove it', fault: 'syntax', fix: edits };
  }
  const message = 'Several values stand on one line. Give each a line of its own';
  return { offset, length, message, fault: 'glued-rows', fix: edits };
}

/**
 * Whether the row parses together with the lines that follow, their line ends escaped. A string closes where the count of quotes
 * becomes even, so that one attempt is enough; and a first one at the first quote, where rows that are merely cut off fail at once.
 * `open`: the rows ended before the question was settled.
 */
function rawLineEnds(
  text: string,
  rows: readonly Range[],
  row: number,
): { readonly fix: readonly Edit[]; readonly rows: number } | 'open' | undefined {
  const first = rows[row];
  if (first === undefined) return undefined;
  let isOpen = true;
  let isTried = false;
  for (let last = row + 1; last < rows.length; last++) {
    const range = rows[last];
    if (range === undefined) break;
    const quotes = countQuotes(text, range);
    if (quotes % 2 === 1) isOpen = !isOpen;
    if (quotes === 0 || (isTried && isOpen)) continue;
    isTried = true;
    const fix = lineEndEdits(text, first.start, range.end);
    const joined = joinLines(text, first.start, range.end, fix);
    const { problem } = scanInto(new Tape({ text: joined }, joined.length), joined, 0, joined.length, 0);
    if (problem === undefined) return { fix, rows: last - row + 1 };
    if (problem.message !== UNTERMINATED_STRING) return undefined;
  }
  return 'open';
}

function countQuotes(text: string, { start, end }: Range): number {
  const line = text.slice(start, end);
  let count = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    let back = at - 1;
    while (back >= 0 && line.charCodeAt(back) === BACKSLASH) back--;
    if ((at - back) % 2 === 1) count++;
  }
  return count;
}

function lineEndEdits(text: string, start: number, end: number): Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    edits.push({ start: text.charAt(at - 1) === '\r' ? at - 1 : at, end: at + 1, text: '\\n' });
  }
  return edits;
}

function joinLines(text: string, start: number, end: number, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = start;
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

function isContainer(text: string, start: number, end: number): boolean {
  let i = start;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  const code = text.charCodeAt(i);
  return code === OPEN_BRACE || code === OPEN_BRACKET;
}

function parses(text: string): boolean {
  return scanInto(new Tape({ text }, text.length), text, 0, text.length, 0).problem === undefined;
}
