import type { JsonNode } from './node';

/** Whether an entry says nothing besides its role. */
export function isSilentEntry(node: JsonNode): boolean {
  if (node.kind !== 'object') return saysNothing(node);
  return node.properties().every(({ name, value }) => name === 'role' || saysNothing(value));
}

/** Whether a value says nothing: `null`, blank text, an empty list or object, or one that holds nothing else. Numbers and truth values say something. */
export function saysNothing(node: JsonNode | undefined): boolean {
  if (node === undefined) return true;
  const pending = [node];
  let looked = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (++looked > MOST_LOOKED_AT) return false;
    switch (at.kind) {
      case 'null':
        break;
      case 'other':
        if (isWritten(at)) return false;
        break;
      case 'string':
        if (at.text().trim() !== '') return false;
        break;
      case 'array':
        for (const item of at.items()) pending.push(item);
        break;
      case 'object':
        for (const { value } of at.properties()) pending.push(value);
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Text that JSON has no value for was typed by somebody all the same; of a program's values only a bigint has anything to say. */
function isWritten(node: JsonNode): boolean {
  return node.start < 0 ? typeof node.value() === 'bigint' : node.end > node.start;
}

/** So much that holds nothing says something; and a value that a program made may hold itself. */
const MOST_LOOKED_AT = 10_000;
