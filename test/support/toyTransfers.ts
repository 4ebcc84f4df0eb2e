import { ReadPairs } from '../../server/src/core/dialects/shared/transfer/readPairs';
import type { ReadingOf, TransferReader } from '../../server/src/core/dialects/shared/transfer/readTypes';
import { textPart } from '../../server/src/core/dialects/shared/transfer/turns';
import type { Outgoing, TransferWriter } from '../../server/src/core/dialects/shared/transfer/writeTypes';
import type { Destination } from '../../server/src/core/dialects/types';
import { changeProperties, type NewJson, value } from '../../server/src/core/json/rewrite';
import type { Call, Conversation, Message, Result } from '../../server/src/core/model/types';
import type { LossLog } from '../../server/src/core/transfer/lossLog';
import { array, carry, object, words, wordsText } from '../../server/src/core/transfer/newJson';
import type {
  CallPart,
  Content,
  NeutralConversation,
  Part,
  ResultPart,
  Turn,
} from '../../server/src/core/transfer/types';
import { toyItems } from './toyItems';
import { toyNames } from './toyNames';

type Frame = Pick<Turn, 'role' | 'roleText' | 'at'>;

function turnOf({ role, roleText, at }: Frame, parts: readonly Part[]): Turn {
  return { role, roleText, at, form: 'parts', parts, isRaw: false, mayStayOpen: false, isCutOff: false };
}

function neutral(turns: readonly Turn[], pairs: ReadPairs): NeutralConversation {
  return {
    hasInstructionsInPlace: true,
    system: { form: 'none', parts: [], at: undefined },
    turns,
    parameters: { consumed: [] },
    model: undefined,
    pairing: pairs.of(turns),
  };
}

function readPart(part: Message['parts'][number], pairs: ReadPairs): Part[] {
  if (part.kind === 'call') return [readCall(part, pairs)];
  if (part.kind === 'result') return [readResult(part, pairs)];
  return part.kind === 'text' && part.textNode !== undefined ? [textPart(part.node, part.textNode)] : [];
}

function readCall(call: Call, pairs: ReadPairs): CallPart {
  const { node: at, id, nameNode: name, argumentsNode: input } = call;
  const read: CallPart = {
    kind: 'call',
    at,
    id,
    name,
    input: input === undefined ? { kind: 'absent' } : { kind: 'json', node: input },
  };
  pairs.addCall(call, read);
  return read;
}

function readResult(result: Result, pairs: ReadPairs): Part {
  const { node: at, id, contentNode } = result;
  const content: Content = { form: 'text', parts: [textPart(at, contentNode)] };
  if (!pairs.isUsable(result)) return textPart(at, contentNode);
  const read: ResultPart = { kind: 'result', at, id, content, error: undefined };
  pairs.addResult(result, read);
  return read;
}

function gives({ content }: ResultPart): string {
  return content.parts.map((part) => (part.kind === 'text' ? wordsText(part.text) : '')).join('');
}

const NOT_IN_PLACE = { isSigned: false, required: () => [], giveToUser: () => undefined };

const names: { reader: TransferReader; writer: TransferWriter } = {
  reader: {
    parameterNames: [],
    read: (conversation: Conversation, lossLog: LossLog, how: ReadingOf) => {
      const pairs = new ReadPairs(conversation, lossLog, how);
      const turns = conversation.messages.map(({ role, node: at, parts }) =>
        turnOf(
          { role, roleText: role, at },
          parts.flatMap((part) => readPart(part, pairs)),
        ),
      );
      return neutral(turns, pairs);
    },
  },
  writer: {
    ...NOT_IN_PLACE,
    setInput: (rewrite, { at }, input) => changeProperties(rewrite, at, { set: [['with', input]] }),
    write: (outgoing) => {
      const entries: { who: string; bits: NewJson[]; isRun: boolean }[] = [];
      for (const { role, parts } of outgoing.turns) {
        const who = role === 'assistant' ? 'machine' : 'person';
        const isRun = parts.every(({ kind }) => kind === 'result');
        const before = entries.at(-1);
        const bits = parts.flatMap((part) => nameBit(part, outgoing));
        // All results of a turn stand in the next one.
        if (isRun && before?.isRun === true) before.bits.push(...bits);
        else entries.push({ who, bits, isRun });
      }
      const made = entries.map(({ who, bits }) =>
        object([
          ['who', value(who)],
          ['bits', array(bits)],
        ]),
      );
      return { entries: made, field: undefined };
    },
  },
};

function nameBit(part: Part, { ids, inputs, pairing }: Outgoing): NewJson[] {
  const ref = ids.get(part);
  if (part.kind === 'text') return [object([['says', words(part.text)]])];
  if (part.kind === 'call') {
    const call = object([
      ['ref', ref === undefined ? undefined : value(ref)],
      ['tool', part.name && carry(part.name)],
      ['with', inputs.get(part) ?? (part.input.kind === 'absent' ? undefined : carry(part.input.node))],
    ]);
    return [object([['call', call]])];
  }
  if (part.kind !== 'result') return [];
  const name = pairing.callOf.get(part)?.name;
  const result = object([
    ['ref', ref === undefined ? undefined : value(ref)],
    ['tool', name && carry(name)],
    ['gives', value(gives(part))],
  ]);
  return [object([['result', result]])];
}

const items: { reader: TransferReader; writer: TransferWriter } = {
  reader: {
    parameterNames: [],
    read: (conversation: Conversation, lossLog: LossLog, how: ReadingOf) => {
      const pairs = new ReadPairs(conversation, lossLog, how);
      const turns: { frame: Frame; parts: Part[] }[] = [];
      for (const message of conversation.messages) {
        const { role, node: at, parts } = message;
        const read = parts.flatMap((part) => readPart(part, pairs));
        const before = turns.at(-1);
        // The entries of one side are one turn; a result is one of its own.
        if (role === 'assistant' && before?.frame.role === 'assistant') before.parts.push(...read);
        else turns.push({ frame: { role, roleText: role, at }, parts: read });
      }
      const whole = turns.map(({ frame, parts }) => turnOf(frame, parts));
      return neutral(whole, pairs);
    },
  },
  writer: {
    ...NOT_IN_PLACE,
    setInput: (rewrite, { at }, input) => changeProperties(rewrite, at, { set: [['with', input]] }),
    write: (outgoing) => ({
      entries: outgoing.turns.flatMap((turn) => turn.parts.flatMap((part) => itemOf(part, turn, outgoing))),
      field: undefined,
    }),
  },
};

function itemOf(part: Part, { roleText }: Turn, { ids, inputs }: Outgoing): NewJson[] {
  const ref = ids.get(part);
  if (part.kind === 'text')
    return [
      object([
        ['who', value(roleText)],
        ['says', words(part.text)],
      ]),
    ];
  if (part.kind === 'call')
    return [
      object([
        ['is', value('call')],
        ['ref', ref === undefined ? undefined : value(ref)],
        ['tool', part.name && carry(part.name)],
        ['with', inputs.get(part) ?? (part.input.kind === 'absent' ? undefined : carry(part.input.node))],
      ]),
    ];
  if (part.kind !== 'result') return [];
  return [
    object([
      ['is', value('result')],
      ['ref', ref === undefined ? undefined : value(ref)],
      ['gives', value(gives(part))],
    ]),
  ];
}

/** `toyNames` and `toyItems`, read and written by conversions. */
export const namesToConvert: Destination = { ...toyNames, transfer: names };
export const itemsToConvert: Destination = { ...toyItems, transfer: items };
