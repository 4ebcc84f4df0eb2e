import type { JsonNode } from '../json/node';
import type { Conversation } from '../model/types';

/** Whether a list is the one that its body sends: what stands beside it is the body of a request then. */
export function isRequest(conversation: Conversation): conversation is Conversation & { readonly body: JsonNode } {
  const { body, dialect, list } = conversation;
  return body !== undefined && dialect.lists.some(({ key }) => key === list.key);
}
