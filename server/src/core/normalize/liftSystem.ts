import type { Rewrite } from '../json/rewrite';
import { fieldOf } from '../model/edits/lifting';
import type { PairingOptions } from '../model/pairing/pairing';
import type { Conversation, Message } from '../model/types';
import type { LeftRecord, MoveRecord } from './types';

/** How the list is read while instructions are lifted out of it: a bare list has no field for them. */
export function lifting(conversation: Conversation): Pick<PairingOptions, 'instructions' | 'staysInList'> {
  const field = fieldOf(conversation);
  if (field === undefined) return { instructions: 'in-place' };
  return { instructions: 'lifted', staysInList: (message) => field.unliftable(message).length > 0 };
}

/**
 * Where the body has a member for instructions, entries of the list that give some are lifted into it, behind what it
 * holds and after a blank line. In a bare list they stay and are reported (docs/design/normalization.md, "System first"), and
 * so do those with keys that the field has no place for: nothing of a fixture is lost silently.
 */
export function liftSystem(rewrite: Rewrite, conversation: Conversation): { moved: MoveRecord[]; left: LeftRecord[] } {
  const field = fieldOf(conversation);
  const moved: MoveRecord[] = [];
  const left: LeftRecord[] = [];
  const lifted: Message[] = [];
  for (const message of conversation.messages) {
    if (message.shape !== 'message' || !conversation.dialect.instructions.roles.includes(message.role)) continue;
    if (field === undefined || field.unliftable(message).length > 0) {
      left.push({ rule: 'system-role-in-messages', node: message.node });
      continue;
    }
    lifted.push(message);
    moved.push({ kind: 'system', id: undefined, node: message.node });
  }
  field?.add(rewrite, field.body, lifted.flatMap(field.of));
  return { moved, left };
}
