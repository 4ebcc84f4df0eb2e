import type { Call, DialectTraits, Message, Result } from '../types';
import { needsNoResult } from './approval';
import { type FoundRun, findRuns, isDropped, type Outcomes } from './findRuns';
import { pairInOrder } from './inOrder';
import type { KeptTurn, PairingOptions, Run } from './pairing';
import { groupTurns } from './turns';

/**
 * Groups what is left into turns, finds the run of each calling turn, and says which results stand there, which have to move
 * there, and which calls stay open. Read once, after the drops and before the moves (docs/design/pairing.md,
 * "The run after a turn").
 */
export function keepRuns(
  kept: readonly Message[],
  outcomes: Outcomes,
  traits: DialectTraits,
  { keepOpenTail, seesDropped }: PairingOptions,
): { turns: KeptTurn[]; runs: Run[] } {
  const turns = groupTurns(kept, traits);
  const found = findRuns(turns, outcomes, traits);
  if (outcomes.mode === 'order') pairInOrder(kept, found, outcomes);
  const runOf = new Map<Call, number>();
  for (const [index, run] of found.entries()) for (const call of run.calls) runOf.set(call, index);
  const standing: Result[][] = found.map(() => []);
  const moved: Result[][] = found.map(() => []);
  const answers = new Map<Call, Result>();
  const isStanding = new Set<Result>();
  for (const [index, run] of found.entries()) {
    for (const result of run.results) {
      const outcome = outcomes.results.get(result);
      if (outcome?.kind !== 'kept' || runOf.get(outcome.call) !== index) continue;
      standing[index]?.push(result);
      isStanding.add(result);
    }
  }
  for (const message of kept) {
    for (const result of message.results) {
      const outcome = outcomes.results.get(result);
      const run = outcome?.kind === 'kept' ? runOf.get(outcome.call) : undefined;
      if (outcome?.kind !== 'kept' || run === undefined) continue;
      answers.set(outcome.call, result);
      for (const other of outcome.also) answers.set(other.call, result);
      if (isStanding.has(result)) continue;
      const isMisplaced = traits.adjacency !== 'none';
      (isMisplaced ? moved : standing)[run]?.push(result);
      outcomes.results.set(result, { ...outcome, isMisplaced, isAway: true });
    }
  }
  const tail = tailRun(turns, found, outcomes, seesDropped);
  const runs = found.map(({ turn, calls, home, behind }, index): Run => {
    const open: Call[] = [];
    const isOpen = (call: Call) => !needsNoResult(call) && call.message.index >= outcomes.storedResultsTo;
    for (const call of calls) {
      const outcome = outcomes.calls.get(call);
      if (outcome?.kind !== 'kept') continue;
      const answer = answers.get(call);
      outcomes.calls.set(call, { ...outcome, answer, isTail: index === tail });
      if (answer === undefined && !(keepOpenTail && index === tail) && isOpen(call)) open.push(call);
    }
    const own = standing[index] ?? [];
    const last = behind ?? own.at(-1)?.message ?? turn.messages.at(-1);
    if (last === undefined) throw new RangeError('a turn has no message');
    return { turn, calls, standing: own, moved: moved[index] ?? [], open, home, behind: last };
  });
  return { turns, runs };
}

/** The last run, if nothing but results of its own calls stands behind its turn. */
function tailRun(
  turns: readonly KeptTurn[],
  found: readonly FoundRun[],
  outcomes: Outcomes,
  seesDropped: boolean,
): number | undefined {
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const own = new Set(last.calls);
  const isForeign = (result: Result) => {
    const outcome = outcomes.results.get(result);
    return outcome?.kind === 'dropped' && !(outcome.call !== undefined && own.has(outcome.call));
  };
  const isOwnResults = (message: Message) => {
    // It stays when its results move, so something does stand behind the turn.
    if (message.role === 'system') return false;
    const left = message.parts.filter((part) => !isDropped(outcomes, part));
    const results = left.filter((part) => part.kind === 'result');
    const isResult = results.some((result) => result.node === message.node);
    // A second result for a call of the turn is one of its results; any other that is to go means that the list went on.
    if (seesDropped && message.results.some(isForeign)) return false;
    return (
      results.length > 0 &&
      (isResult || results.length === left.length) &&
      results.every((result) => {
        const outcome = outcomes.results.get(result);
        return outcome?.kind === 'kept' && own.has(outcome.call);
      })
    );
  };
  for (const turn of turns.slice(last.at + 1)) if (!turn.messages.every(isOwnResults)) return undefined;
  return found.length - 1;
}
