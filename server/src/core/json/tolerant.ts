import { MAX_DEPTH, type SyntaxProblem } from './faults';
import { isSpace, LINE_FEED } from './lexical';
import type { JsonNode } from './node';
import { Tape, type TextSource } from './tape';
import { TextNode } from './textNode';
import { TolerantReader } from './tolerantReader';

export { MAX_DEPTH } from './faults';

export interface TolerantResult {
  /** What could be read. Missing values are there as nodes of kind `other`. */
  readonly root: TextNode | undefined;
  /** In the order of the text, at most one for each array element. */
  readonly problems: readonly SyntaxProblem[];
  /** Whether a fault lies in a node; also true of the nodes around it, and false of its sound neighbours. */
  readonly broken: (node: JsonNode) => boolean;
  readonly isTooDeep: boolean;
}

/**
 * Reads text that is not JSON as far as a person would: one half-typed message leaves all the others with their right places. Line
 * starts and indentation say where an element that was never closed must have ended.
 */
export function parseTolerant(source: TextSource, start = 0, end = source.text.length): TolerantResult {
  const { text } = source;
  const tape = new Tape(source, end - start);
  tape.isPlain = false;
  const isPart = (end - start) * 2 < text.length;
  const indent = indentBefore(text, start);
  const reader = isPart
    ? new TolerantReader(tape, text.slice(start, end), 0, end - start, start, indent)
    : new TolerantReader(tape, text, start, end, 0, indent);
  reader.read();
  if (reader.isTooDeep) {
    const message = `Arrays and objects are nested deeper than ${MAX_DEPTH} levels`;
    const offset = reader.position;
    return { root: undefined, problems: [{ offset, length: 1, message }], broken: () => false, isTooDeep: true };
  }
  tape.trim();
  return {
    root: tape.count > 0 ? new TextNode(tape, 0, undefined, '') : undefined,
    problems: reader.problems,
    broken: (node) => node instanceof TextNode && node.isBroken,
    isTooDeep: false,
  };
}

/** How far to look back for the start of a line; behind that, a text is hardly laid out in lines. */
const LONGEST_LOOK_BACK = 256;

/** The indentation of the line that `offset` is on, -1 if it starts too far away. */
function indentBefore(text: string, offset: number): number {
  let lineStart = offset;
  while (lineStart > 0 && text.charCodeAt(lineStart - 1) !== LINE_FEED) {
    if (offset - lineStart > LONGEST_LOOK_BACK) return -1;
    lineStart--;
  }
  let i = lineStart;
  while (i < offset && isSpace(text.charCodeAt(i))) i++;
  return i - lineStart;
}
