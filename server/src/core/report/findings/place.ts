import type { Range } from '../../lint/types';
import type { LineIndex, Position } from '../../text/lineIndex';

/** The place of an offset, zero-based. A byte order mark is no character of the first line: editors never show it to anybody. */
export function placeOf(lines: LineIndex, offset: number): Position {
  const { line, character } = lines.positionAt(Math.max(0, offset));
  return line === 0 && lines.text.startsWith('\uFEFF')
    ? { line, character: Math.max(0, character - 1) }
    : { line, character };
}

export function rangeOf(lines: LineIndex, { start, end }: Range): { readonly start: Position; readonly end: Position } {
  return { start: placeOf(lines, start), end: placeOf(lines, end) };
}
