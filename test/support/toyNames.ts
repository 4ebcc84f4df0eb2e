import { messages } from '../../server/src/core/dialects/messages/index';
import { commonFacts, type EntryFacts } from '../../server/src/core/dialects/shared/entryFacts';
import { MessageRecord } from '../../server/src/core/dialects/shared/messageRecord';
import { defineDialect } from '../../server/src/core/dialects/types';
import type { JsonNode } from '../../server/src/core/json/node';
import { readPairingId } from '../../server/src/core/model/pairing/pairingId';
import type { Message, Part } from '../../server/src/core/model/types';

/**
 * A dialect that nobody speaks, made of what Gemini does and none of ours did: ids are optional and names pair, the results of a turn
 * stand in the next one. None of its keys is a key of the wire.
 */
export const toyNames = defineDialect('toy-names', {
  ...messages,
  name: 'Toy names',
  turns: 'single',
  results: 'blocks',
  adjacency: 'turn',
  pairsBy: 'name-and-order',
  coerceContent: () => undefined,
  resumes: () => false,
  read,
});

const facts: EntryFacts = {
  ...commonFacts,
  speaks: ({ parts }) => parts.some(({ kind }) => kind !== 'call' && kind !== 'result'),
  awaits: () => 'result',
  namedIds: () => [],
  otherHalves: () => [],
};

function read(node: JsonNode, index: number, isBroken = false): MessageRecord {
  const whoNode = node.get('who');
  const isModel = whoNode?.text() === 'machine';
  const head = {
    shape: 'message',
    role: isModel ? 'assistant' : 'user',
    roleText: whoNode?.text() ?? '',
    roleNode: whoNode,
  } as const;
  const message = new MessageRecord(node, index, isBroken, head, node.get('bits'), facts);
  let calls = 0;
  message.setParts(
    (message.contentNode?.items() ?? []).map((bit) =>
      partOf(message, bit, bit.get('call') === undefined ? 0 : calls++),
    ),
  );
  return message;
}

function partOf(message: Message, node: JsonNode, index: number): Part {
  const call = node.get('call');
  if (call !== undefined) {
    const id = readPairingId(call, 'ref');
    return { kind: 'call', message, node, index, id, nameNode: call.get('tool'), argumentsNode: call.get('with') };
  }
  const result = node.get('result');
  if (result !== undefined) {
    const id = readPairingId(result, 'ref');
    const contentNode = result.get('gives');
    const nameNode = result.get('tool');
    return { kind: 'result', message, node, id, also: [], contentNode, nameNode, isUnasked: false };
  }
  return { kind: 'text', message, node, textNode: node.get('says') };
}
