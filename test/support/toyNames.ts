import { messages } from '../../server/src/core/dialects/messages/index';
import { commonFacts, type EntryFacts } from '../../server/src/core/dialects/shared/entryFacts';
import { MessageRecord } from '../../server/src/core/dialects/shared/messageRecord';
import { defineDialect } from '../../server/src/core/dialects/types';
import type { JsonNode } from '../../server/src/core/json/node';
import { changeProperties, node, value } from '../../server/src/core/json/rewrite';
import { textOf } from '../../server/src/core/json/textOf';
import { readPairingId } from '../../server/src/core/model/pairing/pairingId';
import { SYNTHETIC_TEXT } from '../../server/src/core/model/stubs';
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
  resumes: () => false,
  read,
  edit: {
    message: (who, says) => ({ who: who === 'assistant' ? 'machine' : 'person', bits: [{ says }] }),
    answer: (ref, gives) => ({ who: 'person', bits: [{ result: { ...(ref === undefined ? {} : { ref }), gives } }] }),
    result: ({ nameNode }, ref) => ({
      result: { tool: nameNode?.text() ?? '', ...(ref === undefined ? {} : { ref }), gives: SYNTHETIC_TEXT },
    }),
    turn: (bits) => ({
      kind: 'object',
      properties: [
        ['who', value('person')],
        ['bits', { kind: 'array', items: bits }],
      ],
    }),
    textPart: (text) => value({ says: typeof text === 'string' ? text : textOf(text) }),
    coercedContent: () => undefined,
    setContent: (rewrite, { node: entry }, content) => changeProperties(rewrite, entry, { set: [['bits', content]] }),
    setName: (rewrite, { node: result }, tool) => {
      const holder = result.get('result');
      if (holder !== undefined) changeProperties(rewrite, holder, { set: [['tool', value(tool)]] });
    },
    joined: (pieces) => {
      const bits = pieces.flatMap((piece) => {
        if (piece === undefined) return [];
        if (typeof piece === 'string') return [value({ says: piece })];
        return ('parts' in piece ? piece.parts : piece.items()).map(node);
      });
      return bits.length === 0 ? undefined : { kind: 'array', items: bits };
    },
    setRole: (rewrite, { node: entry }, who) => changeProperties(rewrite, entry, { set: [['who', value(who)]] }),
  },
});

const facts: EntryFacts = {
  ...commonFacts,
  speaks: ({ parts }) => parts.some(({ kind }) => kind !== 'call' && kind !== 'result'),
  awaits: () => 'result',
  namedIds: () => [],
  answerId: (node) => readPairingId(node, 'ref'),
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
