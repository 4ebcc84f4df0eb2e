import type { Rewrite } from '../json/rewrite';
import { dropCall } from '../model/edits/dropping';
import { freshIdOf, offersForCall } from '../model/edits/pairTogether';
import { blockIndex } from '../model/pairing/exchange';
import { writePairingId } from '../model/pairing/pairingId';
import type { Call } from '../model/types';
import { quote, quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const duplicateCallId: Rule = {
  meta: {
    id: 'duplicate-call-id',
    summary: 'One turn declares the same call id twice.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The repair pass"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { pairing } = context;
    for (const [call, outcome] of pairing.calls) {
      if (outcome.kind !== 'dropped' || outcome.rule !== 'duplicate-call-id') continue;
      context.report({
        at: call.node,
        message: `This turn declares the call id ${quoteBriefly(call.id.text)} twice. Give this call an id of its own or remove it.`,
        related: outcome.first === undefined ? [] : [{ message: 'The first declaration', at: outcome.first.node }],
        values: { i: call.message.index, j: blockIndex(call), id: call.id.text },
        fixes: () => fixes(call, outcome.first, context),
        isUnnecessary: true,
      });
    }
  },
};

function fixes(call: Call, first: Call | undefined, { conversation, pairing }: RuleContext): ProposedFix[] {
  const drop = dropCall(conversation, pairing, call);
  const offers = offersForCall(conversation, pairing, call);
  const id = freshIdOf(conversation, pairing, call);
  const rename: Rewrite = new Map();
  writePairingId(rename, call.node, call.id, id);
  const renaming: ProposedFix = {
    title: `Give the second call the id ${quote(id)}`,
    does: { kind: 'choice' },
    rewrite: rename,
  };
  const does = { kind: 'drop-twin-call', of: call, twin: first } as const;
  return [
    ...(offers.length > 0 ? offers : [renaming]),
    ...(drop === undefined ? [] : [{ title: 'Remove the second call', does, rewrite: drop }]),
  ];
}
