import type { JsonNode } from '../../json/node';
import { isEmptyText } from '../../json/textOf';
import { readPairingId } from '../../model/pairing/pairingId';
import type { Message, Part } from '../../model/types';
import { hasPayload, isTypedParts, readHead } from '../shared/entry';
import { commonFacts, type EntryFacts } from '../shared/entryFacts';
import { MessageRecord } from '../shared/messageRecord';
import { isProviderRun } from '../shared/providerRun';
import { readResultIds } from '../shared/resultIds';
import { resumes } from '../shared/resumed';
import { defineDialect } from '../types';
import { messagesEdit } from './edit';
import { look, pairs } from './look';
import { fromChat } from './transcribe';
import { readMessages } from './transfer/read';
import { writeMessages } from './transfer/write';
import { vocabulary } from './vocabulary';

/** Anthropic Messages: calls and results are blocks of the content, the provider's own tools have blocks of theirs. */
export const messages = defineDialect('messages', {
  name: 'Anthropic Messages',
  title: 'Anthropic Messages',
  detail: 'tool_use and tool_result blocks',
  description: 'Anthropic Messages.',
  shortName: 'Messages',
  defaultTarget: 'anthropic',
  roles: ['user', 'assistant'],
  lists: [{ key: 'messages' }],
  instructions: { roles: ['system'], stand: 'field', settle: 'field', field: 'system', form: 'blocks' },
  turns: 'merged',
  calls: 'parts',
  results: 'blocks',
  roleNames: { user: 'user', assistant: 'assistant', result: 'user' },
  vocabulary,
  adjacency: 'lead',
  pairsBy: 'id-else-order',
  callInput: 'object',
  content: 'text-or-parts',
  isClosed: false,
  reusedIds: 'rename',
  look,
  pairs,
  transcribe: { chat: fromChat },
  transfer: { reader: readMessages, writer: writeMessages, model: 'model' },
  read: readMessage,
  resumes,
  edit: messagesEdit,
});

const facts: EntryFacts = { ...commonFacts, speaks: speaksBeside };

function readMessage(node: JsonNode, index: number, isBroken = false): MessageRecord {
  const message = new MessageRecord(node, index, isBroken, readHead(node), node.get('content'), facts);
  const { contentNode } = message;
  if (contentNode?.kind === 'array' && isTypedParts(contentNode)) {
    let calls = 0;
    message.setParts(
      contentNode.items().map((block) => {
        const part = readBlock(message, block, calls);
        if (part.kind === 'call') calls++;
        return part;
      }),
    );
  } else if (contentNode !== undefined && !isEmptyText(contentNode)) {
    message.setParts([{ kind: 'text', message, node: contentNode, textNode: contentNode }]);
  }
  return message;
}

function speaksBeside(message: Message): boolean {
  return hasPayload(message.node) || message.parts.some(speaks);
}

function speaks(part: Part): boolean {
  return part.kind !== 'call' && part.kind !== 'result' && part.kind !== 'reasoning';
}

function readBlock(message: Message, node: JsonNode, callIndex: number): Part {
  const type = node.get('type')?.text() ?? '';
  if (isProviderRun(node)) {
    const isResult = type.endsWith('tool_result');
    const id = readPairingId(node, isResult ? 'tool_use_id' : 'id');
    return { kind: isResult ? 'server-result' : 'server-call', message, node, id };
  }
  switch (type) {
    case 'text':
      return { kind: 'text', message, node, textNode: node.get('text') };
    case 'tool_use':
      return {
        kind: 'call',
        message,
        node,
        index: callIndex,
        id: readPairingId(node, 'id'),
        nameNode: node.get('name'),
        argumentsNode: node.get('input'),
      };
    case 'tool_result':
      return {
        kind: 'result',
        message,
        node,
        ...readResultIds(node, 'tool_use_id'),
        contentNode: node.get('content'),
        nameNode: undefined,
        isUnasked: false,
      };
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return { kind: 'reasoning', message, node };
    case 'image':
    case 'document':
    case 'search_result':
    case 'container_upload':
      return { kind: 'media', message, node };
    default:
      if (type.endsWith('_tool_result'))
        return { kind: 'server-result', message, node, id: readPairingId(node, 'tool_use_id') };
      return { kind: 'unknown', message, node };
  }
}
