import { isPendingApproval } from '../model/pairing/approval';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const pendingApproval: Rule = {
  meta: {
    id: 'pending-approval',
    summary: "A call waits for a person's approval.",
    severity: 'off',
    sides: ['request', 'response'],
    reach: 'message',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "Calls that need no answer"',
  },
  message: ({ calls }, { report }) => {
    for (const call of calls) {
      if (!isPendingApproval(call)) continue;
      report({
        at: call.node,
        message: `The call ${quote(call.id.text)} waits for approval, so it needs no result yet.`,
      });
    }
  },
};
