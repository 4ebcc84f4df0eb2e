import type { JsonNode } from '../../../json/node';
import type { Call, Result } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import type { CallInput, Content, Part } from '../../../transfer/types';
import { keysOf, plainContent, readToolMessages, type ToolMessageReader } from '../../shared/transfer/readToolMessages';
import type { TransferReader } from '../../shared/transfer/readTypes';
import { REASONING_KEYS, readChatReasoning, readReasoningBlock } from '../../shared/transfer/reasoning';
import { filled, loseOthers, textPart } from '../../shared/transfer/turns';
import { readChatFile, readChatImage } from './media';
import { CHAT_PARAMETERS, readChatBody } from './readBody';

const KEYS = ['role', 'content', 'tool_calls', 'cache_control'];
const SPEAKER_KEYS = [...KEYS, 'refusal', ...REASONING_KEYS];
/** What is read of a message, by its role; anything else is told. */
const MESSAGE_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  assistant: new Set([...SPEAKER_KEYS, 'function_call']),
  tool: new Set([...KEYS, 'tool_call_id', 'name']),
  function: new Set([...SPEAKER_KEYS, 'name']),
};
const OTHER_KEYS: ReadonlySet<string> = new Set(SPEAKER_KEYS);
const CALL_KEYS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'index',
  'function',
  'custom',
  'name',
  'arguments',
  'args',
  'cache_control',
]);
/** What LangChain keeps of an API's message beside the role. */
const HELD_KEYS: ReadonlySet<string> = new Set(['tool_calls']);
const FUNCTION_KEYS: ReadonlySet<string> = new Set(['name', 'arguments']);
const CUSTOM_KEYS: ReadonlySet<string> = new Set(['name', 'input']);
const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'text', 'cache_control']);

/** OpenAI Chat Completions and its relatives. */
export const readChat: TransferReader = {
  read: (conversation, lossLog, how) => readToolMessages(conversation, lossLog, how, reader),
  parameterNames: CHAT_PARAMETERS,
  readBody: readChatBody,
};

const reader: ToolMessageReader = {
  hasInstructionsInPlace: true,
  content: (message, lossLog) => [
    ...readChatReasoning(message.node, lossLog),
    ...readContent(message.contentNode, lossLog).parts,
    ...refusalOf(message.node, lossLog),
  ],
  resultContent: ({ contentNode }: Result, lossLog) => readContent(contentNode, lossLog),
  input: inputOf,
  others: (message, lossLog) => {
    const { node, callsHolder, role } = message;
    const known = keysOf(message, MESSAGE_KEYS[role] ?? OTHER_KEYS);
    const isHeld = callsHolder !== node;
    loseOthers(lossLog, node, isHeld ? new Set([...known, String(callsHolder.key)]) : known, "the message's");
    if (isHeld) loseOthers(lossLog, callsHolder, HELD_KEYS, "the message's");
    const cache = filled(message.node.get('cache_control'));
    if (cache !== undefined && message.results.length === 0) lossLog.lose(cache, 'a cache marker on a whole message');
  },
  callOthers,
};

function readContent(content: JsonNode | undefined, lossLog: LossLog): Content {
  if (content?.kind !== 'array') return plainContent(content);
  return { form: 'parts', parts: content.items().flatMap((part) => readPart(part, lossLog)) };
}

function readPart(part: JsonNode, lossLog: LossLog): Part[] {
  if (part.kind === 'string') return [textPart(part, part)];
  const type = part.get('type')?.text() ?? '';
  switch (type) {
    case 'text':
      loseOthers(lossLog, part, TEXT_KEYS, "the text's");
      return [textPart(part, part.get('text'), filled(part.get('cache_control')))];
    case 'refusal':
      return [{ kind: 'refusal', at: part, text: part.get('refusal') ?? '' }];
    case 'image_url':
      return readChatImage(part, lossLog);
    case 'file':
      return readChatFile(part, lossLog);
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return readReasoningBlock(part);
    default:
      lossLog.lose(
        part,
        type === '' ? 'a part of no known type' : `a part of type ${JSON.stringify(type)} has no equal`,
      );
      return [];
  }
}

function refusalOf(message: JsonNode, lossLog: LossLog): Part[] {
  const refusal = filled(message.get('refusal'));
  if (refusal === undefined) return [];
  if (refusal.kind === 'string') return refusal.text() === '' ? [] : [{ kind: 'refusal', at: refusal, text: refusal }];
  lossLog.lose(refusal, 'a refusal that is no text');
  return [];
}

function inputOf({ node, argumentsNode }: Call): CallInput {
  const input = node.get('custom')?.get('input');
  if (input !== undefined) return { kind: 'free', node: input };
  return argumentsNode === undefined ? { kind: 'absent' } : { kind: 'json', node: argumentsNode };
}

function callOthers({ node }: Call, lossLog: LossLog): void {
  const index = filled(node.get('index'));
  // The place of a call in a stream is its place in the list.
  if (index !== undefined && index.kind !== 'number') lossLog.lose(index, 'the call\'s "index" is no number');
  loseOthers(lossLog, node, CALL_KEYS, "the call's");
  const called = node.get('function');
  if (called?.kind === 'object') loseOthers(lossLog, called, FUNCTION_KEYS, "the call's");
  const custom = node.get('custom');
  if (custom?.kind === 'object') loseOthers(lossLog, custom, CUSTOM_KEYS, "the call's");
}
