import { misplacedSystemTurns } from '../model/midSystem';
import type { Rule } from './types';

export const midSystemConsecutive: Rule = {
  meta: {
    id: 'mid-system-consecutive',
    summary: 'Two system turns stand in a row.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    for (const [message, fault] of misplacedSystemTurns(conversation)) {
      if (fault !== 'consecutive') continue;
      report({
        at: message.node,
        message: 'Two system turns stand in a row. Merge them into one.',
        values: { i: message.index },
      });
    }
  },
};
