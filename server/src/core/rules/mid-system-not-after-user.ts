import { misplacedSystemTurns } from '../model/midSystem';
import type { Rule } from './types';

export const midSystemNotAfterUser: Rule = {
  meta: {
    id: 'mid-system-not-after-user',
    summary: 'A system turn does not directly follow a user turn.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    for (const [message, fault] of misplacedSystemTurns(conversation)) {
      if (fault !== 'not-after-user') continue;
      report({
        at: message.node,
        message: 'A system turn inside the list follows a user turn, and this one does not. Move it behind one.',
        values: { i: message.index },
      });
    }
  },
};
