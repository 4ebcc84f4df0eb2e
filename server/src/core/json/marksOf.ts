import type { KeyMarks } from './keyMarks';
import type { JsonNode } from './node';
import { TextNode } from './textNode';

/** Which of some names an object has members of, in one walk; 0 for what is no object. */
export function marksOf(node: JsonNode, names: KeyMarks): number {
  if (node instanceof TextNode) return node.marks(names);
  let found = 0;
  for (const { name } of node.properties()) found |= names.of(name);
  return found;
}
