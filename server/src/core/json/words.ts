import type { JsonKind, JsonNode } from './node';

const WORDS: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  other: 'no JSON value',
};

/** What kind of value a node is, for a person. */
export function kindWords(node: JsonNode): string {
  return WORDS[node.kind];
}

/**
 * Whether a string holds white space and nothing else (`""` is not blank). Looks at the first character of the source before
 * anything is decoded: contents are long, and hardly any is blank.
 */
export function isBlank(node: JsonNode): boolean {
  if (node.kind !== 'string') return false;
  if (node.start >= 0) {
    if (node.end - node.start <= 2) return false;
    const first = node.raw()[1] ?? '';
    if (first !== '\\' && first.trim() !== '') return false;
  }
  const text = node.text();
  return text !== '' && !/\S/.test(text);
}

/** Whether a string is `""`. */
export function isEmptyString(node: JsonNode): boolean {
  if (node.kind !== 'string') return false;
  return node.start >= 0 ? node.end - node.start === 2 : node.text() === '';
}
