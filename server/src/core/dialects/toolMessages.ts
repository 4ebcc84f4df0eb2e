import type { JsonNode } from '../json/node';
import { readPairingId } from '../model/pairingId';
import type { Call, Message, PairingId, Part, Result } from '../model/types';
import { hasPayload, isCutOff, readHead } from './entry';
import { isProviderRun } from './providerRun';

/** How flat and chat, which share their frame, differ. */
export interface ToolMessageShape {
  readonly callId: (call: JsonNode) => PairingId;
  readonly callName: (call: JsonNode) => JsonNode | undefined;
  readonly callArguments: (call: JsonNode) => JsonNode | undefined;
  readonly contentParts: (message: Message, content: JsonNode) => Part[];
  readonly hasOwnContent: (content: JsonNode | undefined) => boolean;
}

/** Reads an entry of the shapes that keep calls in `tool_calls` and give each result a message of role `tool`. */
export function readToolMessage(node: JsonNode, index: number, shape: ToolMessageShape): Message {
  const head = readHead(node);
  const contentNode = node.get('content');
  const callsNode = node.get('tool_calls');
  const parts: Part[] = [];
  const calls: Call[] = [];
  const results: Result[] = [];
  const message: Message = {
    index,
    node,
    ...head,
    contentNode,
    parts,
    calls,
    results,
    callsNode,
    hasUnreadableCalls: callsNode !== undefined && callsNode.kind !== 'array' && callsNode.kind !== 'null',
    get hasOwnContent() {
      return hasPayload(node) || shape.hasOwnContent(contentNode) || parts.some((part) => part.kind === 'server-call');
    },
    mayStayOpen: callsNode !== undefined && isCutOff(node),
  };
  if (contentNode !== undefined) parts.push(...shape.contentParts(message, contentNode));
  for (const [at, call] of (callsNode?.items() ?? []).entries()) {
    const id = shape.callId(call);
    if (isProviderRun(call)) {
      parts.push({ kind: 'server-call', message, node: call, id });
      continue;
    }
    const read: Call = {
      kind: 'call',
      message,
      node: call,
      index: at,
      id,
      nameNode: shape.callName(call),
      argumentsNode: shape.callArguments(call),
    };
    calls.push(read);
    parts.push(read);
  }
  if (head.role === 'tool' || (head.shape === 'no-role' && node.get('tool_call_id') !== undefined)) {
    const result: Result = { kind: 'result', message, node, id: readPairingId(node, 'tool_call_id'), contentNode };
    results.push(result);
    parts.push(result);
  }
  return message;
}
