import { type Finding, type JsonNode, nodeAt, type Range } from '../core/index';
import type { OpenDocument } from './openDocument';

/** A text with lines, and the tree that pointers lead into. */
export type Searchable = Pick<OpenDocument, 'text' | 'positionAt'> & {
  readonly transcript: { readonly root: JsonNode | undefined };
};

/** What names a call, a result, a message or a block best, the best first. */
const TELLING = ['id', 'tool_call_id', 'tool_use_id', 'role', 'type'] as const;

/**
 * The part of a finding's place to underline. A call or a message would be underlined from its first brace to its last, on one
 * line as well as over several, so its id or its role stands for it; what has neither is cut to its first line.
 */
export function focusOf(document: Searchable, finding: Pick<Finding, 'start' | 'end' | 'pointer'>): Range {
  const { start, end } = finding;
  // Only an object has an id or a role; most other places are short.
  const node = document.text[start] === '{' ? nodeIn(document, finding.pointer) : undefined;
  // A pointer may name more than the place does: the list around a finding that lies between its elements.
  const telling = node?.start === start && node.end === end ? tellingPart(node) : undefined;
  if (telling && !isSpread(document, telling)) return { start: telling.start, end: telling.end };
  if (!isSpread(document, finding)) return { start, end };
  return { start, end: start + document.text.slice(start, end).search(/[\r\n]/) };
}

function nodeIn({ transcript: { root } }: Searchable, pointer: string): JsonNode | undefined {
  return root && nodeAt(root, pointer);
}

function tellingPart(node: JsonNode): JsonNode | undefined {
  for (const key of TELLING) {
    const part = node.get(key);
    if (part?.kind === 'string' || part?.kind === 'number') return part;
  }
  return undefined;
}

function isSpread(document: Searchable, { start, end }: Range): boolean {
  return document.positionAt(start).line !== document.positionAt(end).line;
}
