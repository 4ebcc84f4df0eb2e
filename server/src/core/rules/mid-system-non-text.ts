import { blockIndex } from '../model/pairing/exchange';
import type { Rule } from './types';

export const midSystemNonText: Rule = {
  meta: {
    id: 'mid-system-non-text',
    summary: 'A system turn inside the list holds something other than text.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { report }) => {
    if (message.shape !== 'message' || message.role !== 'system') return;
    for (const part of message.parts) {
      if (part.kind === 'text') continue;
      report({
        at: part.node,
        message: 'A system turn inside the list holds text alone. Take this block out or put it into a user turn.',
        values: { i: message.index, j: blockIndex(part) },
      });
    }
  },
};
