import type { Call } from '../types';

/** A call that waits for a person's approval is exempt from pairing (docs/design/pairing.md, "Calls that need no answer"). */
export function isPendingApproval(call: Call): boolean {
  return call.message.awaits(call) === 'approval';
}

/** A call that may stay open while the list goes on: nothing is missing, and nothing is made up for it. */
export function needsNoResult(call: Call): boolean {
  return call.message.awaits(call) !== 'result';
}
