import type { JsonNode } from '../json/node';
import type { Conversation } from '../model/types';

/** Whether instructions of this conversation stand in a field of its body and not in the list. */
export function hasSystemField(conversation: Conversation): conversation is Conversation & { readonly body: JsonNode } {
  return conversation.body !== undefined && conversation.dialect.instructions.stand === 'field';
}
