import type { Rewrite } from '../json/rewrite';
import { addInstructions, instructionsOf, unliftable } from '../model/edits/instructions';
import type { Conversation, Message } from '../model/types';
import type { LeftRecord, MoveRecord } from './types';

/**
 * Messages keeps its instructions in the body's `system` field: system entries of the list are lifted into it, behind what it
 * holds and after a blank line. In a bare list they stay and are reported (docs/design/normalization.md, "System first"), and
 * so do those with keys that the field has no place for: nothing of a fixture is lost silently.
 */
export function liftSystem(rewrite: Rewrite, conversation: Conversation): { moved: MoveRecord[]; left: LeftRecord[] } {
  const { body } = conversation;
  const moved: MoveRecord[] = [];
  const left: LeftRecord[] = [];
  const lifted: Message[] = [];
  for (const message of conversation.messages) {
    if (message.shape !== 'message' || message.role !== 'system') continue;
    if (body === undefined || unliftable(message).length > 0) {
      left.push({ rule: 'system-role-in-messages', node: message.node });
      continue;
    }
    lifted.push(message);
    moved.push({ kind: 'system', id: undefined, node: message.node });
  }
  if (body !== undefined) addInstructions(rewrite, body, lifted.flatMap(instructionsOf));
  return { moved, left };
}
