import type { JsonNode } from '../json/node';
import { changeProperties, growing, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { isEmptyText, textOf } from '../json/textOf';
import { addSplice } from './dropping';
import { textBlock } from './placing';
import type { Conversation, Message } from './types';

/**
 * Lifts a system entry out of the list into the body's `system` field; undefined for a bare list, which has no such field.
 */
export function liftInstruction(conversation: Conversation, entry: Message): Rewrite | undefined {
  const { body, list } = conversation;
  if (body === undefined || list.kind !== 'array') return undefined;
  const rewrite: Rewrite = new Map();
  addInstructions(rewrite, body, entry.contentNode === undefined ? [] : [entry.contentNode]);
  addSplice(rewrite, list, [entry.node], []);
  return rewrite;
}

/**
 * Puts instructions, as contents of messages or as plain text, behind what the body's `system` field holds, each after a blank
 * line (spec 03, rule 2). Blocks stay blocks, and make blocks of what they join; what says nothing adds nothing.
 */
export function addInstructions(rewrite: Rewrite, body: JsonNode, contents: readonly (JsonNode | string)[]): void {
  const saying = contents.filter((content) => !isNothing(content));
  if (saying.length === 0) return;
  const field = body.get('system');
  const hasField = field !== undefined && field.kind !== 'null' && !isNothing(field);
  if (hasField && isBlocks(field)) {
    addSplice(rewrite, field, [], [{ index: field.size, items: saying.flatMap(asBlocks) }]);
    return;
  }
  const system = growing(saying, (all) => joined(hasField ? [field, ...all] : all));
  changeProperties(rewrite, body, { set: [['system', system]] });
}

function joined(contents: readonly (JsonNode | string)[]): NewJson {
  const [only] = contents;
  if (contents.length === 1 && typeof only === 'object' && (only.kind === 'string' || isBlocks(only)))
    return node(only);
  if (!contents.some(isBlocks)) {
    const parts = contents.map((content) =>
      typeof content === 'string' || content.kind === 'string' ? content : textOf(content),
    );
    return { kind: 'text', parts: parts.flatMap((part, i) => (i === 0 ? [part] : ['\n\n', part])) };
  }
  return { kind: 'array', items: contents.flatMap(asBlocks) };
}

function isNothing(content: JsonNode | string): boolean {
  if (typeof content === 'string') return content === '';
  return isEmptyText(content) || (content.kind === 'array' && content.size === 0);
}

/** Each of many lifts asks it of one field. */
const known = new WeakMap<JsonNode, boolean>();

/** An array of typed blocks; anything else is text once coerced. */
function isBlocks(content: JsonNode | string): content is JsonNode {
  if (typeof content === 'string' || content.kind !== 'array') return false;
  let is = known.get(content);
  if (is === undefined) {
    is = content.items().every((item) => item.kind === 'object' && item.get('type')?.kind === 'string');
    known.set(content, is);
  }
  return is;
}

function asBlocks(content: JsonNode | string): NewJson[] {
  if (isBlocks(content)) return content.items().map(node);
  return [typeof content === 'string' ? value({ type: 'text', text: content }) : textBlock(content)];
}
