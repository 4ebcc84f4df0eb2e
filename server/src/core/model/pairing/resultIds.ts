import type { Call, PairingId, Result } from '../types';

/** Every id of a result, the first one first. */
export function idsOf(result: Result): readonly PairingId[] {
  return result.also.length === 0 ? [result.id] : [result.id, ...result.also];
}

/** The id by which a call or result is known as `text`. */
export function idFor(part: Call | Result, text: string): PairingId {
  if (part.kind === 'call') return part.id;
  return part.also.find((id) => id.text === text) ?? part.id;
}
