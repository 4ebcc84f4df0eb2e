import type { JsonNode } from '../../json/node';
import { type NewJson, node } from '../../json/rewrite';
import { isTypedParts } from './entry';

/** Text, or a list of parts that are text in both dialects. */
export function isText(content: JsonNode | undefined): content is JsonNode {
  if (content?.kind === 'string') return true;
  return content?.kind === 'array' && content.size > 0 && isTypedParts(content) && content.items().every(isPlainText);
}

export function isPlainText(part: JsonNode): boolean {
  return typeOf(part) === 'text' && part.get('text')?.kind === 'string' && holdsOnly(part, ['type', 'text']);
}

/** `null` is what libraries write for nothing. */
export function holdsOnly(holder: JsonNode, names: readonly string[]): boolean {
  return holder.properties().every(({ name, value: of, isShadowed }) => {
    return !isShadowed && (of.kind === 'null' || names.includes(name));
  });
}

export function typeOf(block: JsonNode): string | undefined {
  const type = block.get('type');
  return type?.kind === 'string' ? type.text() : undefined;
}

export function object(...properties: readonly (readonly [string, NewJson])[]): NewJson {
  return { kind: 'object', properties };
}

export function array(items: readonly JsonNode[]): NewJson {
  return { kind: 'array', items: items.map(node) };
}
