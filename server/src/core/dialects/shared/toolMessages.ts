import type { JsonNode } from '../../json/node';
import type { Message, PairingId, Part } from '../../model/types';
import { hasPayload, readHead } from './entry';
import type { EntryFacts } from './entryFacts';
import { MessageRecord } from './messageRecord';
import { isProviderRun } from './providerRun';
import { readResultIds } from './resultIds';

/** How flat and chat, which share their frame, differ. */
export interface ToolMessageShape {
  readonly callId: (call: JsonNode) => PairingId;
  readonly callName: (call: JsonNode) => JsonNode | undefined;
  readonly callArguments: (call: JsonNode) => JsonNode | undefined;
  readonly contentParts: (message: Message, content: JsonNode) => Part[];
  readonly facts: EntryFacts;
}

/** Reads an entry of the shapes that keep calls in `tool_calls` and give each result a message of role `tool`. */
export function readToolMessage(
  node: JsonNode,
  index: number,
  isBroken: boolean,
  shape: ToolMessageShape,
): MessageRecord {
  const holder = callsHolder(node);
  const message = new MessageRecord(node, index, isBroken, readHead(node), node.get('content'), shape.facts);
  message.holdCalls(holder.get('tool_calls'), holder);
  const { contentNode, callsNode } = message;
  const parts = contentNode === undefined ? [] : shape.contentParts(message, contentNode);
  if (callsNode?.kind === 'array') {
    for (const [at, call] of callsNode.items().entries()) parts.push(readCall(message, call, at, shape));
  }
  if (message.role === 'tool' || (message.shape === 'no-role' && node.get('tool_call_id') !== undefined)) {
    const { id, also } = readResultIds(node, 'tool_call_id');
    parts.push({ kind: 'result', message, node, id, also, contentNode, nameNode: undefined, isUnasked: false });
  }
  message.setParts(parts);
  return message;
}

/** LangChain keeps an API's calls beside the role in `additional_kwargs`; those on the entry itself go before. */
function callsHolder(node: JsonNode): JsonNode {
  const own = node.get('tool_calls');
  if (own !== undefined && own.kind !== 'null' && !(own.kind === 'array' && own.size === 0)) return node;
  const more = node.get('additional_kwargs');
  const calls = more?.get('tool_calls');
  return more !== undefined && calls?.kind === 'array' && calls.size > 0 ? more : node;
}

function readCall(message: Message, node: JsonNode, index: number, shape: ToolMessageShape): Part {
  const id = shape.callId(node);
  if (isProviderRun(node)) return { kind: 'server-call', message, node, id };
  const nameNode = shape.callName(node);
  return { kind: 'call', message, node, index, id, nameNode, argumentsNode: shape.callArguments(node) };
}

/** A payload, content that is not empty, or a call of the provider. */
export function speaksBeside(message: Message, hasContent: (content: JsonNode | undefined) => boolean): boolean {
  return (
    hasContent(message.contentNode) ||
    hasPayload(message.node) ||
    message.parts.some((part) => part.kind === 'server-call')
  );
}
