import { type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { dropCall } from '../model/edits/dropping';
import { offersForCall, relatedResults } from '../model/edits/pairTogether';
import { arrive } from '../model/edits/placing';
import { needsNoResult } from '../model/pairing/approval';
import { asksForIds, blockIndex, gapOf, known, runOf } from '../model/pairing/exchange';
import type { Run } from '../model/pairing/pairing';
import type { Call } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const unansweredCall: Rule = {
  meta: {
    id: 'unanswered-call',
    summary: 'No result answers a call, and the conversation goes on.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The repair pass"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    for (const [call, outcome] of pairing.calls) {
      if (outcome.kind !== 'kept' || outcome.answer !== undefined || outcome.isTail || outcome.isExplained) continue;
      const run = runOf(pairing, call);
      if (run === undefined || needsNoResult(call)) continue;
      context.report({
        at: call.node,
        message: `No result answers the call ${nameOf(call)}. Add its result or remove the call.`,
        related: relatedResults(conversation, pairing, call),
        values: known({
          ...gapOf(conversation, pairing, run),
          j: blockIndex(call),
          id: call.id.text,
          kind: call.kindName,
        }),
        fixes: () => fixes(call, outcome.id, run, context),
      });
    }
  },
};

function nameOf(call: Call): string {
  const name = call.nameNode?.kind === 'string' ? call.nameNode.text() : '';
  if (call.id.text === '') return quoteBriefly(name);
  return name === '' ? quoteBriefly(call.id.text) : `${quoteBriefly(call.id.text)} of ${quoteBriefly(name)}`;
}

function fixes(call: Call, id: string, run: Run, context: RuleContext): ProposedFix[] {
  const { conversation, pairing } = context;
  const proposed: ProposedFix[] = [...offersForCall(conversation, pairing, call)];
  if (!asksForIds(context)) {
    const rewrite: Rewrite = new Map();
    arrive(rewrite, conversation, pairing, run, [
      value(editOf(conversation.dialect).result(call, id === '' ? undefined : id)),
    ]);
    proposed.push({
      title: 'Insert a result that says the call was interrupted',
      does: { kind: 'insert-result', of: call },
      rewrite,
    });
  }
  const drop = dropCall(conversation, pairing, call);
  if (drop !== undefined) proposed.push({ title: 'Remove the call', does: { kind: 'choice' }, rewrite: drop });
  return proposed;
}
