import { type Rewrite, value } from '../../json/rewrite';
import type { Pairing } from '../pairing/pairing';
import type { Call, Conversation } from '../types';
import { dropCall } from './dropping';
import type { Deed } from './safety';

interface Offer {
  readonly title: string;
  readonly does: Deed;
  readonly rewrite: Rewrite;
}

/** What can be done about a call on a turn that is not the assistant's: most likely the role is the slip, so that comes first. */
export function offersForMisplacedCall(
  conversation: Conversation,
  pairing: Pairing,
  call: Call,
  removal: string,
): Offer[] {
  const offers: Offer[] = [];
  const { roleNode } = call.message;
  const { assistant } = conversation.dialect.roleNames;
  if (roleNode !== undefined) {
    const rewrite: Rewrite = new Map([[roleNode, { kind: 'replace', with: value(assistant) }]]);
    offers.push({ title: `Make the role "${assistant}"`, does: { kind: 'set-role' }, rewrite });
  }
  const drop = dropCall(conversation, pairing, call);
  if (drop !== undefined) offers.push({ title: removal, does: { kind: 'drop-call', of: call }, rewrite: drop });
  return offers;
}
