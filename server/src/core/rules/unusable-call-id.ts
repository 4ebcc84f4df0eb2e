import type { Rewrite } from '../json/rewrite';
import { kindWords } from '../json/words';
import { editOf } from '../model/edits/dialectEdit';
import { dropCall, dropEntry, dropResult } from '../model/edits/dropping';
import { freshIdOf, offersForCall, offersForResult, relatedCalls, relatedResults } from '../model/edits/pairTogether';
import { writePairingId } from '../model/pairing/pairingId';
import type { Call, Message, PairingId, Result } from '../model/types';
import { isNamedResult } from '../targets/namedResults';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const unusableCallId: Rule = {
  meta: {
    id: 'unusable-call-id',
    summary: 'A call or result has an id that can pair nothing: missing, blank, no text, or "0".',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "Ids"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    if (pairing.mode === 'order') {
      hintAtOrder(context);
      return;
    }
    for (const message of pairing.walked) {
      if (message.hasUnreadableCalls) reportUnreadable(message, context);
      for (const call of message.calls) {
        const outcome = pairing.calls.get(call);
        if (outcome?.kind !== 'dropped' || outcome.rule !== 'unusable-call-id' || isCovered(call.id, context)) continue;
        reportCall(call, context);
      }
      for (const result of message.results) {
        const outcome = pairing.results.get(result);
        if (outcome?.kind !== 'dropped' || outcome.rule !== 'unusable-call-id' || outcome.isExplained) continue;
        if (isNamedResult(result, conversation, context.target)) {
          hintAtName(result, context);
          continue;
        }
        if (result.id.fault === 'missing' && context.enforces('tool-call-id-missing')) continue;
        if (isCovered(result.id, context)) continue;
        context.report({
          at: result.id.node ?? result.node,
          message: `${fault(result.id, 'result')} Give it the id of its call or remove it.`,
          related: relatedCalls(conversation, pairing, result.node),
          fixes: () => [
            ...offersForResult(conversation, pairing, result.node),
            ...dropFix(
              'Remove the result',
              { kind: 'drop-result', of: result },
              dropResult(conversation, pairing, result),
            ),
          ],
          isUnnecessary: true,
        });
      }
    }
  },
};

/** A provider's pattern speaks of text alone, and `"0"` matches those that are known. */
function isCovered(id: PairingId, context: RuleContext): boolean {
  return id.fault === 'blank' && context.enforces('tool-call-id-pattern');
}

/** No call has an id: they pair in order, as some servers and data sets mean them to. */
function hintAtOrder(context: RuleContext): void {
  const { pairing, report } = context;
  for (const message of pairing.walked) {
    for (const call of message.calls) {
      if (pairing.calls.get(call)?.kind !== 'kept') {
        if (call.node.kind !== 'object') reportCall(call, context);
        continue;
      }
      report({
        at: call.id.node ?? call.node,
        message: `No call has an id, so ${nameOf(call)} pairs by place. Providers that pair by id need "${call.id.key}".`,
        severity: 'hint',
      });
    }
  }
}

/** Its tool's name is all that Ollama wants. */
function hintAtName(result: Result, { report }: RuleContext): void {
  report({
    at: result.node,
    message: `This result names its tool and not its call. Providers that pair by id need "${result.id.key}".`,
    severity: 'hint',
  });
}

function reportUnreadable(message: Message, { conversation, pairing, report }: RuleContext): void {
  const { callsNode } = message;
  if (callsNode === undefined) return;
  report({
    at: callsNode,
    message: `"${callsNode.key}" is ${kindWords(callsNode)}, not a list of calls. Make it a list or remove it.`,
    fixes: () => {
      const rewrite: Rewrite = new Map();
      editOf(conversation.dialect).calls?.drop(rewrite, message);
      const isGone = pairing.gone.has(message);
      const does = { kind: 'drop-empty-member', of: callsNode } as const;
      return dropFix(`Remove "${callsNode.key}"`, does, isGone ? dropEntry(conversation, message) : rewrite);
    },
    isUnnecessary: true,
  });
}

function reportCall(call: Call, { conversation, pairing, report }: RuleContext): void {
  const drop = () => dropFix('Remove the call', { kind: 'drop-call', of: call }, dropCall(conversation, pairing, call));
  if (call.node.kind !== 'object') {
    report({
      at: call.node,
      message: `This entry of "${call.message.callsNode?.key}" is ${kindWords(call.node)}, not a call. Remove it.`,
      fixes: () =>
        dropFix('Remove the call', { kind: 'drop-empty-member', of: call.node }, dropCall(conversation, pairing, call)),
      isUnnecessary: true,
    });
    return;
  }
  report({
    at: call.id.node ?? call.node,
    message: `${fault(call.id, 'call', call)} Give it and its result an id or remove them.`,
    related: relatedResults(conversation, pairing, call),
    fixes: () => {
      const offers = offersForCall(conversation, pairing, call);
      return [...(offers.length > 0 ? offers : [newId(call, freshIdOf(conversation, pairing, call))]), ...drop()];
    },
    isUnnecessary: true,
  });
}

function dropFix(title: string, does: ProposedFix['does'], rewrite: Rewrite | undefined): ProposedFix[] {
  return rewrite === undefined ? [] : [{ title, does, rewrite }];
}

function fault(id: PairingId, what: 'call' | 'result', call?: Call): string {
  const subject = call === undefined ? `The ${what}` : `The call ${nameOf(call)}`;
  switch (id.fault) {
    case 'not-scalar':
      return `${subject} has ${id.node === undefined ? 'no text' : kindWords(id.node)} for an id.`;
    case 'blank':
      return `${subject} has a blank id.`;
    case 'zero':
      return `${subject} has the id "0", which counts as none.`;
    default:
      return `${subject} has no "${id.key}", so nothing pairs with it.`;
  }
}

function nameOf(call: Call): string {
  const name = call.nameNode?.kind === 'string' ? call.nameNode.text() : '';
  return name.trim() === '' ? 'without a name' : quote(name);
}

function newId(call: Call, id: string): ProposedFix {
  const rewrite: Rewrite = new Map();
  writePairingId(rewrite, call.node, call.id, id);
  return { title: `Give the call the id "${id}"`, does: { kind: 'choice' }, rewrite };
}
