import type { JsonNode } from '../../json/node';
import type { Change, NewJson, Rewrite } from '../../json/rewrite';
import type { Conversation, DialectEdit, Message } from '../types';
import { editOf } from './dialectEdit';
import { addSplice } from './dropping';
import { blocksOf, userMessage } from './placing';

/**
 * What many fixes of a conversation leave together, and none of them can know: messages whose every block is gone go, and new
 * user messages at one place become one.
 */
export function settle(rewrite: Rewrite, conversation: Conversation): void {
  if (rewrite.size === 0 || conversation.dialect.results === 'entries') return;
  const { list, messages } = conversation;
  const change = rewrite.get(list);
  if (list.kind !== 'array' || (change !== undefined && change.kind !== 'splice')) return;
  const going = new Set(change?.remove);
  const emptied = messages.filter((message) => !going.has(message.node) && isEmptied(rewrite, message));
  if (emptied.length > 0) {
    addSplice(
      rewrite,
      list,
      emptied.map((message) => message.node),
      [],
    );
  }
  joinNewTurns(rewrite, list, editOf(conversation.dialect));
}

/** A system message stays: nothing that it may hold is moved out of it for good. */
function isEmptied(rewrite: Rewrite, { node, role, contentNode }: Message): boolean {
  if (contentNode === undefined || role === 'system' || rewrite.has(node)) return false;
  const change = rewrite.get(contentNode);
  if (change?.kind !== 'splice' || contentNode.size === 0) return false;
  return change.insert.length === 0 && new Set(change.remove).size === contentNode.size;
}

type Insertion = Extract<Change, { kind: 'splice' }>['insert'][number];

function joinNewTurns(rewrite: Rewrite, list: JsonNode, edit: DialectEdit): void {
  const change = rewrite.get(list);
  if (change?.kind !== 'splice' || change.insert.length < 2) return;
  const places = new Map<number, NewJson[][]>();
  for (const { index, items } of change.insert) {
    const place = places.get(index);
    if (place === undefined) places.set(index, [[...items]]);
    else place.push([...items]);
  }
  const insert = [...places].map(([index, items]): Insertion => ({ index, items: joined(items.flat(), edit) }));
  rewrite.set(list, { ...change, insert });
}

function joined(items: readonly NewJson[], edit: DialectEdit): NewJson[] {
  const out: NewJson[] = [];
  let blocks: NewJson[] = [];
  const close = (): void => {
    if (blocks.length > 0) out.push(userMessage(edit, blocks));
    blocks = [];
  };
  for (const item of items) {
    const own = blocksOf(item);
    if (own !== undefined) {
      for (const block of own) blocks.push(block);
      continue;
    }
    close();
    out.push(item);
  }
  close();
  return out;
}
