import { isStub } from '../stubs';
import type { Call, Message, PairingId, Result } from '../types';
import type { CallOutcome } from './pairing';
import { idsOf } from './resultIds';
import { dropResult, type Holder, kept, loseCall, remainsOf, settle, type Walk, willBeAnswered } from './walk';

/** A result that no id explains may belong to a call that went for having none. */
function takeLostCall(walk: Walk): boolean {
  if (walk.lostCalls <= 0) return false;
  walk.lostCalls--;
  return true;
}

export function walkMessage(walk: Walk, message: Message, turn: number): void {
  if (message.role === 'assistant' || (message.role === 'user' && walk.traits.results === 'entries'))
    walk.lostCalls = 0;
  if (message.calls.length === 0 && message.results.length === 0 && !message.hasUnreadableCalls) return;
  for (const part of message.parts) {
    if (part.kind === 'call') walkCall(walk, part, turn);
    else if (part.kind === 'result' && walk.mode === 'id') walkResult(walk, part);
  }
  if (message.hasUnreadableCalls) {
    // Nobody can tell how many calls it was meant to hold.
    walk.lostCalls = Number.POSITIVE_INFINITY;
    walk.drops.push({ kind: 'call', rule: 'unusable-call-id', of: message });
    remainsOf(walk, message).lostCall = 'unusable-call-id';
  }
  settle(walk, message);
}

function walkCall(walk: Walk, call: Call, turn: number): void {
  const outcome = callOutcome(walk, call, turn);
  walk.calls.set(call, outcome);
  if (outcome.kind === 'kept') return;
  if (outcome.rule === 'unusable-call-id') walk.lostCalls++;
  if (outcome.first === undefined) walk.lostIds.add(call.id.fault === undefined ? call.id.text : faultKey(call.id));
  loseCall(walk, call, outcome.rule);
}

function callOutcome(walk: Walk, call: Call, turn: number): CallOutcome {
  if (call.message.role !== 'assistant') return { kind: 'dropped', rule: 'call-on-wrong-role', first: undefined };
  const isObject = call.node.kind === 'object';
  if (walk.mode === 'order' && isObject) return kept('', undefined);
  if (call.id.fault !== undefined) return { kind: 'dropped', rule: 'unusable-call-id', first: undefined };
  const id = call.id.text;
  const holder = walk.holders.get(id);
  if (holder === undefined) {
    walk.holders.set(id, { call, turn, answer: undefined, hasLostTwin: false });
    return kept(id, undefined);
  }
  const { reusedIds } = walk.options;
  // Answered already, on a wrong role in between that the provider merges away: a later exchange like any other.
  const isLater = holder.answer !== undefined && holder.call.message !== call.message && reusedIds === 'rename';
  if (holder.turn === turn && !(isLater && walk.lookAhead().isFollowed.has(call))) {
    holder.hasLostTwin = true;
    return { kind: 'dropped', rule: 'duplicate-call-id', first: holder.call };
  }
  const isClosed = holder.answer !== undefined || willBeAnswered(walk, holder.call);
  // A call of the last turn that may stay open is what a training record teaches: it is complete without a result.
  const isComplete = () =>
    walk.lookAhead().isFollowed.has(call) || (walk.options.keepOpenTail && turn === walk.tailTurn);
  if (isClosed && (reusedIds === 'allow' || (reusedIds === 'rename' && isComplete()))) {
    walk.holders.set(id, { call, turn, answer: undefined, hasLostTwin: false });
    return kept(reusedIds === 'rename' ? walk.fresh(id) : id, holder.call);
  }
  holder.hasLostTwin = true;
  return { kind: 'dropped', rule: 'reused-call-id', first: holder.call };
}

function walkResult(walk: Walk, result: Result): void {
  const id = result.also.length === 0 ? result.id : firstOpen(walk, result);
  if (id.fault !== undefined) {
    if (id.fault === 'missing' && result.isUnasked) return;
    dropResult(walk, result, { rule: 'unusable-call-id', isExplained: walk.lostIds.has(faultKey(id)) });
    return;
  }
  const holder = walk.holders.get(id.text);
  if (holder === undefined && walk.exemptIds.has(id.text)) return;
  if (holder === undefined) {
    if (result.message.index > walk.storedCallsFrom && !walk.lostIds.has(id.text)) {
      walkOutside(walk, result, id.text);
      return;
    }
    const isExplained = walk.besideBroken.has(result.message) || walk.lostIds.has(id.text) || takeLostCall(walk);
    dropResult(walk, result, { rule: 'orphan-result', call: walk.lookAhead().declares.get(id.text), isExplained });
    return;
  }
  const { call, answer: first } = holder;
  const isExplained = holder.hasLostTwin || (first !== undefined && walk.besideBroken.has(result.message));
  if (first !== undefined && !(isStub(first) && !isStub(result))) {
    dropResult(walk, result, { rule: 'duplicate-result', call, kept: first, isExplained });
    return;
  }
  holder.answer = result;
  if (first !== undefined) walk.inPlaceOfStubs.push(result);
  const also = result.also.length === 0 ? NO_OTHERS : answerOthers(walk, result, holder);
  walk.results.set(result, { kind: 'kept', call, also, isMisplaced: false, isAway: false, by: 'id', isExplained });
  if (first === undefined) return;
  dropResult(walk, first, { rule: 'duplicate-result', call, kept: result, isExplained });
  if (first.message !== result.message) settle(walk, first.message);
}

/** Its call is the provider's: the first result of an id answers it, and a second one is one too many, as behind any call. */
function walkOutside(walk: Walk, result: Result, id: string): void {
  const first = walk.outside.get(id);
  const takesOver = first !== undefined && isStub(first) && !isStub(result);
  if (first !== undefined && !takesOver) {
    dropResult(walk, result, { rule: 'duplicate-result', kept: first, isExplained: false });
    return;
  }
  walk.outside.set(id, result);
  walk.results.set(result, { kind: 'outside' });
  if (first === undefined) return;
  dropResult(walk, first, { rule: 'duplicate-result', kept: result, isExplained: false });
  if (first.message !== result.message) settle(walk, first.message);
}

const NO_OTHERS: readonly never[] = [];

/** Of several ids the first whose call waits, or else the first that any call has. */
function firstOpen({ holders }: Walk, result: Result): PairingId {
  const ids = idsOf(result);
  const isOpen = ({ text }: PairingId) => holders.get(text)?.answer === undefined && holders.has(text);
  return ids.find(isOpen) ?? ids.find(({ text }) => holders.has(text)) ?? result.id;
}

/** What a list of ids answers beside the one call that keeps the result in its run: calls of the same turn, which have that run too. */
function answerOthers(walk: Walk, result: Result, own: Holder): { call: Call; id: PairingId }[] {
  return idsOf(result).flatMap((id) => {
    const holder = walk.holders.get(id.text);
    if (holder === undefined || holder === own || holder.turn !== own.turn) return [];
    const { answer: first, call, hasLostTwin: isExplained } = holder;
    if (first !== undefined && !(isStub(first) && !isStub(result))) return [];
    holder.answer = result;
    if (first !== undefined) {
      walk.inPlaceOfStubs.push(result);
      dropResult(walk, first, { rule: 'duplicate-result', call, kept: result, isExplained });
      if (first.message !== result.message) settle(walk, first.message);
    }
    return [{ call, id }];
  });
}

/** Unusable ids of one kind are looked up apart from ids that read the same. */
function faultKey(id: PairingId): string {
  return `\u0000${id.fault}`;
}
