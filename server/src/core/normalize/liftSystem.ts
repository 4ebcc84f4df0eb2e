import type { Rewrite } from '../json/rewrite';
import { addInstructions } from '../model/instructions';
import type { Conversation } from '../model/types';
import type { LeftRecord, MoveRecord } from './types';

/**
 * Messages keeps its instructions in the body's `system` field: system entries of the list are lifted into it, behind what it
 * holds and after a blank line. In a bare list they stay and are reported (spec 03, rule 2).
 */
export function liftSystem(rewrite: Rewrite, conversation: Conversation): { moved: MoveRecord[]; left: LeftRecord[] } {
  const entries = conversation.messages.filter((message) => message.shape === 'message' && message.role === 'system');
  const { body } = conversation;
  if (body === undefined) {
    return { moved: [], left: entries.map(({ node: entry }) => ({ rule: 'system-role-in-messages', node: entry })) };
  }
  addInstructions(
    rewrite,
    body,
    entries.flatMap(({ contentNode }) => (contentNode === undefined ? [] : [contentNode])),
  );
  return { moved: entries.map((entry) => ({ kind: 'system', id: undefined, node: entry.node })), left: [] };
}
