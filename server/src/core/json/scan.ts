import type { SyntaxProblem } from './faults';
import { scanInto } from './scanner';
import { Tape, type TextSource } from './tape';
import { TextNode } from './textNode';

export type { SyntaxProblem } from './faults';

export interface ParseResult {
  /** The value, if the text has no fault. */
  readonly root: TextNode | undefined;
  /** The first fault. */
  readonly problem: SyntaxProblem | undefined;
  /** How deep arrays and objects are nested. */
  readonly depth: number;
  readonly hasComments: boolean;
  readonly hasTrailingCommas: boolean;
}

/** Reads one JSON value that fills `source.text[start, end)`; comments, trailing commas and a byte order mark are taken. */
export function parseText(source: TextSource, start = 0, end = source.text.length): ParseResult {
  const { text } = source;
  const tape = new Tape(source, end - start);
  // Searching for a character does not stop at `end`: one element of a large text is cut out first.
  const isPart = (end - start) * 2 < text.length;
  const scan = isPart
    ? scanInto(tape, text.slice(start, end), 0, end - start, start)
    : scanInto(tape, text, start, end, 0);
  tape.trim();
  return {
    root: scan.problem === undefined ? new TextNode(tape, 0, undefined, '') : undefined,
    problem: scan.problem,
    depth: scan.depth,
    hasComments: scan.hasComments,
    hasTrailingCommas: scan.hasTrailingCommas,
  };
}
