import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { isEmptyText, textOf } from '../json/textOf';
import type { Conversation, Message } from '../model/types';
import type { LeftRecord, MoveRecord } from './types';

/**
 * Messages keeps its instructions in the body's `system` field: system entries of the list are lifted into it, behind what it
 * holds and after a blank line. In a bare list they stay and are reported (spec 03, rule 2).
 */
export function liftSystem(rewrite: Rewrite, conversation: Conversation): { moved: MoveRecord[]; left: LeftRecord[] } {
  const entries = conversation.messages.filter((message) => message.shape === 'message' && message.role === 'system');
  const { body } = conversation;
  if (body === undefined) {
    return { moved: [], left: entries.map(({ node: entry }) => ({ rule: 'system-role-in-messages', node: entry })) };
  }
  const saying = entries.filter((entry) => !isSilent(entry));
  if (saying.length > 0) changeProperties(rewrite, body, { set: [['system', joined(body.get('system'), saying)]] });
  return { moved: entries.map((entry) => ({ kind: 'system', id: undefined, node: entry.node })), left: [] };
}

function joined(field: JsonNode | undefined, entries: readonly Message[]): NewJson {
  const hasField = field !== undefined && field.kind !== 'null' && !isEmptyList(field) && !isEmptyText(field);
  const contents = entries.flatMap(({ contentNode }) => (contentNode === undefined ? [] : [contentNode]));
  const only = contents[0];
  if (!hasField && contents.length === 1 && only !== undefined && (isBlocks(only) || only.kind === 'string'))
    return node(only);
  if (!(hasField && isBlocks(field)) && !contents.some(isBlocks)) {
    const texts = [...(hasField ? [field] : []), ...contents].map(textOf);
    return value(texts.join('\n\n'));
  }
  return { kind: 'array', items: [...(hasField ? [field] : []), ...contents].flatMap(asBlocks) };
}

function asBlocks(content: JsonNode): NewJson[] {
  if (isBlocks(content)) return content.items().map(node);
  const text = content.kind === 'string' ? node(content) : value(textOf(content));
  return [
    {
      kind: 'object',
      properties: [
        ['type', value('text')],
        ['text', text],
      ],
    },
  ];
}

/** An array of typed blocks; anything else is text once coerced. */
function isBlocks(content: JsonNode): boolean {
  return (
    content.kind === 'array' &&
    content.items().every((item) => item.kind === 'object' && item.get('type')?.kind === 'string')
  );
}

function isEmptyList(content: JsonNode): boolean {
  return content.kind === 'array' && content.size === 0;
}

function isSilent(entry: Message): boolean {
  const { contentNode } = entry;
  return contentNode === undefined || isEmptyList(contentNode) || isEmptyText(contentNode);
}
