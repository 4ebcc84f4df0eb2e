import type { DialectTraits, Message } from '../types';
import { explainOpenCalls } from './explain';
import type { Outcomes } from './findRuns';
import { dropSurplus, explainSurplus } from './inOrder';
import type { Pairing, PairingOptions } from './pairing';
import { dropReasoning } from './reasoning';
import { keepRuns } from './runs';
import { turnNumbers } from './turns';
import { keptOf, startWalk, type Walk, withoutDropped } from './walk';
import { walkByName } from './walkByName';
import { walkMessage } from './walkMessage';
import { walkOrder } from './walkOrder';

/** Walks the list once, oldest first, and decides the outcome of each call and result (docs/design/pairing.md, "The repair pass"). */
export function pairMessages(messages: readonly Message[], traits: DialectTraits, options: PairingOptions): Pairing {
  const walked = walkOrder(messages, traits, options);
  const turns = turnNumbers(walked, traits);
  const walk = startWalk(messages, walked, turns, traits, options);
  if (walk.mode === 'name') walkByName(walk, walked, turns);
  else {
    walked.forEach((message, at) => {
      walkMessage(walk, message, turns[at] ?? 0);
    });
  }
  dropReasoning(walk, walked, turns);
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
  for (const call of hasOpen ? explainOpenCalls(pairing, messages, traits, walk.storedResultsTo) : []) {
    const outcome = walk.calls.get(call);
    if (outcome?.kind === 'kept') walk.calls.set(call, { ...outcome, isExplained: true });
  }
  return pairing;
}

/** A result that the stub in front of it alone keeps from its call stands right once that has gone: no fault of its own. */
function explainByStubs(walk: Walk, walked: readonly Message[]): void {
  const { inPlaceOfStubs, traits, options } = walk;
  if (inPlaceOfStubs.length === 0 || traits.adjacency !== 'lead') return;
  const without: Outcomes = { ...walk, calls: new Map(walk.calls), results: new Map(walk.results) };
  for (const result of inPlaceOfStubs) {
    const outcome = without.results.get(result);
    if (outcome?.kind === 'kept') without.results.set(result, { ...outcome, isMisplaced: false });
  }
  keepRuns(withoutDropped(walk, walked), without, traits, { ...options, seesDropped: false });
  for (const result of inPlaceOfStubs) {
    const outcome = walk.results.get(result);
    const after = without.results.get(result);
    if (outcome?.kind === 'kept' && outcome.isMisplaced && after?.kind === 'kept' && !after.isMisplaced)
      walk.results.set(result, { ...outcome, isExplained: true });
  }
}
