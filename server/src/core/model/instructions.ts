import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { isEmptyText, textOf } from '../json/textOf';
import { addSplice } from './dropping';
import type { Conversation, Message } from './types';

/**
 * Lifts a system entry out of the list into the body's `system` field, behind what that holds and after a blank line (spec 03,
 * rule 2); undefined for a bare list, which has no such field.
 */
export function liftInstruction(conversation: Conversation, entry: Message): Rewrite | undefined {
  const { body, list } = conversation;
  if (body === undefined || list.kind !== 'array') return undefined;
  const rewrite: Rewrite = new Map();
  const { contentNode } = entry;
  if (contentNode !== undefined && !isNothing(contentNode)) {
    changeProperties(rewrite, body, { set: [['system', joined(body.get('system'), contentNode)]] });
  }
  addSplice(rewrite, list, [entry.node], []);
  return rewrite;
}

function isNothing(content: JsonNode): boolean {
  return isEmptyText(content) || (content.kind === 'array' && content.size === 0);
}

function joined(field: JsonNode | undefined, content: JsonNode): NewJson {
  if (field === undefined || field.kind === 'null' || isNothing(field)) {
    return content.kind === 'string' || isBlocks(content) ? node(content) : value(textOf(content));
  }
  if (!isBlocks(field) && !isBlocks(content)) return value(`${textOf(field)}\n\n${textOf(content)}`);
  return { kind: 'array', items: [field, content].flatMap(asBlocks) };
}

function isBlocks(content: JsonNode): boolean {
  return content.kind === 'array' && content.items().every((item) => item.get('type')?.kind === 'string');
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
