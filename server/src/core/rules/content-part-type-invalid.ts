import { resultBlocks } from '../model/resultBlocks';
import type { Conversation, Message } from '../model/types';
import { isSent, rowsFor } from '../targets/asked';
import type { TargetProfile } from '../targets/types';
import { listed, quoteBriefly, quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

/** Part types that a role may hold, where the target's row does not say otherwise. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
};

/** What a turn of each role holds in Messages. A block on the wrong one of the two is a fault of its own. */
const USER_BLOCKS: readonly string[] = [
  'text',
  'image',
  'document',
  'search_result',
  'container_upload',
  'tool_result',
];
const ASSISTANT_BLOCKS: readonly string[] = [
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'compaction',
];
const BLOCKS: readonly string[] = [...new Set([...USER_BLOCKS, ...ASSISTANT_BLOCKS])];
/** What a tool may send back. */
const RESULT_BLOCKS: readonly string[] = ['text', 'image', 'document', 'search_result', 'tool_reference'];

export const contentPartTypeInvalid: Rule = {
  meta: {
    id: 'content-part-type-invalid',
    summary: 'A content part is of a type that the dialect does not know, or not for this role.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic", "OpenAI", "DeepSeek"',
  },
  message: (message, { conversation, target, enforces, report }) => {
    const { contentNode, index, roleText } = message;
    if (message.shape !== 'message' || contentNode?.kind !== 'array' || !isSent(conversation, target)) return;
    const allowed = allowedTypes(
      message,
      conversation,
      rowsFor(conversation, target, 'content-part-type-invalid').map((row) => row.options?.parts),
    );
    if (allowed === undefined) return;
    contentNode.items().forEach((part, j) => {
      const typeNode = part.get('type');
      if (typeNode?.kind !== 'string') return;
      const type = typeNode.text();
      if (allowed.includes(type) || (conversation.dialect.results === 'blocks' && type.endsWith('_tool_result')))
        return;
      if (type === 'image_url' && enforces('image-in-non-user-role')) return;
      report({
        at: typeNode,
        message: `${quoteBriefly(type)} does not go into ${quoteWithArticle(roleText)} message. ${takes(target, message, conversation, allowed)}`,
        values: { i: index, j, type, role: roleText },
      });
    });
    if (conversation.dialect.results === 'entries') return;
    for (const { block, place } of resultBlocks(message)) {
      const typeNode = block.get('type');
      if (typeNode?.kind !== 'string' || RESULT_BLOCKS.includes(typeNode.text())) continue;
      const type = typeNode.text();
      report({
        at: typeNode,
        message: `${quoteBriefly(type)} does not go into a result. ${target.name} takes ${listed(RESULT_BLOCKS.slice(0, 4), 'or')}.`,
        values: { i: index, j: place, type, role: roleText },
      });
    }
  },
};

/** What the role's turns take, without what hardly anybody sends. */
function takes(
  target: TargetProfile,
  { role }: Message,
  { dialect }: Conversation,
  allowed: readonly string[],
): string {
  const own = role === 'assistant' ? ASSISTANT_BLOCKS.slice(0, 4) : USER_BLOCKS.filter((type) => !RARE.includes(type));
  return `${target.name} takes ${listed(dialect.results === 'blocks' ? own : allowed.slice(0, 6), 'or')}.`;
}

const RARE: readonly string[] = ['search_result', 'container_upload'];

function allowedTypes(
  { role }: Message,
  { dialect }: Conversation,
  options: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  if (dialect.results === 'blocks') return BLOCKS;
  const narrow = options.find((parts) => parts !== undefined);
  return narrow ?? (Object.hasOwn(PARTS, role) ? PARTS[role] : undefined);
}
