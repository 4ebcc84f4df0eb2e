import { explainOpenCalls } from './explain';
import { freshIds } from './freshIds';
import type { CallFate, DropRule, Pairing, PairingDrop, PairingOptions, ResultFate } from './pairing';
import { isSameTurn, keepRuns } from './runs';
import { isStub } from './stubs';
import type { DialectTraits } from './traits';
import type { Call, Message, PairingId, Result } from './types';

/** A kept declaration of an id: the newest one owns the results that follow. */
interface Holder {
  readonly call: Call;
  readonly turn: number;
  answer: Result | undefined;
  /** A later call of the same id went, so what it would have got is explained. */
  hasLostReuse: boolean;
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
  readonly fresh: (id: string) => string;
  /** Calls whose id a result follows before a later turn declares the id again. */
  readonly isFollowed: ReadonlySet<Call>;
  /** The first call of each id in the walk, for results that come before it. */
  readonly declares: ReadonlyMap<string, Call>;
  /** An entry that cannot be read may hold any missing half. */
  readonly hasBroken: boolean;
}

/** Walks the list once, oldest first, and decides the fate of each call and result (spec 03, "The repair pass"). */
export function pairMessages(messages: readonly Message[], traits: DialectTraits, options: PairingOptions): Pairing {
  const walked = walkOrder(messages, traits, options);
  const turns = turnNumbers(walked, traits);
  const walk = startWalk(messages, walked, turns, traits, options);
  walked.forEach((message, at) => {
    walkMessage(walk, message, turns[at] ?? 0);
  });
  let left = keepRuns(keptOf(walk, walked), walk, traits, options.keepOpenTail);
  if (walk.mode === 'order') {
    dropSurplus(walk, walked);
    left = keepRuns(keptOf(walk, walked), walk, traits, options.keepOpenTail);
  }
  const pairing: Pairing = {
    mode: walk.mode,
    walked,
    calls: walk.calls,
    results: walk.results,
    gone: walk.gone,
    drops: walk.drops,
    ...left,
  };
  for (const call of explainOpenCalls(pairing, messages)) {
    const fate = walk.calls.get(call);
    if (fate?.kind === 'kept') walk.calls.set(call, { ...fate, isExplained: true });
  }
  return pairing;
}

function keptOf(walk: Walk, walked: readonly Message[]): Message[] {
  return walked.filter((message) => !walk.gone.has(message) && !isDroppedResult(walk, message));
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

function walkOrder(messages: readonly Message[], traits: DialectTraits, options: PairingOptions): Message[] {
  const read = messages.filter((message) => message.shape === 'message');
  if (options.instructions === 'in-place') return read;
  const isInstruction = (message: Message) => traits.instructionRoles.includes(message.role);
  const rest = read.filter((message) => !isInstruction(message));
  return options.instructions === 'lifted' ? rest : [...read.filter(isInstruction), ...rest];
}

/** The number of the turn that each walked message belongs to; neighbours share it where the provider merges them. */
function turnNumbers(walked: readonly Message[], traits: DialectTraits): number[] {
  let turn = -1;
  return walked.map((message, at) => {
    const before = walked[at - 1];
    if (before === undefined || !isSameTurn(before, message, traits)) turn++;
    return turn;
  });
}

function startWalk(
  messages: readonly Message[],
  walked: readonly Message[],
  turns: readonly number[],
  traits: DialectTraits,
  options: PairingOptions,
): Walk {
  const carried = new Set<string>();
  const lostIds = new Set<string>();
  let callCount = 0;
  let hasIds = false;
  for (const message of messages) {
    for (const call of message.calls) {
      carried.add(call.id.text);
      if (message.shape === 'no-role' && call.id.fault === undefined) lostIds.add(call.id.text);
      if (message.shape !== 'message') continue;
      callCount++;
      if (call.id.fault !== 'missing') hasIds = true;
    }
    for (const result of message.results) carried.add(result.id.text);
  }
  const mode = traits.pairsInOrder && callCount > 0 && !hasIds ? 'order' : 'id';
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
    fresh: freshIds(carried),
    ...foresee(walked, turns),
    hasBroken: messages.some((message) => message.shape === 'broken'),
  };
}

/** Looks ahead once for all ids: which calls a result follows in time, and which call declares an id first. */
function foresee(
  walked: readonly Message[],
  turns: readonly number[],
): { isFollowed: Set<Call>; declares: Map<string, Call> } {
  const isFollowed = new Set<Call>();
  const declares = new Map<string, Call>();
  /** For each id, what comes next when walking backwards: a result, or a call of which turn and whether that is followed. */
  const next = new Map<string, { turn: number; isFollowed: boolean }>();
  const RESULT = -1;
  for (let at = walked.length - 1; at >= 0; at--) {
    const message = walked[at];
    if (message === undefined) continue;
    const turn = turns[at] ?? 0;
    if (message.calls.length === 0 && message.results.length === 0) continue;
    for (let i = message.parts.length - 1; i >= 0; i--) {
      const part = message.parts[i];
      if (part === undefined) continue;
      if (part.kind === 'result') next.set(part.id.text, { turn: RESULT, isFollowed: true });
      if (part.kind !== 'call' || message.role !== 'assistant' || part.id.fault !== undefined) continue;
      const then = next.get(part.id.text);
      const followed = then !== undefined && (then.turn === RESULT || then.turn === turn) && then.isFollowed;
      if (followed) isFollowed.add(part);
      next.set(part.id.text, { turn, isFollowed: followed });
      declares.set(part.id.text, part);
    }
  }
  return { isFollowed, declares };
}

function walkMessage(walk: Walk, message: Message, turn: number): void {
  if (message.calls.length === 0 && message.results.length === 0 && !message.hasUnreadableCalls) return;
  for (const part of message.parts) {
    if (part.kind === 'call') walkCall(walk, part, turn);
    else if (part.kind === 'result' && walk.mode === 'id') walkResult(walk, part);
  }
  if (message.hasUnreadableCalls) {
    walk.drops.push({ kind: 'call', rule: 'unusable-call-id', of: message });
    remainsOf(walk, message).lostCall = 'unusable-call-id';
  }
  settle(walk, message);
}

function walkCall(walk: Walk, call: Call, turn: number): void {
  const isOwnRole = call.message.role === 'assistant';
  if (!isOwnRole) return dropCall(walk, call, 'call-on-wrong-role', undefined);
  if (walk.mode === 'order') return keepCall(walk, call, '', undefined);
  if (call.id.fault !== undefined) return dropCall(walk, call, 'unusable-call-id', undefined);
  const id = call.id.text;
  const holder = walk.holders.get(id);
  if (holder === undefined) {
    walk.holders.set(id, { call, turn, answer: undefined, hasLostReuse: false });
    return keepCall(walk, call, id, undefined);
  }
  if (holder.turn === turn) return dropCall(walk, call, 'duplicate-call-id', holder.call);
  const { reusedIds } = walk.options;
  const isClosed = holder.answer !== undefined;
  if (isClosed && (reusedIds === 'allow' || (reusedIds === 'rename' && walk.isFollowed.has(call)))) {
    walk.holders.set(id, { call, turn, answer: undefined, hasLostReuse: false });
    return keepCall(walk, call, reusedIds === 'rename' ? walk.fresh(id) : id, holder.call);
  }
  holder.hasLostReuse = true;
  return dropCall(walk, call, 'reused-call-id', holder.call);
}

function walkResult(walk: Walk, result: Result): void {
  const { id } = result;
  if (id.fault !== undefined) {
    return dropResult(walk, result, {
      kind: 'dropped',
      rule: 'unusable-call-id',
      call: undefined,
      kept: undefined,
      isExplained: walk.lostIds.has(faultKey(id)),
    });
  }
  const holder = walk.holders.get(id.text);
  if (holder === undefined) {
    return dropResult(walk, result, {
      kind: 'dropped',
      rule: 'orphan-result',
      call: walk.declares.get(id.text),
      kept: undefined,
      isExplained: walk.hasBroken || walk.lostIds.has(id.text),
    });
  }
  const first = holder.answer;
  if (first !== undefined && !(isStub(first) && !isStub(result))) {
    return dropResult(walk, result, {
      kind: 'dropped',
      rule: 'duplicate-result',
      call: holder.call,
      kept: first,
      isExplained: holder.hasLostReuse,
    });
  }
  holder.answer = result;
  walk.results.set(result, { kind: 'kept', call: holder.call, isMisplaced: false });
  if (first === undefined) return;
  dropResult(walk, first, {
    kind: 'dropped',
    rule: 'duplicate-result',
    call: holder.call,
    kept: result,
    isExplained: holder.hasLostReuse,
  });
  if (first.message !== result.message) settle(walk, first.message);
}

function keepCall(walk: Walk, call: Call, id: string, reuses: Call | undefined): void {
  walk.calls.set(call, { kind: 'kept', answer: undefined, id, reuses, isTail: false, isExplained: false });
}

function dropCall(
  walk: Walk,
  call: Call,
  rule: 'unusable-call-id' | 'call-on-wrong-role' | 'duplicate-call-id' | 'reused-call-id',
  first: Call | undefined,
): void {
  walk.calls.set(call, { kind: 'dropped', rule, first });
  walk.drops.push({ kind: 'call', rule, of: call });
  if (first === undefined) walk.lostIds.add(call.id.fault === undefined ? call.id.text : faultKey(call.id));
  const remains = remainsOf(walk, call.message);
  remains.calls--;
  remains.lostCall = rule;
}

function dropResult(walk: Walk, result: Result, fate: ResultFate & { kind: 'dropped' }): void {
  walk.results.set(result, fate);
  walk.drops.push({ kind: 'result', rule: fate.rule, of: result });
  loseResult(walk, result, fate.rule);
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
  if (walk.traits.instructionRoles.includes(message.role)) return;
  if (message.hasOwnContent || isDroppedResult(walk, message)) return;
  const isReasoning = message.parts.some((part) => part.kind === 'reasoning');
  const rule = remains.lostCall ?? (isReasoning ? undefined : remains.lostResult);
  if (rule === undefined) return;
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
