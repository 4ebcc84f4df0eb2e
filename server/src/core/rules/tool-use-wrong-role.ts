import { offersForMisplacedCall } from '../model/edits/misplacedCall';
import { blockIndex } from '../model/pairing/exchange';
import { quoteBriefly, quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

export const toolUseWrongRole: Rule = {
  meta: {
    id: 'tool-use-wrong-role',
    summary: "A tool_use block stands on a turn that is not the assistant's.",
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, pairing, report }) => {
    for (const [call, outcome] of pairing.calls) {
      if (outcome.kind !== 'dropped' || outcome.rule !== 'call-on-wrong-role') continue;
      // A role that is none is the fault then (`role-invalid`).
      if (call.message.role === 'other') continue;
      report({
        at: call.node,
        message: `The tool_use ${quoteBriefly(call.id.text)} stands on ${quoteWithArticle(call.message.roleText)} message. Only the assistant calls: move it or remove it.`,
        values: { i: call.message.index, j: blockIndex(call), id: call.id.text },
        fixes: () => offersForMisplacedCall(conversation, pairing, call, 'Remove the block'),
        isUnnecessary: true,
      });
    }
  },
};
