import type { JsonNode } from '../json/node';
import { type NewJson, node } from '../json/rewrite';
import type { Pairing } from '../model/pairing/pairing';
import type { Conversation, Message } from '../model/types';

/**
 * Puts the rows that are no messages back where they stood: behind the message in front of them, and what arrives there, or at
 * the top. Messages that move take none of them along.
 */
export function withRecords(items: NewJson[], conversation: Conversation, pairing: Pairing): NewJson[] {
  const { messages } = conversation;
  if (!messages.some(isRecord)) return items;
  const staying = stayingOf(items, conversation, pairing);
  const top: NewJson[] = [];
  const behind = new Map<JsonNode, NewJson[]>();
  let waiting = top;
  for (const message of messages) {
    if (isRecord(message)) waiting.push(node(message.node));
    else if (staying.has(message.node)) {
      waiting = [];
      behind.set(message.node, waiting);
    }
  }
  const all = top;
  let due: readonly NewJson[] = [];
  for (const item of items) {
    const records = item.kind === 'node' ? behind.get(item.node) : undefined;
    if (records !== undefined) {
      for (const record of due) all.push(record);
      due = records;
    }
    all.push(item);
  }
  for (const record of due) all.push(record);
  return all;
}

function isRecord({ shape }: Message): boolean {
  return shape === 'record';
}

/** What is in the list before and after, and has not moved. */
function stayingOf(items: readonly NewJson[], { messages, dialect }: Conversation, pairing: Pairing): Set<JsonNode> {
  const staying = new Set(items.flatMap((item) => (item.kind === 'node' ? [item.node] : [])));
  for (const run of pairing.runs) for (const result of run.moved) staying.delete(result.message.node);
  const { roles, settle } = dialect.instructions;
  let isBehind = false;
  for (const { shape, role, node: entry } of messages) {
    if (shape !== 'message' || settle !== 'front') continue;
    if (!roles.includes(role)) isBehind = true;
    else if (isBehind) staying.delete(entry);
  }
  return staying;
}
