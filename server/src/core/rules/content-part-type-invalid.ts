import type { Conversation, Message } from '../model/types';
import { isSent, listOption, rowsFor } from '../targets/asked';
import { listed, quote, quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

/** Part types that a role may hold, where the target's row does not say otherwise. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
};

const BLOCKS: readonly string[] = [
  'text',
  'image',
  'document',
  'search_result',
  'container_upload',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
  'compaction',
];

export const contentPartTypeInvalid: Rule = {
  meta: {
    id: 'content-part-type-invalid',
    summary: 'A content part is of a type that the dialect does not know, or not for this role.',
    severity: {},
    sides: ['request'],
    needsSending: true,
    fixable: 'none',
    source: 'spec 02b §1.2, §2, §3',
  },
  message: (message, { conversation, target, enforces, report }) => {
    const { contentNode, index, roleText } = message;
    if (message.shape !== 'message' || contentNode?.kind !== 'array' || !isSent(conversation, target)) return;
    const allowed = allowedTypes(
      message,
      conversation,
      rowsFor(conversation, target, 'content-part-type-invalid').map((row) => listOption(row, 'parts')),
    );
    if (allowed === undefined) return;
    contentNode.items().forEach((part, j) => {
      const typeNode = part.get('type');
      if (typeNode?.kind !== 'string') return;
      const type = typeNode.text();
      if (allowed.includes(type) || (conversation.dialect === 'messages' && type.endsWith('_tool_result'))) return;
      if (type === 'image_url' && enforces('image-in-non-user-role')) return;
      report({
        at: typeNode,
        message: `A part of type ${quote(type)} does not go into ${quoteWithArticle(roleText)} message. ${target.name} takes ${listed(allowed.slice(0, 6), 'or')} there.`,
        values: { i: index, j, type, role: roleText },
      });
    });
  },
};

function allowedTypes(
  { role }: Message,
  { dialect }: Conversation,
  options: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  if (dialect === 'messages') return BLOCKS;
  const narrow = options.find((parts) => parts !== undefined);
  return narrow ?? (Object.hasOwn(PARTS, role) ? PARTS[role] : undefined);
}
