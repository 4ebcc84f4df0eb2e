import { pairingOf } from '../../../model/pairing/asSent';
import type { Call, Conversation, Result } from '../../../model/types';

/**
 * Ids for calls that have none, where none has one: `call_1`, `call_2`, …, on each call and on the result that answers it in
 * order. Empty where ids are in use.
 */
export function orderedIdsOf(conversation: Conversation): ReadonlyMap<Call | Result, string> {
  const ids = new Map<Call | Result, string>();
  const { messages } = conversation;
  const pairing = pairingOf(conversation);
  if (pairing.mode !== 'order') return ids;
  for (const { calls } of messages) for (const call of calls) ids.set(call, `call_${ids.size + 1}`);
  for (const [result, outcome] of pairing.results) {
    const id = outcome.kind === 'kept' ? ids.get(outcome.call) : undefined;
    if (id !== undefined) ids.set(result, id);
  }
  return ids;
}

/** Which results have an id that can pair them, their own or one given in order. */
export function usableResults(
  { messages }: Conversation,
  ids: ReadonlyMap<Call | Result, string>,
  keepsZero: boolean,
): (result: Result) => boolean {
  const hasZero = keepsZero && messages.some(({ calls }) => calls.some(({ id }) => id.fault === 'zero'));
  return (result) => {
    const { fault } = result.id;
    return fault === undefined || ids.has(result) || (fault === 'zero' && hasZero);
  };
}
