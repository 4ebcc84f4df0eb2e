import type { Rewrite } from '../json/rewrite';
import type { Conversation, Message } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const firstMessageNotUser: Rule = {
  meta: {
    id: 'first-message-not-user',
    summary: 'The first message behind the instructions is not a user message.',
    severity: 'warning',
    only: ({ instructions }) => instructions.stand === 'front',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source:
      'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "Bedrock and Vertex", "Perplexity", "llama.cpp"',
  },
  conversation: ({ conversation, pairing, report }) => {
    const instructionRoles = conversation.dialect.instructions.roles;
    const first = conversation.messages.find(
      ({ shape, role }) => shape === 'broken' || (shape === 'message' && !instructionRoles.includes(role)),
    );
    // What cannot be read may be the user's.
    if (first === undefined || first.shape === 'broken' || first.role === 'user' || first.role === 'other') return;
    // A result that opens the list, or a turn that goes, is a fault with a finding of its own.
    if (pairing.gone.has(first) || first.results.some((result) => pairing.results.get(result)?.kind === 'dropped'))
      return;
    report({
      at: first.node,
      message: `The conversation opens with ${quoteBriefly(first.roleText)}. Add a user message or drop what stands before the first.`,
      values: { i: first.index, role: first.roleText },
      fixes: () => fixes(first, conversation),
    });
  },
};

function fixes(first: Message, conversation: Conversation): ProposedFix[] {
  const instructionRoles = conversation.dialect.instructions.roles;
  const clean = conversation.messages.find(
    (message) => message.shape === 'message' && message.role === 'user' && message.results.length === 0,
  );
  if (clean === undefined) return [];
  const remove = conversation.messages
    .slice(first.index, clean.index)
    .filter((message) => !instructionRoles.includes(message.role))
    .map((message) => message.node);
  const rewrite: Rewrite = new Map([[conversation.list, { kind: 'splice', remove, insert: [] }]]);
  return [{ title: 'Drop what stands in front of the first user message', does: { kind: 'choice' }, rewrite }];
}
