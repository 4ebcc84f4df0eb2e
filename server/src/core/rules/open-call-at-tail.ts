import { type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { offersForCall, relatedResults } from '../model/edits/pairTogether';
import { arrive } from '../model/edits/placing';
import { needsNoResult } from '../model/pairing/approval';
import { asksForIds, blockIndex, gapOf, known, runOf } from '../model/pairing/exchange';
import type { Run } from '../model/pairing/pairing';
import type { Call } from '../model/types';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const openCallAtTail: Rule = {
  meta: {
    id: 'open-call-at-tail',
    summary: 'A call of the last turn waits for its result.',
    severity: 'info',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The end of the list"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    for (const [call, outcome] of pairing.calls) {
      if (outcome.kind !== 'kept' || outcome.answer !== undefined || !outcome.isTail || outcome.isExplained) continue;
      const run = runOf(pairing, call);
      if (run === undefined || needsNoResult(call)) continue;
      const sent = conversation.isSentAsIs;
      context.report({
        at: call.node,
        message: sent
          ? `The conversation is sent as it stands and ends while the call ${nameOf(call)} is open. Add its result.`
          : `The conversation ends while the call ${nameOf(call)} is open. It needs its result before it can be sent.`,
        ...(sent ? { severity: 'error' } : {}),
        values: known({
          ...gapOf(conversation, pairing, run),
          j: blockIndex(call),
          id: call.id.text,
          kind: call.kindName,
        }),
        related: relatedResults(conversation, pairing, call),
        fixes: () => [
          ...offersForCall(conversation, pairing, call),
          ...(asksForIds(context) ? [] : fixes(call, outcome.id, run, context)),
        ],
      });
    }
  },
};

function nameOf(call: Call): string {
  const name = call.nameNode?.kind === 'string' ? call.nameNode.text() : '';
  return quote(call.id.text === '' ? name : call.id.text);
}

function fixes(call: Call, id: string, run: Run, { conversation, pairing }: RuleContext): ProposedFix[] {
  const rewrite: Rewrite = new Map();
  arrive(rewrite, conversation, pairing, run, [
    value(editOf(conversation.dialect).result(call, id === '' ? undefined : id)),
  ]);
  return [{ title: 'Insert a result that says the call was interrupted', does: { kind: 'choice' }, rewrite }];
}
