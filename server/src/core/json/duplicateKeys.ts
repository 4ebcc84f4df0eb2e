import type { JsonNode } from './node';
import { KIND_MASK, OBJECT, PLAIN_STRING, STRIDE, type Tape } from './tape';
import { TextNode } from './textNode';

/** Objects of up to this many members are compared pair by pair; larger ones get a set. */
const PAIRWISE = 12;

/**
 * Whether some object in a value may hold a key twice. Read off the tape without making a node or a string for ordinary
 * objects, since nearly every value has no such object. Errs on the side of yes (escaped keys).
 */
export function mayRepeatKeys(node: JsonNode): boolean {
  if (!(node instanceof TextNode)) return false;
  const { tape } = node;
  const end = tape.behind(node.index);
  for (let i = node.index; i < end; i++) {
    if (((tape.cells[i * STRIDE + 2] ?? 0) & KIND_MASK) === OBJECT && hasTwins(tape, i)) return true;
  }
  return false;
}

function hasTwins(tape: Tape, object: number): boolean {
  const last = tape.behind(object);
  let members = 0;
  for (let key = object + 1; key < last; key = tape.behind(key + 1)) {
    if (tape.kindOf(key) !== PLAIN_STRING) return true;
    members++;
  }
  if (members > PAIRWISE) return hasTwinsInSet(tape, object, last);
  for (let key = object + 1; key < last; key = tape.behind(key + 1)) {
    for (let other = tape.behind(key + 1); other < last; other = tape.behind(other + 1)) {
      if (isSameKey(tape, key, other)) return true;
    }
  }
  return false;
}

function hasTwinsInSet(tape: Tape, object: number, last: number): boolean {
  const seen = new Set<string>();
  for (let key = object + 1; key < last; key = tape.behind(key + 1)) {
    const name = tape.rawOf(key);
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

function isSameKey(tape: Tape, a: number, b: number): boolean {
  const from = tape.startOf(a) + 1;
  const other = tape.startOf(b) + 1;
  const length = tape.endOf(a) - from;
  if (length !== tape.endOf(b) - other) return false;
  const { text } = tape.source;
  for (let i = 0; i < length; i++) if (text.charCodeAt(from + i) !== text.charCodeAt(other + i)) return false;
  return true;
}
