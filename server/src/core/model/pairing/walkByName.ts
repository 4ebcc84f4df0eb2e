import type { Call, Message, Result } from '../types';
import { type NamedCall, NamedCalls, type NamedResult, nameOf, takesOver } from './namedCalls';
import type { PairedBy } from './pairing';
import { usable } from './pairingId';
import { dropResult, kept, loseCall, settle, type Walk, willBeAnswered } from './walk';

/** What the walk by names knows of the calls that it has passed. */
interface Passed {
  readonly calls: NamedCalls;
  /** The newest kept declaration of each id. */
  readonly declared: Map<string, NamedCall>;
  /** Later declarations of an id whose exchange was closed: they stay if something answers them. */
  readonly reused: { readonly one: NamedCall; readonly first: Call; readonly turn: number }[];
  /** Names of calls that went for a reason of their own: results of these names are consequences. */
  readonly lostNames: Set<string>;
}

/**
 * Pairs turn by turn: the results of the next turn answer the calls of the turn in front of it, by their ids where both have one,
 * else by the name of the tool and in order. What is left looks back for the newest call that waits for it, which may stand in
 * front of it in its own entry. A missing id is no fault, and nothing goes for the want of one.
 */
export function walkByName(walk: Walk, walked: readonly Message[], turns: readonly number[]): void {
  const passed: Passed = { calls: new NamedCalls(), declared: new Map(), reused: [], lostNames: new Set() };
  let before: readonly NamedCall[] = [];
  walked.forEach((message, at) => {
    const results = message.results.filter(({ id }) => !walk.exemptIds.has(usable(id))).map(named);
    const left = message.role === 'assistant' ? results : answerTurn(walk, before, results);
    before = walkParts(walk, passed, message, turns[at] ?? 0, left);
  });
  settleReused(walk, passed);
  if (walk.drops.length > 0) for (const message of walked) settle(walk, message);
}

function named(result: Result): NamedResult {
  return { result, id: usable(result.id), name: nameOf(result) };
}

/** What the results of a turn answer of the turn in front; those that answer nothing there come back. */
function answerTurn(walk: Walk, before: readonly NamedCall[], results: readonly NamedResult[]): readonly NamedResult[] {
  if (before.length === 0 || results.length === 0) return results;
  const calls = new NamedCalls();
  // Those that their own entry answers wait for nothing here.
  let open = 0;
  for (const one of before) {
    calls.add(one);
    if (one.answer === undefined) open++;
  }
  let left = results;
  const pair = (by: PairedBy, callFor: (one: NamedResult) => NamedCall | undefined) => {
    left = left.filter((one) => {
      const call = callFor(one);
      if (call !== undefined) answer(walk, call, one.result, by);
      return call === undefined;
    });
  };
  pair('id', (one) => calls.ofId(one));
  // One with an id can have a call without one only, so it comes first.
  const pairLoosely = (by: PairedBy, callFor: (one: NamedResult) => NamedCall | undefined) => {
    pair(by, (one) => (one.id === '' ? undefined : callFor(one)));
    pair(by, callFor);
  };
  pairLoosely('name', (one) => calls.ofName(one));
  pairLoosely('place', (one) => (calls.has(one.name) ? undefined : calls.anyFor(one)));
  if (results.length === open) pair('name-apart', (one) => calls.ofNameApart(one));
  return left;
}

function answer(walk: Walk, one: NamedCall, result: Result, by: PairedBy): void {
  one.answer = result;
  walk.results.set(result, {
    kind: 'kept',
    call: one.call,
    also: [],
    isMisplaced: false,
    isAway: false,
    by,
    isExplained: false,
  });
}

/** A result that answers nothing in the turn in front of it: it came late, or it is one too many. */
function answerLate(walk: Walk, { calls, lostNames }: Passed, one: NamedResult): void {
  const { result, id, name } = one;
  const open = calls.newestFor(one);
  if (open !== undefined) {
    answer(walk, open, result, id === '' ? 'name' : 'id');
    return;
  }
  const isExplained = walk.besideBroken.has(result.message);
  const taken = calls.lastFor(one);
  const first = taken?.answer;
  if (taken === undefined || first === undefined) {
    if (result.message.index > walk.storedCallsFrom) {
      walk.results.set(result, { kind: 'outside' });
      return;
    }
    const declared = id === '' ? undefined : walk.lookAhead().declares.get(id);
    const call = declared === undefined || walk.calls.has(declared) ? undefined : declared;
    const isLost = walk.lostIds.has(id) || lostNames.has(name);
    dropResult(walk, result, { rule: 'orphan-result', call, isExplained: isExplained || isLost });
  } else if (takesOver(result, first)) {
    answer(walk, taken, result, id === '' ? 'name' : 'id');
    dropResult(walk, first, { rule: 'duplicate-result', call: taken.call, kept: result, isExplained });
  } else {
    dropResult(walk, result, { rule: 'duplicate-result', call: taken.call, kept: first, isExplained });
  }
}

/** Declares the calls of an entry, and looks for those of its results that the turn in front has not: in document order. */
function walkParts(
  walk: Walk,
  passed: Passed,
  message: Message,
  turn: number,
  left: readonly NamedResult[],
): readonly NamedCall[] {
  if (message.calls.length === 0) {
    for (const one of left) answerLate(walk, passed, one);
    return NONE;
  }
  const ids = message.calls.map(({ id }) => usable(id)).filter((id) => id !== '');
  // Nobody can tell which of two is meant, so no id of this turn pairs.
  const isTwice = new Set(ids).size < ids.length;
  const own = new Map<string, Call>();
  const declared: NamedCall[] = [];
  let next = 0;
  for (const part of message.parts) {
    const waiting = left[next];
    if (part.kind === 'call') declareCall(walk, passed, part, turn, isTwice ? own : undefined, declared);
    else if (waiting !== undefined && part === waiting.result) {
      answerLate(walk, passed, waiting);
      next++;
    }
  }
  return declared;
}

/** `twins`: the calls of the turn by their ids, where one id stands twice in it. */
function declareCall(
  walk: Walk,
  passed: Passed,
  call: Call,
  turn: number,
  twins: Map<string, Call> | undefined,
  declared: NamedCall[],
): void {
  const id = usable(call.id);
  const one: NamedCall = { call, id: twins === undefined ? id : '', name: nameOf(call), answer: undefined };
  if (call.message.role !== 'assistant') {
    walk.calls.set(call, { kind: 'dropped', rule: 'call-on-wrong-role', first: undefined });
    if (id !== '') walk.lostIds.add(id);
    passed.lostNames.add(one.name);
    loseCall(walk, call, 'call-on-wrong-role');
  } else if (twins === undefined ? keepOnce(walk, passed, one, turn) : keepTwin(walk, passed, twins, one)) {
    passed.calls.add(one);
    declared.push(one);
  }
}

/** Two calls of one turn have one id. Nothing hangs on it, so nothing goes: the later one gets an id of its own. */
function keepTwin(walk: Walk, { declared }: Passed, own: Map<string, Call>, one: NamedCall): true {
  const { call } = one;
  const id = usable(call.id);
  const first = own.get(id) ?? declared.get(id)?.call;
  const isFree = id === '' || first === undefined || walk.options.reusedIds === 'allow';
  walk.calls.set(call, kept(isFree ? id : walk.fresh(id), first));
  if (id !== '' && !own.has(id)) {
    own.set(id, call);
    if (isFree) declared.set(id, one);
  }
  return true;
}

function keepOnce(walk: Walk, { declared, reused }: Passed, one: NamedCall, turn: number): boolean {
  const { call, id } = one;
  const holder = id === '' ? undefined : declared.get(id);
  if (holder !== undefined) {
    const { reusedIds } = walk.options;
    const isClosed = holder.answer !== undefined || willBeAnswered(walk, holder.call);
    if (!isClosed || reusedIds === 'drop') {
      walk.calls.set(call, { kind: 'dropped', rule: 'reused-call-id', first: holder.call });
      loseCall(walk, call, 'reused-call-id');
      return false;
    }
    if (reusedIds === 'rename') reused.push({ one, first: holder.call, turn });
  }
  walk.calls.set(call, kept(id, holder?.call));
  if (id !== '') declared.set(id, one);
  return true;
}

/** An exchange under an id that was used before keeps its evidence under a fresh one, if it is complete. */
function settleReused(walk: Walk, { reused }: Passed): void {
  const { keepOpenTail } = walk.options;
  for (const { one, first, turn } of reused) {
    if (one.answer !== undefined || (keepOpenTail && turn === walk.tailTurn)) {
      walk.calls.set(one.call, kept(walk.fresh(one.id), first));
    } else {
      walk.calls.set(one.call, { kind: 'dropped', rule: 'reused-call-id', first });
      loseCall(walk, one.call, 'reused-call-id');
    }
  }
}

const NONE: readonly never[] = [];
