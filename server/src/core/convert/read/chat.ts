import type { JsonNode } from '../../json/node';
import type { Call, Result } from '../../model/types';
import type { Ledger } from '../ledger';
import type { CallInput, Content, Part } from '../types';
import { CHAT_PARAMETERS, readChatBody } from './chatBody';
import { readChatFile, readChatImage } from './chatMedia';
import { REASONING_KEYS, readChatReasoning, readReasoningBlock } from './chatReasoning';
import { keysOf, plainContent, readToolMessages, type ToolMessageReader } from './toolMessages';
import { filled, loseOthers, textPart } from './turns';
import type { DialectReader } from './types';

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
export const readChat: DialectReader = {
  id: 'chat',
  read: (conversation, ledger, how) => readToolMessages(conversation, ledger, how, reader),
  parameterNames: CHAT_PARAMETERS,
  readBody: readChatBody,
};

const reader: ToolMessageReader = {
  hasInstructionsInPlace: true,
  content: (message, ledger) => [
    ...readChatReasoning(message.node, ledger),
    ...readContent(message.contentNode, ledger).parts,
    ...refusalOf(message.node, ledger),
  ],
  resultContent: ({ contentNode }: Result, ledger) => readContent(contentNode, ledger),
  input: inputOf,
  others: (message, ledger) => {
    const { node, callsHolder, role } = message;
    const known = keysOf(message, MESSAGE_KEYS[role] ?? OTHER_KEYS);
    const isHeld = callsHolder !== node;
    loseOthers(ledger, node, isHeld ? new Set([...known, String(callsHolder.key)]) : known, "the message's");
    if (isHeld) loseOthers(ledger, callsHolder, HELD_KEYS, "the message's");
    const cache = filled(message.node.get('cache_control'));
    if (cache !== undefined && message.results.length === 0) ledger.lose(cache, 'a cache marker on a whole message');
  },
  callOthers,
};

function readContent(content: JsonNode | undefined, ledger: Ledger): Content {
  if (content?.kind !== 'array') return plainContent(content);
  return { form: 'parts', parts: content.items().flatMap((part) => readPart(part, ledger)) };
}

function readPart(part: JsonNode, ledger: Ledger): Part[] {
  if (part.kind === 'string') return [textPart(part, part)];
  const type = part.get('type')?.text() ?? '';
  switch (type) {
    case 'text':
      loseOthers(ledger, part, TEXT_KEYS, "the text's");
      return [textPart(part, part.get('text'), filled(part.get('cache_control')))];
    case 'refusal':
      return [{ kind: 'refusal', at: part, text: part.get('refusal') ?? '' }];
    case 'image_url':
      return readChatImage(part, ledger);
    case 'file':
      return readChatFile(part, ledger);
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return readReasoningBlock(part);
    default:
      ledger.lose(
        part,
        type === '' ? 'a part of no known type' : `a part of type ${JSON.stringify(type)} has no equal`,
      );
      return [];
  }
}

function refusalOf(message: JsonNode, ledger: Ledger): Part[] {
  const refusal = filled(message.get('refusal'));
  if (refusal === undefined) return [];
  if (refusal.kind === 'string') return refusal.text() === '' ? [] : [{ kind: 'refusal', at: refusal, text: refusal }];
  ledger.lose(refusal, 'a refusal that is no text');
  return [];
}

function inputOf({ node, argumentsNode }: Call): CallInput {
  const input = node.get('custom')?.get('input');
  if (input !== undefined) return { kind: 'free', node: input };
  return argumentsNode === undefined ? { kind: 'absent' } : { kind: 'json', node: argumentsNode };
}

function callOthers({ node }: Call, ledger: Ledger): void {
  const index = filled(node.get('index'));
  // The place of a call in a stream is its place in the list.
  if (index !== undefined && index.kind !== 'number') ledger.lose(index, 'the call\'s "index" is no number');
  loseOthers(ledger, node, CALL_KEYS, "the call's");
  const called = node.get('function');
  if (called?.kind === 'object') loseOthers(ledger, called, FUNCTION_KEYS, "the call's");
  const custom = node.get('custom');
  if (custom?.kind === 'object') loseOthers(ledger, custom, CUSTOM_KEYS, "the call's");
}
