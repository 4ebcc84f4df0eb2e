import type { Call } from '../types';

/** States by which stores mark a call that a person has not allowed yet. */
const WAITING: ReadonlySet<string> = new Set([
  'approval-requested',
  'approval_requested',
  'pending-approval',
  'pending_approval',
  'requires_approval',
  'awaiting_approval',
]);

/** A call that waits for a person's approval is exempt from pairing (docs/design/pairing.md, "Calls that need no answer"). */
export function isPendingApproval(call: Call): boolean {
  const state = call.node.get('state') ?? call.node.get('status');
  return state?.kind === 'string' && WAITING.has(state.text());
}
