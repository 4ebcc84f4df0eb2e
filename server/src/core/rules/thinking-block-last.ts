import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import type { Rule } from './types';

export const thinkingBlockLast: Rule = {
  meta: {
    id: 'thinking-block-last',
    summary: 'An assistant turn ends in a thinking block.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, target, report }) => {
    if (!isSent(conversation, target)) return;
    for (const turn of conversation.turns) {
      if (turn.role !== 'assistant') continue;
      const last = turn.messages
        .filter((message) => message.parts.length > 0)
        .at(-1)
        ?.parts.at(-1);
      if (last?.kind !== 'reasoning' || last.node.get('type')?.text() !== 'thinking') continue;
      report({
        at: last.node,
        message: 'This turn ends in a thinking block. Restore what was said or called behind it, or remove the turn.',
        values: { i: last.message.index, j: blockIndex(last) },
      });
    }
  },
};
