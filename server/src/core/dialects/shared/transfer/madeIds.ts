import { freshIds } from '../../../model/edits/freshIds';
import type { Pairing } from '../../../model/pairing/pairing';
import { usable } from '../../../model/pairing/pairingId';
import type { Call, Conversation } from '../../../model/types';

/**
 * Ids for calls that pair without one: `call_1`, `call_2`, … by their place among all calls. Where names pair, an id may be declared
 * again while it is open, or stand twice in a turn, and then it counts for none of that turn: a call whose id would get it another's
 * result gets one that is made of it.
 */
export function madeIds(
  { mode, calls: outcomes, results }: Pairing,
  { messages }: Conversation,
): ReadonlyMap<Call, string> {
  const made = new Map<Call, string>();
  if (mode === 'id') return made;
  /** Ids of results that have no call by them. */
  const astray = new Set<string>();
  for (const message of messages)
    for (const result of message.results) if (results.get(result)?.kind !== 'kept') astray.add(usable(result.id));
  const taken = new Set(astray);
  for (const { calls } of messages) for (const call of calls) taken.add(usable(call.id));
  const fresh = freshIds(() => taken);
  /** The newest call that goes out with an id, until it is answered. */
  const open = new Map<string, Call>();
  let place = 0;
  for (const { calls, results: answers } of messages) {
    const ids = calls.map(({ id }) => usable(id)).filter((id) => id !== '');
    const isTwice = new Set(ids).size < ids.length;
    for (const call of calls) {
      place++;
      const id = usable(call.id);
      const isKept = outcomes.get(call)?.kind === 'kept';
      if (id === '') made.set(call, fresh(`call_${place}`, 'orItself'));
      else if (isKept && (open.has(id) || (isTwice && astray.has(id)))) made.set(call, fresh(id));
      else open.set(id, call);
    }
    for (const result of answers) {
      const outcome = results.get(result);
      const id = outcome?.kind === 'kept' ? usable(outcome.call.id) : '';
      if (outcome?.kind === 'kept' && open.get(id) === outcome.call) open.delete(id);
    }
  }
  return made;
}
