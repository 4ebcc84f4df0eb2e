import type { Message, Result } from '../types';
import type { FoundRun, Outcomes } from './findRuns';
import { loseResult, settle, type Walk } from './walk';

/** The k-th result of a run answers its k-th call; what is over, and what stands in no run, answers nothing. */
export function pairInOrder(kept: readonly Message[], found: readonly FoundRun[], outcomes: Outcomes): void {
  const paired = new Set<Result>();
  for (const run of found) {
    const results = run.results.filter(
      (result) => outcomes.results.get(result)?.kind !== 'dropped' && !outcomes.exemptIds.has(result.id.text),
    );
    run.calls.forEach((call, k) => {
      const result = results[k];
      if (result === undefined) return;
      paired.add(result);
      outcomes.results.set(result, {
        kind: 'kept',
        call,
        also: [],
        isMisplaced: false,
        isAway: false,
        by: 'place',
        isExplained: false,
      });
    });
  }
  for (const message of kept) {
    for (const result of message.results) {
      if (paired.has(result) || outcomes.exemptIds.has(result.id.text)) continue;
      if (message.index > outcomes.storedCallsFrom) {
        outcomes.results.set(result, { kind: 'outside' });
        continue;
      }
      outcomes.results.set(result, {
        kind: 'dropped',
        rule: 'orphan-result',
        call: undefined,
        kept: undefined,
        isExplained: false,
      });
    }
  }
}

/** In order mode the runs decide which results are surplus; those go, and the messages they leave empty with them. */
export function dropSurplus(walk: Walk, walked: readonly Message[]): void {
  for (const message of walked) {
    for (const result of message.results) {
      if (walk.results.get(result)?.kind !== 'dropped') continue;
      walk.drops.push({ kind: 'result', rule: 'orphan-result', of: result });
      loseResult(walk, result, 'orphan-result');
    }
    settle(walk, message);
  }
}

/** A surplus result may answer a call in an entry that cannot be read. */
export function explainSurplus(walk: Walk): void {
  for (const message of walk.besideBroken) {
    for (const result of message.results) {
      const outcome = walk.results.get(result);
      if (outcome?.kind === 'dropped') walk.results.set(result, { ...outcome, isExplained: true });
    }
  }
}
