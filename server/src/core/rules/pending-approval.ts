import { isPendingApproval } from '../model/pairing/approval';
import type { ApprovalPart, Call } from '../model/types';
import { quote } from '../text/quote';
import type { Rule, RuleContext } from './types';

export const pendingApproval: Rule = {
  meta: {
    id: 'pending-approval',
    summary: "A call waits for a person's approval.",
    severity: 'off',
    sides: ['request', 'response'],
    reach: 'exchange',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "Calls that need no answer"',
  },
  conversation: (context) => {
    const parts = context.conversation.messages.flatMap((message) => message.parts);
    const answered = new Set(parts.flatMap((part) => (part.kind === 'approval-answer' ? [part.id.text] : [])));
    for (const part of parts) {
      const isAsked = part.kind === 'approval-request' && !answered.has(part.id.text);
      if (isAsked || (part.kind === 'call' && isPendingApproval(part))) report(part, context);
    }
  },
};

function report({ node, id }: Call | ApprovalPart, { report }: RuleContext): void {
  report({ at: node, message: `The call ${quote(id.text)} waits for approval, so it needs no result yet.` });
}
