import { chatEdit } from '../../server/src/core/dialects/chat/edit';
import { chat } from '../../server/src/core/dialects/chat/index';
import type { EntryHead } from '../../server/src/core/dialects/shared/entry';
import { commonFacts, type EntryFacts } from '../../server/src/core/dialects/shared/entryFacts';
import { MessageRecord } from '../../server/src/core/dialects/shared/messageRecord';
import { defineDialect } from '../../server/src/core/dialects/types';
import type { JsonNode } from '../../server/src/core/json/node';
import { readPairingId } from '../../server/src/core/model/pairing/pairingId';
import { SYNTHETIC_TEXT } from '../../server/src/core/model/stubs';
import type { Message, Part, Role } from '../../server/src/core/model/types';

/**
 * A dialect that nobody speaks, made of all that OpenAI Responses does and none of ours did: entries whose role is implied, calls,
 * results and reasoning as entries of their own, results anywhere behind their call. None of its keys is a key of the wire.
 */
export const toyItems = defineDialect('toy-items', {
  ...chat,
  name: 'Toy items',
  instructions: { ...chat.instructions, stand: 'in-place', settle: 'in-place' },
  turns: 'merged',
  results: 'entries',
  adjacency: 'none',
  pairsBy: 'id-else-order',
  resumes: (body) => body.get('behind')?.kind === 'string',
  read,
  edit: {
    ...chatEdit,
    message: (who, says) => ({ who, says }),
    answer,
    result: (_, ref) => answer(ref, SYNTHETIC_TEXT),
    coercedContent: () => undefined,
  },
});

function answer(ref: string | undefined, gives: string): object {
  return { is: 'result', ...(ref === undefined ? {} : { ref }), gives };
}

const facts: EntryFacts = {
  ...commonFacts,
  speaks: ({ shape, contentNode }) => shape === 'message' && contentNode !== undefined,
  awaits: ({ node }) => (node.get('later')?.value() === true ? 'later' : 'result'),
  namedIds: () => [],
  answerId: (node) => readPairingId(node, 'ref'),
  otherHalves: () => [],
};

const ROLES: Readonly<Record<string, Role>> = {
  call: 'assistant',
  thought: 'assistant',
  hosted: 'assistant',
  permit: 'assistant',
  result: 'tool',
  permitted: 'user',
};

function read(node: JsonNode, index: number, isBroken = false): MessageRecord {
  const kind = node.get('is')?.text();
  const head = kind === undefined ? spoken(node) : implied(ROLES[kind] ?? 'none');
  const message = new MessageRecord(node, index, isBroken, head, node.get('says'), facts);
  message.setParts(kind === undefined ? words(message) : [partOf(message, kind)]);
  return message;
}

function implied(role: Role): EntryHead {
  return { shape: 'item', role, roleText: '', roleNode: undefined };
}

function spoken(node: JsonNode): EntryHead {
  const roleNode = node.get('who');
  const roleText = roleNode?.text() ?? '';
  const role = roleText === 'user' || roleText === 'assistant' || roleText === 'system' ? roleText : 'other';
  return { shape: roleText === '' ? 'no-role' : 'message', role, roleText, roleNode };
}

function words(message: Message): Part[] {
  const { contentNode } = message;
  return contentNode === undefined ? [] : [{ kind: 'text', message, node: contentNode, textNode: contentNode }];
}

function partOf(message: Message, kind: string): Part {
  const { node } = message;
  const id = readPairingId(node, 'ref');
  switch (kind) {
    case 'call':
      return { kind, message, node, index: 0, id, nameNode: node.get('tool'), argumentsNode: node.get('with') };
    case 'result': {
      const nameNode = node.get('tool');
      const isUnasked = nameNode !== undefined;
      return { kind, message, node, id, also: [], contentNode: node.get('gives'), nameNode, isUnasked };
    }
    case 'hosted':
      return { kind: 'server-call', message, node, id };
    case 'permit':
      return { kind: 'approval-request', message, node, id };
    case 'permitted':
      return { kind: 'approval-answer', message, node, id };
    case 'stored':
      return { kind: 'reference', message, node, mayBeResult: node.get('of') === undefined };
    case 'thought':
      return { kind: 'reasoning', message, node };
    case 'setting':
      return { kind, message, node };
    default:
      return { kind: 'unknown', message, node };
  }
}
