import { freshIds } from '../edits/freshIds';
import { isStub } from '../stubs';
import type { Call, DialectTraits, Message, PairingId, Result } from '../types';
import { needsNoResult } from './approval';
import { besideBroken } from './broken';
import { explainOpenCalls } from './explain';
import { type LookAhead, lookAhead } from './lookAhead';
import type { CallFate, DropRule, Pairing, PairingDrop, PairingOptions, ResultFate } from './pairing';
import { idsOf } from './resultIds';
import { type Fates, keepRuns } from './runs';
import { tailTurn, turnNumbers, walkOrder } from './walkOrder';

/** A kept declaration of an id: the newest one owns the results that follow. */
interface Holder {
  readonly call: Call;
  readonly turn: number;
  answer: Result | undefined;
  /** Another call of the same id went, so what it would have got is explained. */
  hasLostTwin: boolean;
}

/** What is left of a message from which the walk took something. */
interface Remains {
  calls: number;
  results: number;
  lostCall: DropRule | undefined;
  lostResult: DropRule | undefined;
}

interface Walk {
  readonly traits: DialectTraits;
  readonly options: PairingOptions;
  readonly mode: 'id' | 'order';
  readonly calls: Map<Call, CallFate>;
  readonly results: Map<Result, ResultFate>;
  readonly gone: Map<Message, DropRule>;
  readonly drops: PairingDrop[];
  readonly remains: Map<Message, Remains>;
  readonly holders: Map<string, Holder>;
  /** Ids of calls that go for a reason of their own: results of these ids are consequences. */
  readonly lostIds: Set<string>;
  /** Calls of the latest calling turn that went for want of an id, and that results behind may have been meant for. */
  lostCalls: number;
  /** Ids of calls that the provider runs: what answers them is none of ours. */
  readonly exemptIds: ReadonlySet<string>;
  /** The turn of the list's last calls, if nothing but results stands behind it. */
  readonly tailTurn: number | undefined;
  /** Asked for only where an id is wrong or used twice, which is nowhere in most conversations. */
  readonly lookAhead: () => LookAhead;
  readonly fresh: (id: string) => string;
  /** Messages whose results may have their call in an entry that cannot be read. */
  readonly besideBroken: ReadonlySet<Message>;
  /** Results that came behind a stub and take its place. */
  readonly inPlaceOfStubs: Result[];
}

/** Walks the list once, oldest first, and decides the fate of each call and result (docs/design/pairing.md, "The repair pass"). */
export function pairMessages(messages: readonly Message[], traits: DialectTraits, options: PairingOptions): Pairing {
  const walked = walkOrder(messages, traits, options);
  const turns = turnNumbers(walked, traits);
  const walk = startWalk(messages, walked, turns, traits, options);
  walked.forEach((message, at) => {
    walkMessage(walk, message, turns[at] ?? 0);
  });
  let left = keepRuns(keptOf(walk, walked), walk, traits, options);
  if (walk.mode === 'order') {
    dropSurplus(walk, walked);
    left = keepRuns(keptOf(walk, walked), walk, traits, options);
    explainSurplus(walk);
  }
  if (options.seesDropped) explainByStubs(walk, walked);
  const pairing: Pairing = {
    mode: walk.mode,
    walked,
    calls: walk.calls,
    results: walk.results,
    gone: walk.gone,
    drops: walk.drops,
    ...left,
  };
  const hasOpen = left.runs.some((run) => run.calls.length > run.standing.length + run.moved.length);
  for (const call of hasOpen ? explainOpenCalls(pairing, messages, traits) : []) {
    const fate = walk.calls.get(call);
    if (fate?.kind === 'kept') walk.calls.set(call, { ...fate, isExplained: true });
  }
  return pairing;
}

/** A result that the stub in front of it alone keeps from its call stands right once that has gone: no fault of its own. */
function explainByStubs(walk: Walk, walked: readonly Message[]): void {
  const { inPlaceOfStubs, traits, options } = walk;
  if (inPlaceOfStubs.length === 0 || traits.adjacency !== 'lead') return;
  const without: Fates = { ...walk, calls: new Map(walk.calls), results: new Map(walk.results) };
  for (const result of inPlaceOfStubs) {
    const fate = without.results.get(result);
    if (fate?.kind === 'kept') without.results.set(result, { ...fate, isMisplaced: false });
  }
  keepRuns(withoutDropped(walk, walked), without, traits, { ...options, seesDropped: false });
  for (const result of inPlaceOfStubs) {
    const fate = walk.results.get(result);
    const after = without.results.get(result);
    if (fate?.kind === 'kept' && fate.isMisplaced && after?.kind === 'kept' && !after.isMisplaced)
      walk.results.set(result, { ...fate, isExplained: true });
  }
}

function keptOf(walk: Walk, walked: readonly Message[]): readonly Message[] {
  // Nothing was dropped in most conversations.
  if (walk.drops.length === 0) return walked;
  if (walk.options.seesDropped) {
    return walked.filter((message) => !walk.gone.has(message) || walk.remains.get(message)?.lostCall === undefined);
  }
  return withoutDropped(walk, walked);
}

function withoutDropped(walk: Walk, walked: readonly Message[]): readonly Message[] {
  return walked.filter((message) => !walk.gone.has(message) && !isDroppedResult(walk, message));
}

/** A surplus result may answer a call in an entry that cannot be read. */
function explainSurplus(walk: Walk): void {
  for (const message of walk.besideBroken) {
    for (const result of message.results) {
      const fate = walk.results.get(result);
      if (fate?.kind === 'dropped') walk.results.set(result, { ...fate, isExplained: true });
    }
  }
}

/** In order mode the runs decide which results are surplus; those go, and the messages they leave empty with them. */
function dropSurplus(walk: Walk, walked: readonly Message[]): void {
  for (const message of walked) {
    for (const result of message.results) {
      if (walk.results.get(result)?.kind !== 'dropped') continue;
      walk.drops.push({ kind: 'result', rule: 'orphan-result', of: result });
      loseResult(walk, result, 'orphan-result');
    }
    settle(walk, message);
  }
}

function startWalk(
  messages: readonly Message[],
  walked: readonly Message[],
  turns: readonly number[],
  traits: DialectTraits,
  options: PairingOptions,
): Walk {
  const lostIds = new Set<string>();
  const exemptIds = new Set<string>();
  let callCount = 0;
  let hasIds = false;
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.kind === 'server-call' && part.id.fault === undefined && message.shape === 'message')
        exemptIds.add(part.id.text);
    }
    for (const call of message.calls) {
      if (message.shape === 'no-role' && call.id.fault === undefined) lostIds.add(call.id.text);
      if (message.shape !== 'message') continue;
      callCount++;
      if (call.id.fault !== 'missing') hasIds = true;
    }
  }
  const mode = traits.pairsBy === 'id-else-order' && callCount > 0 && !hasIds ? 'order' : 'id';
  return {
    traits,
    options,
    mode,
    calls: new Map(),
    results: new Map(),
    gone: new Map(),
    drops: [],
    remains: new Map(),
    holders: new Map(),
    lostIds,
    lostCalls: 0,
    exemptIds,
    tailTurn: tailTurn(walked, turns),
    lookAhead: once(() => lookAhead(walked, turns)),
    fresh: freshIds(() => carriedIds(messages)),
    besideBroken: besideBroken(messages, traits).answers,
    inPlaceOfStubs: [],
  };
}

/** Every id that a call or result of the conversation carries; entries that are no messages are none. */
function carriedIds(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.shape !== 'message') continue;
    for (const call of message.calls) ids.add(call.id.text);
    for (const result of message.results) for (const id of idsOf(result)) ids.add(id.text);
  }
  return ids;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A result that no id explains may belong to a call that went for having none. */
function takeLostCall(walk: Walk): boolean {
  if (walk.lostCalls <= 0) return false;
  walk.lostCalls--;
  return true;
}

function walkMessage(walk: Walk, message: Message, turn: number): void {
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
  const fate = callFate(walk, call, turn);
  walk.calls.set(call, fate);
  if (fate.kind === 'kept') return;
  walk.drops.push({ kind: 'call', rule: fate.rule, of: call });
  if (fate.rule === 'unusable-call-id') walk.lostCalls++;
  if (fate.first === undefined) walk.lostIds.add(call.id.fault === undefined ? call.id.text : faultKey(call.id));
  const remains = remainsOf(walk, call.message);
  remains.calls--;
  remains.lostCall = fate.rule;
}

function callFate(walk: Walk, call: Call, turn: number): CallFate {
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

function willBeAnswered({ options: { answered } }: Walk, call: Call): boolean {
  return answered?.has(call.id.text) === true && !call.message.mayStayOpen && !needsNoResult(call);
}

function kept(id: string, reuses: Call | undefined): CallFate {
  return { kind: 'kept', answer: undefined, id, reuses, isTail: false, isExplained: false };
}

function walkResult(walk: Walk, result: Result): void {
  const id = result.also.length === 0 ? result.id : firstOpen(walk, result);
  if (id.fault !== undefined) {
    dropResult(walk, result, { rule: 'unusable-call-id', isExplained: walk.lostIds.has(faultKey(id)) });
    return;
  }
  const holder = walk.holders.get(id.text);
  if (holder === undefined && walk.exemptIds.has(id.text)) return;
  if (holder === undefined) {
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
  walk.results.set(result, { kind: 'kept', call, also, isMisplaced: false, isExplained });
  if (first === undefined) return;
  dropResult(walk, first, { rule: 'duplicate-result', call, kept: result, isExplained });
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

interface ResultDrop {
  readonly rule: 'unusable-call-id' | 'orphan-result' | 'duplicate-result';
  readonly call?: Call | undefined;
  readonly kept?: Result;
  readonly isExplained: boolean;
}

function dropResult(walk: Walk, result: Result, { rule, call, kept: other, isExplained }: ResultDrop): void {
  walk.results.set(result, { kind: 'dropped', rule, call, kept: other, isExplained });
  walk.drops.push({ kind: 'result', rule, of: result });
  loseResult(walk, result, rule);
}

function loseResult(walk: Walk, result: Result, rule: DropRule): void {
  const remains = remainsOf(walk, result.message);
  remains.results--;
  remains.lostResult = rule;
}

/** A message that lost its calls or results and has nothing else to say goes too; one drop for itself, whatever it lost. */
function settle(walk: Walk, message: Message): void {
  const remains = walk.remains.get(message);
  if (remains === undefined || walk.gone.has(message) || remains.calls > 0 || remains.results > 0) return;
  if (walk.traits.instructions.roles.includes(message.role)) return;
  if (message.hasOwnContent || isDroppedResult(walk, message)) return;
  const isReasoning = message.parts.some((part) => part.kind === 'reasoning');
  const rule = remains.lostCall ?? (isReasoning ? undefined : remains.lostResult);
  if (rule === undefined) return;
  if (walk.options.keepsEmptied && walk.traits.results === 'blocks' && message.role === 'user') return;
  walk.gone.set(message, rule);
  walk.drops.push({ kind: 'turn', rule, of: message });
}

/** In flat and chat the result is the message, so it goes with it and is counted once. */
function isDroppedResult(walk: Walk, message: Message): boolean {
  const result = message.results[0];
  return result !== undefined && result.node === message.node && walk.results.get(result)?.kind === 'dropped';
}

function remainsOf(walk: Walk, message: Message): Remains {
  const remains = walk.remains.get(message);
  if (remains !== undefined) return remains;
  const fresh: Remains = {
    calls: message.calls.length,
    results: message.results.length,
    lostCall: undefined,
    lostResult: undefined,
  };
  walk.remains.set(message, fresh);
  return fresh;
}

/** Unusable ids of one kind are looked up apart from ids that read the same. */
function faultKey(id: PairingId): string {
  return `\u0000${id.fault}`;
}
