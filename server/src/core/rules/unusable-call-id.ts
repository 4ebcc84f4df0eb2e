import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { kindWords } from '../json/words';
import { dropCall, dropEntry, dropResult, isSigned } from '../model/dropping';
import { pairingIds } from '../model/exchange';
import { freshIds } from '../model/freshIds';
import type { Call, Message, PairingId, Result } from '../model/types';
import { isNamedResult } from '../targets/namedResults';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const unusableCallId: Rule = {
  meta: {
    id: 'unusable-call-id',
    summary: 'A call or result has an id that can pair nothing: missing, blank, no text, or "0".',
    severity: { flat: 'error', chat: 'error', messages: 'error' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 03, The repair pass',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    if (pairing.mode === 'order') {
      hintAtOrder(context);
      return;
    }
    const partners = unusableResults(context);
    let fresh: ((id: string) => string) | undefined;
    for (const message of pairing.walked) {
      if (message.hasUnreadableCalls) reportUnreadable(message, context);
      let place = -1;
      for (const call of message.calls) {
        const fate = pairing.calls.get(call);
        if (call.id.fault !== undefined) place++;
        if (fate?.kind !== 'dropped' || fate.rule !== 'unusable-call-id' || isCovered(call.id, context)) continue;
        fresh ??= freshIds(() => pairingIds(conversation));
        reportCall(call, partners.get(message)?.[place], fresh('call'), context);
      }
      for (const result of message.results) {
        const fate = pairing.results.get(result);
        if (fate?.kind !== 'dropped' || fate.rule !== 'unusable-call-id' || fate.isExplained) continue;
        if (isNamedResult(result, conversation, context.target)) {
          hintAtName(result, context);
          continue;
        }
        if (result.id.fault === 'missing' && context.enforces('tool-call-id-missing')) continue;
        if (isCovered(result.id, context)) continue;
        context.report({
          at: result.id.node ?? result.node,
          message: `${fault(result.id, 'result')} Give it the id of its call or remove it.`,
          fixes: () => dropFix('Remove the result', dropResult(conversation, pairing, result), result.message),
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
        if (call.node.kind !== 'object') reportCall(call, undefined, '', context);
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
    message: `"tool_calls" is ${kindWords(callsNode)}, not a list of calls. Make it a list or remove it.`,
    fixes: () => {
      const rewrite: Rewrite = new Map();
      changeProperties(rewrite, message.callsHolder, { remove: ['tool_calls'] });
      const isGone = pairing.gone.has(message);
      return dropFix('Remove "tool_calls"', isGone ? dropEntry(conversation, message) : rewrite, message);
    },
    isUnnecessary: true,
  });
}

function reportCall(
  call: Call,
  result: Result | undefined,
  id: string,
  { conversation, pairing, report }: RuleContext,
): void {
  report({
    at: call.id.node ?? call.node,
    message:
      call.node.kind === 'object'
        ? `${fault(call.id, 'call', call)} Give it and its result an id or remove them.`
        : `This entry of "tool_calls" is ${kindWords(call.node)}, not a call. Remove it.`,
    fixes: () => [
      ...dropFix('Remove the call', dropCall(conversation, pairing, call), call.message),
      ...newId(call, result, id),
    ],
    isUnnecessary: true,
  });
}

function dropFix(title: string, rewrite: Rewrite | undefined, message: Message): ProposedFix[] {
  if (rewrite === undefined) return [];
  return [{ title, safety: isSigned(message) ? 'unsafe' : 'safe', rewrite }];
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

/** Results without a usable id behind each calling message, up to the next one: likely its own. */
function unusableResults({ pairing }: RuleContext): Map<Message, Result[]> {
  const found = new Map<Message, Result[]>();
  let calling: Message | undefined;
  for (const message of pairing.walked) {
    for (const result of message.results) {
      if (calling === undefined || result.id.fault === undefined) continue;
      const of = found.get(calling);
      if (of === undefined) found.set(calling, [result]);
      else of.push(result);
    }
    if (message.calls.length > 0) calling = message;
  }
  return found;
}

/** The same new id on the call and on the result that stands at the same place among those without one. */
function newId(call: Call, result: Result | undefined, id: string): ProposedFix[] {
  if (call.node.kind !== 'object') return [];
  const rewrite: Rewrite = new Map();
  changeProperties(rewrite, call.node, { set: [[call.id.key, value(id)]] });
  if (result !== undefined) changeProperties(rewrite, result.node, { set: [[result.id.key, value(id)]] });
  const where = result === undefined ? 'the call' : 'the call and its result';
  return [{ title: `Give ${where} the id "${id}"`, safety: 'unsafe', rewrite }];
}
