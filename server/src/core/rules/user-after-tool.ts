import { type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import type { Pairing } from '../model/pairing/pairing';
import type { Message } from '../model/types';
import type { Rule } from './types';

export const userAfterTool: Rule = {
  meta: {
    id: 'user-after-tool',
    summary: 'A user message directly follows a tool message.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Mistral"',
  },
  conversation: ({ conversation, target, pairing, report }) => {
    let before: Message | undefined;
    for (const message of conversation.messages) {
      // What cannot be read may be the very turn that is missing.
      if (message.shape === 'broken') before = undefined;
      if (message.shape !== 'message') continue;
      if (before?.role === 'tool' && message.role === 'user' && isInPlace(before, pairing)) {
        report({
          at: message.node,
          message: `A user message directly behind a tool message. ${target.name} wants an assistant turn between: add it.`,
          values: { i: message.index },
          fixes: () => {
            const items = [value(editOf(conversation.dialect).message('assistant', 'OK.'))];
            const insert = [{ index: message.index, items }];
            const rewrite: Rewrite = new Map([[conversation.list, { kind: 'splice', remove: [], insert }]]);
            return [{ title: 'Insert a short assistant turn', does: { kind: 'choice' }, rewrite }];
          },
        });
      }
      before = message;
    }
  },
};

/** A result that goes or moves is the fault itself; what then stands in front of the user is another matter. */
function isInPlace({ results }: Message, pairing: Pairing): boolean {
  return results.every((result) => {
    const outcome = pairing.results.get(result);
    return outcome?.kind === 'kept' && !outcome.isMisplaced;
  });
}
