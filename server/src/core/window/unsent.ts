import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Conversation, Message } from '../model/types';
import type { UnsentDrop } from './types';

/** Keys that apps set on messages which stay in their store and are not sent. Spec 05, "The order of steps". */
export const DELETED_KEYS: readonly string[] = [
  'deleted',
  'isDeleted',
  'is_deleted',
  'hidden',
  'deletedAt',
  'deleted_at',
];

/** The first step of `prepare`: entries that say nothing or are marked as deleted go. Their other halves are for repair. */
export function dropUnsent(
  conversation: Conversation,
  keys: readonly string[] = DELETED_KEYS,
): { readonly rewrite: Rewrite; readonly dropped: readonly UnsentDrop[] } {
  const dropped = conversation.messages.flatMap((message): UnsentDrop[] => {
    if (isDeleted(message.node, keys)) return [{ node: message.node, why: 'deleted' }];
    return isEmpty(message) ? [{ node: message.node, why: 'empty' }] : [];
  });
  const remove = dropped.map(({ node }) => node);
  const rewrite: Rewrite =
    remove.length === 0 ? new Map() : new Map([[conversation.list, { kind: 'splice', remove, insert: [] }]]);
  return { rewrite, dropped };
}

/** No text, no calls, no other payload. A result is never empty: its call needs it. */
function isEmpty(message: Message): boolean {
  if (message.shape !== 'message' || message.hasOwnContent || message.hasUnreadableCalls) return false;
  return (
    message.parts.length === 0 || message.parts.every((part) => part.kind === 'text' && part.textNode?.text() === '')
  );
}

/** A flag must be true; a time, which such keys are named for, must only be there. */
function isDeleted(entry: JsonNode, keys: readonly string[]): boolean {
  if (entry.kind !== 'object') return false;
  return keys.some((key) => {
    const mark = entry.get(key);
    if (mark === undefined || mark.kind === 'null') return false;
    return /(?:At|_at)$/.test(key) ? mark.value() !== false : mark.value() === true;
  });
}
