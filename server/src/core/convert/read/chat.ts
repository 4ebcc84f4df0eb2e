import type { JsonNode } from '../../json/node';
import type { Call, Result } from '../../model/types';
import type { Ledger } from '../ledger';
import type { CallInput, Content, Part } from '../types';
import { readChatBody } from './chatBody';
import { readChatFile, readChatImage } from './chatMedia';
import { readChatReasoning, readReasoningBlock } from './chatReasoning';
import { plainContent, readToolMessages, type ToolMessageReader } from './toolMessages';
import { filled, loseOthers, textPart } from './turns';
import type { DialectReader } from './types';

const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['role', 'content', 'tool_calls', 'tool_call_id', 'refusal', 'cache_control', 'function_call'],
  ...['reasoning_content', 'reasoning', 'reasoning_details', 'thinking_blocks'],
]);
const TOOL_MESSAGE_KEYS: ReadonlySet<string> = new Set([...MESSAGE_KEYS, 'name']);
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
const FUNCTION_KEYS: ReadonlySet<string> = new Set(['name', 'arguments']);
const CUSTOM_KEYS: ReadonlySet<string> = new Set(['name', 'input']);
const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'text', 'cache_control']);

/** OpenAI Chat Completions and its relatives. */
export const readChat: DialectReader = {
  id: 'chat',
  read: (conversation, ledger) => readToolMessages(conversation, ledger, { consumed: [] }, reader),
  readBody: readChatBody,
};

const reader: ToolMessageReader = {
  hasInstructionsInPlace: true,
  content: (message, ledger) => [
    ...readChatReasoning(message.node, ledger),
    ...readContent(message.contentNode, ledger).parts,
    ...refusalOf(message.node),
  ],
  resultContent: ({ contentNode }: Result, ledger) => readContent(contentNode, ledger),
  input: inputOf,
  others: (message, ledger) => {
    loseOthers(
      ledger,
      message.node,
      message.role === 'tool' || message.role === 'function' ? TOOL_MESSAGE_KEYS : MESSAGE_KEYS,
      "the message's",
    );
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

function refusalOf(message: JsonNode): Part[] {
  const refusal = message.get('refusal');
  return refusal?.kind === 'string' && refusal.text() !== '' ? [{ kind: 'refusal', at: refusal, text: refusal }] : [];
}

function inputOf({ node, argumentsNode }: Call): CallInput {
  const input = node.get('custom')?.get('input');
  if (input !== undefined) return { kind: 'free', node: input };
  return argumentsNode === undefined ? { kind: 'absent' } : { kind: 'json', node: argumentsNode };
}

function callOthers({ node }: Call, ledger: Ledger): void {
  loseOthers(ledger, node, CALL_KEYS, "the call's");
  const called = node.get('function');
  if (called?.kind === 'object') loseOthers(ledger, called, FUNCTION_KEYS, "the call's");
  const custom = node.get('custom');
  if (custom?.kind === 'object') loseOthers(ledger, custom, CUSTOM_KEYS, "the call's");
}
