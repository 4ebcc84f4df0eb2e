import { type Rewrite, value } from '../json/rewrite';
import type { Message } from '../model/types';
import { refusesEmpty, rowsFor } from '../targets/asked';
import { quote, quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

export const contentNull: Rule = {
  meta: {
    id: 'content-null',
    summary: 'Content is null on a message that has nothing else to say.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/providers.md, "OpenAI", "Mistral"',
  },
  message: (message, { conversation, target, report }) => {
    const { contentNode, index, roleText, shape } = message;
    if (shape !== 'message' || contentNode?.kind !== 'null' || message.role === 'other' || mayBeNull(message)) return;
    const rows = rowsFor(conversation, target, 'content-null');
    if (!rows.some((row) => row.options?.roles?.includes(message.role) ?? true)) return;
    report({
      at: contentNode,
      message: `Content is null on ${quoteWithArticle(roleText)} message. Only calls may stand for it: write text or "".`,
      values: { i: index, role: roleText },
      fixes: () => {
        const rewrite: Rewrite = new Map([[contentNode, { kind: 'replace', with: value('') }]]);
        // What is refused the one way is not to be refused the other.
        const isRefused = refusesEmpty(conversation, target, message.role);
        const unless = isRefused ? `${target.name} refuses an empty ${quote(roleText)} message too` : undefined;
        return [{ title: 'Write ""', does: { kind: 'fill-in', unless }, rewrite }];
      },
    });
  },
};

/** Beside calls or what else an assistant turn may hold; reasoning and the like are keys of relatives of the API. */
function mayBeNull(message: Message): boolean {
  if (message.role !== 'assistant') return false;
  if (message.hasOwnContent || message.calls.length > 0 || message.hasUnreadableCalls) return true;
  return OTHER_KEYS.some((key) => {
    const other = message.node.get(key);
    return other !== undefined && other.kind !== 'null';
  });
}

const OTHER_KEYS: readonly string[] = [
  'function_call',
  'refusal',
  'audio',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'thinking',
  'images',
  'parts',
];
