import { freshIds } from '../edits/freshIds';
import { isRead } from '../entries';
import type { Call, DialectTraits, Message, Result } from '../types';
import { needsNoResult } from './approval';
import { besideBroken } from './broken';
import { type LookAhead, lookAhead } from './lookAhead';
import type { CallOutcome, DropRule, PairingDrop, PairingMode, PairingOptions, ResultOutcome } from './pairing';
import { idsOf } from './resultIds';
import { tailTurn } from './walkOrder';

/** A kept declaration of an id: the newest one owns the results that follow. */
export interface Holder {
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

export interface Walk {
  readonly traits: DialectTraits;
  readonly options: PairingOptions;
  readonly mode: PairingMode;
  readonly calls: Map<Call, CallOutcome>;
  readonly results: Map<Result, ResultOutcome>;
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
  /** Behind this index results may have their calls where the provider keeps them. */
  readonly storedCallsFrom: number;
  /** In front of this index calls may have their results there. */
  readonly storedResultsTo: number;
  /** The first result of each id whose call is kept there: it answers, and a second one is one too many. */
  readonly outside: Map<string, Result>;
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

export function startWalk(
  messages: readonly Message[],
  walked: readonly Message[],
  turns: readonly number[],
  traits: DialectTraits,
  options: PairingOptions,
): Walk {
  const lostIds = new Set<string>();
  const exemptIds = new Set<string>();
  let storedCallsFrom = options.isResumed ? -1 : Number.POSITIVE_INFINITY;
  let storedResultsTo = -1;
  let callCount = 0;
  let hasIds = false;
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.kind === 'server-call') {
        if (part.id.fault === undefined && isRead(message)) exemptIds.add(part.id.text);
      } else if (part.kind === 'reference') {
        storedCallsFrom = Math.min(storedCallsFrom, message.index);
        if (part.mayBeResult) storedResultsTo = message.index;
      }
    }
    for (const call of message.calls) {
      if (message.shape === 'no-role' && call.id.fault === undefined) lostIds.add(call.id.text);
      if (!isRead(message)) continue;
      callCount++;
      if (call.id.fault !== 'missing') hasIds = true;
    }
  }
  return {
    traits,
    options,
    mode: modeOf(traits, callCount > 0 && !hasIds),
    calls: new Map(),
    results: new Map(),
    gone: new Map(),
    drops: [],
    remains: new Map(),
    holders: new Map(),
    lostIds,
    lostCalls: 0,
    exemptIds,
    storedCallsFrom,
    storedResultsTo,
    outside: new Map(),
    tailTurn: tailTurn(walked, turns),
    lookAhead: once(() => lookAhead(walked, turns)),
    fresh: freshIds(() => carriedIds(messages)),
    besideBroken: besideBroken(messages, traits).answers,
    inPlaceOfStubs: [],
  };
}

function modeOf({ pairsBy }: DialectTraits, hasCallsWithoutIds: boolean): PairingMode {
  if (pairsBy === 'name-and-order') return 'name';
  return pairsBy === 'id-else-order' && hasCallsWithoutIds ? 'order' : 'id';
}

/** Every id that a call or result of the conversation carries; entries that are no messages are none. */
function carriedIds(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (!isRead(message)) continue;
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

export function kept(id: string, reuses: Call | undefined): CallOutcome {
  return { kind: 'kept', answer: undefined, id, reuses, isTail: false, isExplained: false };
}

interface ResultDrop {
  readonly rule: 'unusable-call-id' | 'orphan-result' | 'duplicate-result';
  readonly call?: Call | undefined;
  readonly kept?: Result;
  readonly isExplained: boolean;
}

export function dropResult(walk: Walk, result: Result, { rule, call, kept: other, isExplained }: ResultDrop): void {
  walk.results.set(result, { kind: 'dropped', rule, call, kept: other, isExplained });
  walk.drops.push({ kind: 'result', rule, of: result });
  loseResult(walk, result, rule);
}

/** Whether something is about to answer a call that is open as the list stands. */
export function willBeAnswered({ options: { answered } }: Walk, call: Call): boolean {
  return answered?.has(call.id.text) === true && !call.message.mayStayOpen && !needsNoResult(call);
}

export function loseCall(walk: Walk, call: Call, rule: DropRule): void {
  walk.drops.push({ kind: 'call', rule, of: call });
  const remains = remainsOf(walk, call.message);
  remains.calls--;
  remains.lostCall = rule;
}

export function loseResult(walk: Walk, result: Result, rule: DropRule): void {
  const remains = remainsOf(walk, result.message);
  remains.results--;
  remains.lostResult = rule;
}

/** A message that lost its calls or results and has nothing else to say goes too; one drop for itself, whatever it lost. */
export function settle(walk: Walk, message: Message): void {
  const remains = walk.remains.get(message);
  if (remains === undefined || walk.gone.has(message) || remains.calls > 0 || remains.results > 0) return;
  if (walk.traits.instructions.roles.includes(message.role)) return;
  if (message.hasOwnContent || isDroppedEntry(walk, message)) return;
  const isReasoning = message.parts.some((part) => part.kind === 'reasoning');
  const rule = remains.lostCall ?? (isReasoning ? undefined : remains.lostResult);
  if (rule === undefined) return;
  if (walk.options.keepsEmptied && walk.traits.results === 'blocks' && message.role === 'user') return;
  walk.gone.set(message, rule);
  walk.drops.push({ kind: 'turn', rule, of: message });
}

/** An entry that is one call or result goes with it and is counted once. */
export function isDroppedEntry(walk: Walk, message: Message): boolean {
  const result = message.results[0];
  if (result !== undefined && result.node === message.node) return walk.results.get(result)?.kind === 'dropped';
  const call = message.calls[0];
  return call !== undefined && call.node === message.node && walk.calls.get(call)?.kind === 'dropped';
}

export function remainsOf(walk: Walk, message: Message): Remains {
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

export function keptOf(walk: Walk, walked: readonly Message[]): readonly Message[] {
  // Nothing was dropped in most conversations.
  if (walk.drops.length === 0) return walked;
  if (walk.options.seesDropped) {
    return walked.filter((message) => !walk.gone.has(message) || walk.remains.get(message)?.lostCall === undefined);
  }
  return withoutDropped(walk, walked);
}

export function withoutDropped(walk: Walk, walked: readonly Message[]): readonly Message[] {
  return walked.filter((message) => !walk.gone.has(message) && !isDroppedEntry(walk, message));
}
