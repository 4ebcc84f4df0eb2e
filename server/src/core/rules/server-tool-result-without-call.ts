import { dropPart, isSigned } from '../model/dropping';
import { blockIndex } from '../model/exchange';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const serverToolResultWithoutCall: Rule = {
  meta: {
    id: 'server-tool-result-without-call',
    summary: "A result of the provider's own tool has no call before it in its turn.",
    severity: {},
    sides: ['request'],
    fixable: 'choice',
    source: 'spec 02b §1.3, §2',
  },
  conversation: ({ conversation, report }) => {
    const called = new Set<string>();
    for (const turn of conversation.turns) {
      // A system turn may stand between a call and its result, where the model takes such turns.
      if (turn.role === 'user') called.clear();
      for (const part of turn.messages.flatMap((message) => message.parts)) {
        if (part.kind === 'server-call') called.add(part.id.text);
        if (part.kind !== 'server-result' || called.has(part.id.text)) continue;
        const type = part.node.get('type')?.text() ?? '';
        report({
          at: part.node,
          message: `The ${type} block for ${quote(part.id.text)} has no call before it in this turn. Restore the call or remove the block.`,
          values: { i: part.message.index, j: blockIndex(part), id: part.id.text, type },
          fixes: () => {
            const rewrite = dropPart(conversation, part);
            if (rewrite === undefined || isSigned(part.message)) return [];
            return [{ title: 'Remove the block', safety: 'unsafe', rewrite }];
          },
        });
      }
    }
  },
};
