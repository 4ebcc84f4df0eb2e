import { type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { isSent, refusesEmpty } from '../targets/asked';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const contentMissing: Rule = {
  meta: {
    id: 'content-missing',
    summary: 'A message has no content.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'safe',
    source: 'docs/design/providers.md, "OpenAI", "DeepSeek"',
  },
  message: (message, context) => {
    const { node, index, role, roleText, shape, contentNode, calls, callsNode } = message;
    if (shape !== 'message' || role === 'other' || contentNode !== undefined) return;
    if (role === 'assistant' && (calls.length > 0 || callsNode !== undefined || message.hasOwnContent)) return;
    if (!isSent(context.conversation, context.target)) return;
    if (node.get('function_call') !== undefined) return;
    context.report({
      at: node,
      message: `This ${quote(roleText)} message has no "content". Write its text, "" if there is none.`,
      values: { i: index },
      fixes: () => {
        const rewrite: Rewrite = new Map();
        editOf(context.conversation.dialect).setContent(rewrite, message, value(''));
        const isRefused = refusesEmpty(context.conversation, context.target, role);
        const unless = isRefused ? `${context.target.name} refuses an empty ${quote(roleText)} message too` : undefined;
        return [{ title: 'Add empty content', does: { kind: 'fill-in', unless }, rewrite }];
      },
    });
  },
};
