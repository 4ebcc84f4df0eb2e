import type { Message, Part } from '../types';
import type { Pairing } from './pairing';
import { idsOf } from './resultIds';

/** Places in the list: of a call, and of a result that is lost where the list begins between the two. */
export interface Span {
  readonly call: number;
  readonly result: number;
}

/**
 * What a window may not cut, by the place of the result. Where ids pair, each result and the nearest call of its id in front, whatever
 * the pairing of the whole list makes of the two: in a list that begins behind an earlier call of the id it is another. Calls that the
 * provider runs itself are among them: tools log each block as an entry.
 */
export function* spansOf(messages: readonly Message[], pairing: Pairing): Generator<Span> {
  const lastCall = new Map<string, number>();
  const placeOf = pairing.mode !== 'id' ? new Map(messages.map((message, at) => [message, at])) : undefined;
  for (const [at, { parts }] of messages.entries()) {
    for (const part of parts) {
      for (const id of spanningIds(part)) {
        if (part.kind === 'call' || part.kind === 'server-call' || part.kind === 'approval-request') {
          lastCall.set(id, at);
          continue;
        }
        const call = lastCall.get(id);
        if (call !== undefined) yield { call, result: at };
      }
      const outcome = part.kind === 'result' && placeOf !== undefined ? pairing.results.get(part) : undefined;
      const call = outcome?.kind === 'kept' ? placeOf?.get(outcome.call.message) : undefined;
      if (call !== undefined) yield { call, result: at };
    }
  }
}

const NONE: readonly string[] = [];

/** The ids that bind a part to others, those of the provider's own calls apart. */
function spanningIds(part: Part): readonly string[] {
  const ids = part.kind === 'result' ? idsOf(part) : 'id' in part ? [part.id] : undefined;
  if (ids === undefined) return NONE;
  const isServer = part.kind !== 'call' && part.kind !== 'result';
  return ids.flatMap(({ text }) => (text === '' ? [] : [isServer ? `\u0000${text}` : text]));
}
