import { fieldOf, liftInstruction } from '../model/edits/lifting';
import { listed, quote } from '../text/quote';
import type { Rule } from './types';

/** Enough to know what kind of keys they are. */
const MAX_NAMED = 3;

export const systemRoleInMessages: Rule = {
  meta: {
    id: 'system-role-in-messages',
    summary: 'Instructions stand in the list of a dialect that has a field of its own for them.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    waits: false,
    source: 'docs/design/providers.md, "Anthropic", "Zhipu"; docs/design/normalization.md, "System first"',
  },
  message: (message, { conversation, target, enforces, report }) => {
    if (message.shape !== 'message' || message.role !== 'system') return;
    report({
      at: message.node,
      message: `${target.name} takes instructions in the field "system", not as a message. Move them there.`,
      // No model takes one as the first, not even of those that take some further on.
      ...(message.index === 0 && conversation.isSentAsIs ? { severity: 'error' } : {}),
      values: { i: message.index, role: message.roleText },
      fixes: () => {
        const rewrite = liftInstruction(conversation, message);
        if (rewrite === undefined) return [];
        const lost = fieldOf(conversation)?.unliftable(message) ?? [];
        const title = 'Lift it into the "system" field';
        // What stands before it is another message's: where it is the last one, the list may then end on the assistant.
        const isLast = message.index === conversation.messages.length - 1;
        const unless = isLast && enforces('prefill-unsupported') ? 'the list may then end on the assistant' : undefined;
        if (lost.length === 0) return [{ title, does: { kind: 'lift-instruction', of: message, unless }, rewrite }];
        return [
          {
            title: `${title}, without its ${listed(lost.slice(0, MAX_NAMED).map(quote))}`,
            does: { kind: 'choice' },
            rewrite,
          },
        ];
      },
    });
  },
};
