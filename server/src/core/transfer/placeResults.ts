import type { DialectTraits } from '../model/types';
import type { LossLog } from './lossLog';
import { holdsOnlyResults } from './runs';
import type { CallPart, NeutralPairing, Part, Turn } from './types';

/**
 * The turns with results where the target wants them, so that what pairs in the source pairs there: in front of all else behind the
 * turn of their calls. A source may have them anywhere behind it, or anywhere in the next turn. A result that stood wrong there stays
 * where it is.
 */
export function placeResults(
  turns: readonly Turn[],
  pairing: NeutralPairing,
  from: DialectTraits['adjacency'],
  to: DialectTraits['adjacency'],
  lossLog: LossLog,
): readonly Turn[] {
  if (from === to || to === 'none') return turns;
  if (from === 'none') return resultsBehindCalls(turns, pairing, lossLog);
  return from === 'turn' ? turns.map((turn) => resultsFirst(turn, lossLog)) : turns;
}

/** Each result goes behind the turn of its call, in the order of the results; what stood between goes behind them. */
function resultsBehindCalls(turns: readonly Turn[], { callOf }: NeutralPairing, lossLog: LossLog): readonly Turn[] {
  const callerOf = new Map<CallPart, number>();
  const behind = new Map<number, Turn[]>();
  const moving = new Set<Turn>();
  /** How many exchanges begin behind a turn, less those that end there. */
  const steps = new Int32Array(turns.length + 1);
  for (const [at, turn] of turns.entries()) {
    for (const part of turn.parts) if (part.kind === 'call') callerOf.set(part, at);
    const caller = holdsOnlyResults(turn) ? callerBefore(turn, callOf, callerOf) : undefined;
    if (caller === undefined) continue;
    moving.add(turn);
    const there = behind.get(caller);
    if (there === undefined) behind.set(caller, [turn]);
    else there.push(turn);
    steps[caller + 1] = (steps[caller + 1] ?? 0) + 1;
    steps[at] = (steps[at] ?? 0) - 1;
  }
  if (moving.size === 0) return turns;
  let around = 0;
  for (const [at, turn] of turns.entries()) {
    around += steps[at] ?? 0;
    if (around > 0 && !holdsOnlyResults(turn))
      lossLog.lose(turn.at, 'its place between a call and its results: it goes behind them');
  }
  return turns.flatMap((turn, at) => (moving.has(turn) ? [] : [turn, ...(behind.get(at) ?? [])]));
}

/** The turn with the call that the first result of a turn answers. */
function callerBefore(
  { parts }: Turn,
  callOf: NeutralPairing['callOf'],
  callerOf: ReadonlyMap<CallPart, number>,
): number | undefined {
  const [first] = parts;
  const call = first?.kind === 'result' ? callOf.get(first) : undefined;
  return call === undefined ? undefined : callerOf.get(call);
}

/** What is said in front of results in their turn goes behind them. */
function resultsFirst(turn: Turn, lossLog: LossLog): Turn {
  const isResult = ({ kind }: Part) => kind === 'result';
  const last = turn.parts.map(isResult).lastIndexOf(true);
  const early = turn.parts.slice(0, Math.max(last, 0)).filter((part) => !isResult(part));
  if (early.length === 0 || turn.role === 'assistant') return turn;
  for (const { at } of early) lossLog.lose(at, 'its place in front of a result: it goes behind it');
  const rest = turn.parts.filter((part) => !isResult(part));
  return { ...turn, parts: [...turn.parts.filter(isResult), ...rest] };
}
