import { LINK_SHIFT, OTHER, Tape, type TextSource } from './tape';
import { TextNode } from './textNode';

/** A stretch of text that is no JSON value, as a node of kind `other`: an entry that somebody is typing in. */
export function opaqueNode(source: TextSource, start: number, end: number): TextNode {
  const tape = new Tape(source, end - start);
  tape.cells[0] = start;
  tape.cells[1] = end;
  tape.cells[2] = (1 << LINK_SHIFT) | OTHER;
  tape.count = 1;
  tape.isPlain = false;
  tape.trim();
  return new TextNode(tape, 0, undefined, '');
}
