import { chat } from '../dialects/chat';
import { messages } from '../dialects/messages';
import { has, type JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { traitsOfKey } from './keys';
import { MESSAGE_LIKE, Sign } from './signature';
import { signElement } from './signElement';

/** Keys of Chat Completions bodies that Messages has not: such a body goes through a gateway, whatever model it names. */
const CHAT_BODY_KEYS = [
  'response_format',
  'frequency_penalty',
  'presence_penalty',
  'max_completion_tokens',
  'stream_options',
  'parallel_tool_calls',
  'functions',
  'logprobs',
  'logit_bias',
  'n',
];

/** Keys of OpenAI Responses bodies around `input`. */
const RESPONSES_BODY_KEYS = [
  'instructions',
  'previous_response_id',
  'max_output_tokens',
  'reasoning',
  'truncation',
  'include',
  'store',
  'background',
];

/** Beside an empty list these say that a request was meant, not a chat that has not begun. */
const REQUEST_KEYS = ['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'anthropic_version', 'stream'];

/** Tools of one body are declared alike; an object may hold many lists, and each of them asks. */
const MAX_TOOLS = 16;

/** The dialect that the object around a list of plain messages decides; undefined when it says nothing. */
export function bodyDialect(body: JsonNode): Dialect | undefined {
  if (has(body, 'anthropic_version')) return messages;
  const tools = toolDialect(body.get('tools'));
  if (tools !== undefined) return tools;
  if (CHAT_BODY_KEYS.some((key) => has(body, key))) return chat;
  if (!has(body, 'max_tokens')) return undefined;
  const system = body.get('system');
  if (system?.kind === 'string' || system?.kind === 'array') return messages;
  if (body.get('thinking')?.kind === 'object') return messages;
  // `anthropic/claude-…` is a gateway's name for it, and gateways speak Chat Completions.
  return modelOf(body).startsWith('claude-') ? messages : undefined;
}

/** A body that names a model and holds `messages`: whatever stands in the list was meant as messages. */
export function isRequestBody(body: JsonNode): boolean {
  return modelOf(body) !== '' || REQUEST_KEYS.some((key) => has(body, key));
}

/** `input` is Responses' list and also what eval sets and traces call theirs. */
export function isResponsesBody(body: JsonNode): boolean {
  if (has(body, 'messages')) return false;
  if (RESPONSES_BODY_KEYS.some((key) => has(body, key))) return true;
  if (modelOf(body) === '' || has(body, 'output') || has(body, 'target')) return false;
  return !body.properties().some(({ name }) => traitsOfKey(name).isAssertion);
}

/** A message outside a list, and the child indexes that lead to it from the body. */
export interface LoneMessage {
  readonly node: JsonNode;
  readonly path: readonly number[];
}

/** The messages that a recorded answer holds: `choices[].message` of Chat Completions, `message` of Ollama. */
export function loneMessages(body: JsonNode): readonly LoneMessage[] {
  const choices = body.get('choices');
  if (choices?.kind === 'array') {
    const at = childIndex(body, choices);
    return choices.items().flatMap((choice, i) => {
      const node = choiceMessage(body, choice);
      return node === undefined ? [] : { node, path: [at, i, childIndex(choice, node)] };
    });
  }
  const message = body.get('message');
  const isOllama = message !== undefined && body.get('done')?.kind === 'boolean' && modelOf(body) !== '';
  return isOllama && isAnswer(message) ? [{ node: message, path: [childIndex(body, message)] }] : [];
}

/** A recorded answer of Messages is itself the message. */
export function isMessagesResponse(node: JsonNode): boolean {
  const type = node.get('type');
  if (type?.kind !== 'string' || type.text() !== 'message') return false;
  if (node.get('content')?.kind !== 'array' || !has(node, 'stop_reason')) return false;
  return isAnswer(node);
}

function choiceMessage(body: JsonNode, choice: JsonNode): JsonNode | undefined {
  const message = choice.get('message');
  if (message === undefined || !isAnswer(message)) return undefined;
  // Eval logs keep their own record of a choice (`message`, `stop_reason`) beside the messages that it became.
  const isWire = has(choice, 'finish_reason') || has(choice, 'index') || textOf(body, 'object').startsWith('chat.');
  return isWire ? message : undefined;
}

/** An assistant message of ours; a stream chunk or a usage row has the role without the content. */
function isAnswer(message: JsonNode): boolean {
  const sign = signElement(message);
  return (
    (sign & Sign.assistant) !== 0 && (sign & MESSAGE_LIKE) !== 0 && (sign & (Sign.foreign | Sign.oddContent)) === 0
  );
}

/** `input_schema` is Messages', `function` Chat Completions'. */
function toolDialect(tools: JsonNode | undefined): Dialect | undefined {
  if (tools?.kind !== 'array') return undefined;
  for (const tool of tools.items().slice(0, MAX_TOOLS)) {
    if (has(tool, 'input_schema')) return messages;
    if (tool.get('function')?.kind === 'object') return chat;
  }
  return undefined;
}

function childIndex(parent: JsonNode, child: JsonNode): number {
  return parent.properties().findIndex(({ value }) => value === child);
}

function modelOf(body: JsonNode): string {
  return textOf(body, 'model');
}

function textOf(body: JsonNode, key: string): string {
  const node = body.get(key);
  return node?.kind === 'string' ? node.text() : '';
}
