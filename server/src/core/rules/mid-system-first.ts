import { misplacedSystemTurns } from '../model/midSystem';
import type { Rule } from './types';

export const midSystemFirst: Rule = {
  meta: {
    id: 'mid-system-first',
    summary: 'A system turn opens the list of a model that takes them in between only.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    for (const [message, fault] of misplacedSystemTurns(conversation)) {
      if (fault !== 'first') continue;
      report({
        at: message.node,
        message: 'A system turn may stand inside the list, but not open it. Move it to the "system" field.',
        values: { i: message.index },
      });
    }
  },
};
