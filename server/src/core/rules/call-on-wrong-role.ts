import { offersForMisplacedCall } from '../model/edits/misplacedCall';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const callOnWrongRole: Rule = {
  meta: {
    id: 'call-on-wrong-role',
    summary: "A call stands on a turn that is not the assistant's.",
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The repair pass"',
    foreign: 'pairs',
  },
  conversation: ({ conversation, pairing, enforces, report }) => {
    if (enforces('tool-use-wrong-role')) return;
    for (const [call, outcome] of pairing.calls) {
      if (outcome.kind !== 'dropped' || outcome.rule !== 'call-on-wrong-role') continue;
      // A role that is none is the fault then (`role-invalid`).
      if (call.message.role === 'other') continue;
      const name = call.id.text === '' ? 'A call' : `The call ${quoteBriefly(call.id.text)}`;
      report({
        at: call.node,
        message: `${name} stands on role ${quoteBriefly(call.message.roleText)}. Only the assistant calls tools: move it or remove it.`,
        fixes: () => offersForMisplacedCall(conversation, pairing, call, 'Remove the call'),
        isUnnecessary: true,
      });
    }
  },
};
