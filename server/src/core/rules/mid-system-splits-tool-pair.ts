import { misplacedSystemTurns } from '../model/midSystem';
import type { Rule } from './types';

export const midSystemSplitsToolPair: Rule = {
  meta: {
    id: 'mid-system-splits-tool-pair',
    summary: 'A system turn stands between calls and their results.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    for (const [message, fault] of misplacedSystemTurns(conversation)) {
      if (fault !== 'splits') continue;
      report({
        at: message.node,
        message: 'This system turn stands between calls and their results. Move it behind the results.',
        values: { i: message.index },
      });
    }
  },
};
