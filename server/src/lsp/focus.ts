import { type Finding, type JsonNode, nodeAt, type Range } from '../core/index';

/** A text, and the tree that pointers lead into. */
export interface Searchable {
  readonly text: string;
  readonly transcript: { readonly root: JsonNode | undefined };
}

/** What names a call, a result, a message or a block best, the best first. */
const TELLING = ['id', 'tool_call_id', 'tool_use_id', 'role', 'type'] as const;

/**
 * The part of a finding's place to underline. A call or a message would be underlined from its first brace to its last, on one
 * line as well as over several, so its id or its role stands for it; what has neither is cut to its first line.
 */
export function focusOf(
  { text, transcript: { root } }: Searchable,
  { start, end, pointer }: Pick<Finding, 'start' | 'end' | 'pointer'>,
): Range {
  // Only an object has an id or a role; most other places are short.
  const node = text[start] === '{' && root !== undefined ? nodeAt(root, pointer) : undefined;
  // A pointer may name more than the place does: the list around a finding that lies between its elements.
  const telling = node?.start === start && node.end === end ? tellingPart(node) : undefined;
  if (telling && !isSpread(text, telling)) return { start: telling.start, end: telling.end };
  if (!isSpread(text, { start, end })) return { start, end };
  return { start, end: start + text.slice(start, end).search(LINE_END) };
}

const LINE_END = /[\r\n]/;

function tellingPart(node: JsonNode): JsonNode | undefined {
  for (const key of TELLING) {
    const part = node.get(key);
    if (part?.kind === 'string' || part?.kind === 'number') return part;
  }
  return undefined;
}

function isSpread(text: string, { start, end }: Range): boolean {
  return LINE_END.test(text.slice(start, end));
}
