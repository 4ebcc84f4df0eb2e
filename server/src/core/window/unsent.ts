import { hasPayload } from '../dialects/shared/entry';
import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { isEmptyText } from '../json/textOf';
import { editOf } from '../model/edits/dialectEdit';
import { addSplice } from '../model/edits/dropping';
import { pairingOf } from '../model/pairing/asSent';
import type { Call, Conversation, Dialect, Message } from '../model/types';
import type { UnsentDrop } from './types';

/** Keys that apps set on messages which stay in their store and are not sent (docs/design/windows.md, "What is not sent"). */
export const DELETED_KEYS: readonly string[] = [
  'deleted',
  'isDeleted',
  'is_deleted',
  'hidden',
  'deletedAt',
  'deleted_at',
];

/**
 * The first step of `prepare`: entries that say nothing or are marked as deleted go, and the call of a deleted result goes with
 * it. Results of deleted calls are for repair.
 */
export function dropUnsent(
  conversation: Conversation,
  keys: readonly string[] = DELETED_KEYS,
): { readonly rewrite: Rewrite; readonly dropped: readonly UnsentDrop[] } {
  if (conversation.dialect.edit === undefined) return { rewrite: new Map(), dropped: [] };
  const deleted = new Set<Message>();
  const dropped = conversation.messages.flatMap((message): UnsentDrop[] => {
    if (!isDeleted(message.node, keys)) return isEmpty(message) ? [{ node: message.node, why: 'empty' }] : [];
    deleted.add(message);
    return [{ node: message.node, why: 'deleted' }];
  });
  const remove = dropped.map(({ node }) => node);
  const rewrite: Rewrite =
    remove.length === 0 ? new Map() : new Map([[conversation.list, { kind: 'splice', remove, insert: [] }]]);
  const calls = callsOfDeleted(conversation, deleted);
  for (const [message, gone] of calls) takeOut(rewrite, conversation.dialect, message, gone);
  const partners = [...calls.values()].flat().map((call): UnsentDrop => ({ node: call.node, why: 'partner' }));
  return { rewrite, dropped: [...dropped, ...partners] };
}

/** No text, no calls, no other payload. A result is never empty: its call needs it. */
function isEmpty(message: Message): boolean {
  const { shape, node, contentNode, parts } = message;
  if (shape !== 'message' || message.hasUnreadableCalls || hasPayload(node)) return false;
  if (parts.length === 0) return contentNode?.kind === 'array' ? contentNode.size === 0 : isEmptyText(contentNode);
  return parts.every((part) => part.kind === 'text' && part.textNode?.kind === 'string' && part.textNode.text() === '');
}

/** Calls that stay while their result is deleted, by message. */
function callsOfDeleted(conversation: Conversation, deleted: ReadonlySet<Message>): Map<Message, Call[]> {
  const found = new Map<Message, Call[]>();
  if (![...deleted].some(({ results }) => results.length > 0)) return found;
  for (const [result, outcome] of pairingOf(conversation).results) {
    if (outcome.kind !== 'kept' || !deleted.has(result.message) || deleted.has(outcome.call.message)) continue;
    const { message } = outcome.call;
    const calls = found.get(message);
    if (calls === undefined) found.set(message, [outcome.call]);
    else calls.push(outcome.call);
  }
  return found;
}

function takeOut(rewrite: Rewrite, dialect: Dialect, message: Message, calls: readonly Call[]): void {
  const { callsNode } = message;
  if (callsNode?.kind === 'array' && callsNode.size === calls.length) {
    editOf(dialect).calls?.drop(rewrite, message);
    return;
  }
  const list = calls[0]?.node.parent;
  if (list !== undefined)
    addSplice(
      rewrite,
      list,
      calls.map((call) => call.node),
      [],
    );
}

/** A flag must be true; a time, which such keys are named for, must only be there. */
function isDeleted(entry: JsonNode, keys: readonly string[]): boolean {
  if (entry.kind !== 'object') return false;
  return keys.some((key) => {
    const mark = entry.get(key);
    if (mark === undefined || mark.kind === 'null') return false;
    return /(?:At|_at)$/.test(key) ? true : mark.value() === true;
  });
}
