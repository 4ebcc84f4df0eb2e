import type { Call, PairingId, Result } from '../types';
import type { Pairing } from './pairing';

/**
 * The call that a result answers under one of its ids, also where it is one too many or stands in front of it; undefined where it
 * has none, and where another fault explains what became of it: pairing does not tell whose it was meant to be.
 */
export function answeredCall(pairing: Pairing, result: Result, id: PairingId): Call | undefined {
  const outcome = pairing.results.get(result);
  if (outcome === undefined || outcome.kind === 'outside' || outcome.isExplained) return undefined;
  if (pairing.mode !== 'id') return outcome.call;
  const also = outcome.kind === 'kept' ? outcome.also : NO_OTHERS;
  return [outcome, ...also].map(({ call }) => call).find((call) => call?.id.text === id.text);
}

const NO_OTHERS: readonly never[] = [];
