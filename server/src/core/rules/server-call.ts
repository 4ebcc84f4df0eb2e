import { quote } from '../text/quote';
import type { Rule } from './types';

export const serverCall: Rule = {
  meta: {
    id: 'server-call',
    summary: 'A call is one that the provider itself runs.',
    severity: 'off',
    sides: ['request', 'response'],
    reach: 'message',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "Calls that need no answer"',
  },
  message: ({ parts }, { report }) => {
    for (const part of parts) {
      if (part.kind !== 'server-call') continue;
      const name = part.node.get('name');
      report({
        at: part.node,
        message: `The provider runs ${name?.kind === 'string' ? quote(name.text()) : 'this call'} itself, so no result of yours answers it.`,
      });
    }
  },
};
