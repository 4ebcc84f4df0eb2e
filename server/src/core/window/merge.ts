import { changeProperties, type NewJson, node, type Rewrite } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { isSilent } from '../model/edits/pieces';
import type { Conversation, Dialect, Message } from '../model/types';
import { startsWithMarker } from './marker';
import type { MergeRecord } from './types';

/**
 * The third step of `prepare`: neighbours of the same role become one. The first one's fields win, those that it lacks come
 * along. `tool` and `system` rows stay apart, and so does what stands behind the marker of an earlier trimming, unless the
 * target wants roles to alternate.
 */
export function mergeNeighbours(
  conversation: Conversation,
  alternates: boolean,
): { readonly rewrite: Rewrite; readonly merged: readonly MergeRecord[] } {
  if (conversation.dialect.edit === undefined) return { rewrite: new Map(), merged: [] };
  const rewrite: Rewrite = new Map();
  const merged: MergeRecord[] = [];
  for (const group of groupsOf(conversation.messages, alternates)) {
    const [first, ...others] = group;
    if (first === undefined) continue;
    joinInto(rewrite, conversation.dialect, first, others);
    merged.push(...others.map((other) => ({ node: other.node, into: first.node })));
  }
  const remove = merged.map((record) => record.node);
  if (remove.length > 0) rewrite.set(conversation.list, { kind: 'splice', remove, insert: [] });
  return { rewrite, merged };
}

/** Runs of two or more messages that become one. */
function groupsOf(messages: readonly Message[], alternates: boolean): Message[][] {
  const groups: Message[][] = [];
  let group: Message[] = [];
  let ids = new Set<string>();
  const close = () => {
    if (group.length > 1) groups.push(group);
    group = [];
    ids = new Set();
  };
  for (const message of messages) {
    const before = group.at(-1);
    if (before === undefined || !isSameSpeaker(before, message) || hasSeam(before, message, alternates)) close();
    // Two calls of one id in one turn would be a fault that was none before.
    if (message.calls.some(({ id }) => id.text !== '' && ids.has(id.text))) close();
    for (const { id } of message.calls) ids.add(id.text);
    const isOwn = message.shape === 'message' && message.foreign === undefined && message.callsHolder === message.node;
    if (isOwn && !message.hasUnreadableCalls) group.push(message);
    else close();
  }
  close();
  return groups;
}

function isSameSpeaker(before: Message, message: Message): boolean {
  return before.role === message.role && (message.role === 'user' || message.role === 'assistant');
}

function hasSeam(before: Message, message: Message, alternates: boolean): boolean {
  return !alternates && (startsWithMarker(message) || startsWithMarker(before));
}

function joinInto(rewrite: Rewrite, dialect: Dialect, first: Message, others: readonly Message[]): void {
  const edit = editOf(dialect);
  const all = [first, ...others];
  const content = edit.joined(all.map(({ contentNode }) => contentNode));
  if (content !== undefined && others.some(({ contentNode }) => !isSilent(contentNode))) {
    edit.setContent(rewrite, first, content);
  }
  const lists = all.flatMap(({ callsNode }) => (callsNode?.kind === 'array' ? [callsNode] : []));
  if (others.some(({ callsNode }) => callsNode?.kind === 'array' && callsNode.size > 0)) {
    edit.calls?.set(rewrite, first, { kind: 'array', items: lists.flatMap((list) => list.items().map(node)) });
  }
  // A field that is `null` says nothing: APIs write `refusal: null` on every answer.
  const own = first.node.properties().filter(({ value: field }) => field.kind !== 'null');
  const known = new Set<unknown>(own.map(({ name }) => name));
  for (const { contentNode, callsNode } of all) known.add(contentNode?.key).add(callsNode?.key);
  const set: (readonly [string, NewJson])[] = [];
  for (const other of others) {
    for (const { name, value: field } of other.node.properties()) {
      if (known.has(name) || field.kind === 'null') continue;
      known.add(name);
      set.push([name, node(field)]);
    }
  }
  if (set.length > 0) changeProperties(rewrite, first.node, { set });
}
