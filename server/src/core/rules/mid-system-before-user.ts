import { misplacedSystemTurns } from '../model/midSystem';
import type { Rule } from './types';

export const midSystemBeforeUser: Rule = {
  meta: {
    id: 'mid-system-before-user',
    summary: 'A system turn is neither last nor followed by the assistant.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    for (const [message, fault] of misplacedSystemTurns(conversation)) {
      if (fault !== 'before-user') continue;
      report({
        at: message.node,
        message: 'A user turn follows this system turn; the assistant or the end must. Move it behind the user turn.',
        values: { i: message.index },
      });
    }
  },
};
