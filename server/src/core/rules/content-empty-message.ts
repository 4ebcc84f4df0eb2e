import { dropEntry } from '../model/edits/dropping';
import type { Message } from '../model/types';
import { rowsFor } from '../targets/asked';
import { quote } from '../text/quote';
import type { MessageRuleContext, ProposedFix, Rule } from './types';

export const contentEmptyMessage: Rule = {
  meta: {
    id: 'content-empty-message',
    summary: 'A message says nothing: no text, no call, no result.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic", "Mistral", "Moonshot", "xAI"',
  },
  message: (message, context) => {
    const { contentNode, index, role, roleText } = message;
    if (!isSilent(message) || !isAsked(message, context)) return;
    if (contentNode?.kind === 'null' && context.enforces('content-null')) return;
    if (contentNode === undefined && context.enforces('content-missing')) return;
    const hasText = contentNode?.kind === 'string' || contentNode?.kind === 'array';
    context.report({
      at: contentNode?.kind === 'array' ? contentNode : message.node,
      message: `This ${quote(roleText)} message says nothing. Give it content or remove it.`,
      // The known texts speak of content that is there and empty.
      ...(hasText ? { values: { i: index, role } } : {}),
      fixes: () => fixes(message, context),
    });
  },
};

/** A message without `content` and with keys of a program's own may well say something there. */
function isSilent(message: Message): boolean {
  if (message.shape !== 'message' || message.hasOwnContent || message.parts.length > 0) return false;
  if (message.hasUnreadableCalls) return false;
  const { contentNode } = message;
  return (
    (contentNode === undefined && message.node.size === 1) ||
    contentNode?.kind === 'null' ||
    (contentNode?.kind === 'string' && contentNode.text() === '') ||
    (contentNode?.kind === 'array' && contentNode.size === 0)
  );
}

function isAsked({ role }: Message, { conversation, target }: MessageRuleContext): boolean {
  const rows = rowsFor(conversation, target, 'content-empty-message');
  if (rows.length === 0) return role !== 'tool' && role !== 'function';
  return rows.some((row) => row.options?.roles?.includes(role) ?? true);
}

function fixes(message: Message, { conversation }: MessageRuleContext): ProposedFix[] {
  const rewrite = dropEntry(conversation, message);
  return rewrite === undefined ? [] : [{ title: 'Remove the message', does: { kind: 'choice' }, rewrite }];
}
