import { plainDialect } from '../dialects/index';
import type { JsonNode } from '../json/node';
import { type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { fieldOf } from '../model/edits/lifting';
import type { Conversation, Dialect } from '../model/types';
import { placeBehindExchange } from './openCalls';
import { messageShape } from './shape';
import type { TextMessage } from './textToMessage';

/**
 * Puts a message into the conversation at an offset: behind the exchange that the offset is in, or between the two entries that it
 * is between; a result behind the call that it answers. Undefined when no conversation with a list is there; the host then opens a new transcript.
 */
export function insertMessage(
  conversations: readonly Conversation[],
  offset: number,
  message: TextMessage,
): Rewrite | undefined {
  const conversation = conversationAt(conversations, offset);
  if (conversation?.dialect.edit === undefined) return undefined;
  const rewrite: Rewrite = new Map();
  const field = message.role === 'system' ? fieldOf(conversation) : undefined;
  if (field !== undefined) {
    field.add(rewrite, field.body, [message.content]);
    return rewrite;
  }
  const { list } = conversation;
  const wanted = isInside(list, offset) ? countBefore(list, offset) : list.size;
  const answers = message.role === 'tool' ? message.tool_call_id : undefined;
  const index = placeBehindExchange(conversation, wanted, answers);
  const items = [value(messageShape(message, conversation.dialect))];
  rewrite.set(list, { kind: 'splice', remove: [], insert: [{ index, items }] });
  return rewrite;
}

/** The text of a new document that holds the message alone. */
export function newTranscript(message: TextMessage, dialect: Dialect = plainDialect): string {
  const { instructions, lists } = dialect;
  const { field } = editOf(dialect);
  const list = lists[0].key;
  const body =
    field !== undefined && instructions.field !== undefined && message.role === 'system'
      ? { [instructions.field]: field.fresh(message.content), [list]: [] }
      : { [list]: [messageShape(message, dialect)] };
  return `${JSON.stringify(body, undefined, 2)}\n`;
}

/** The innermost conversation whose list the offset is in, else the innermost whose body it is in. */
export function conversationAt(conversations: readonly Conversation[], offset: number): Conversation | undefined {
  const lists = conversations.filter(({ list }) => list.kind === 'array');
  return innermost(lists, ({ list }) => list, offset) ?? innermost(lists, ({ body, list }) => body ?? list, offset);
}

function innermost(
  conversations: readonly Conversation[],
  extent: (conversation: Conversation) => JsonNode,
  offset: number,
): Conversation | undefined {
  const around = conversations.filter((conversation) => isInside(extent(conversation), offset));
  const size = (conversation: Conversation) => extent(conversation).end - extent(conversation).start;
  return around.reduce<Conversation | undefined>(
    (best, each) => (best === undefined || size(each) < size(best) ? each : best),
    undefined,
  );
}

function isInside(node: JsonNode, offset: number): boolean {
  return node.start <= offset && offset <= node.end;
}

function countBefore(list: JsonNode, offset: number): number {
  const behind = list.items().findIndex((item) => item.start >= offset);
  return behind < 0 ? list.size : behind;
}
