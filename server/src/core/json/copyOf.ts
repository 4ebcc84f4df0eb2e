import type { JsonNode } from './node';
import { type NewJson, node } from './rewrite';

/** Deeper values keep their own layout: what writes new JSON recurses. */
const DEEPEST = 500;

/** A value of another text as new JSON: laid out like its surroundings, each number and string in its own spelling. */
export function copyOf(of: JsonNode, depth = 0): NewJson {
  if (depth === DEEPEST) return node(of);
  if (of.kind === 'array') return { kind: 'array', items: of.items().map((item) => copyOf(item, depth + 1)) };
  if (of.kind !== 'object') return node(of);
  const last = of.properties().filter(({ isShadowed }) => !isShadowed);
  return { kind: 'object', properties: last.map(({ name, value }) => [name, copyOf(value, depth + 1)] as const) };
}
