import { compactJson } from '../../json/compactJson';
import type { JsonNode } from '../../json/node';
import { nodeOfValue, sourceOf } from '../../json/valueNode';
import { mediaTokens } from './media';

/** What stands around a message: start, role, end of the header, end. OpenAI's published chat format (harmony). */
export const MESSAGE_TOKENS = 4;
/** What a call takes beside its name and arguments, in the same format: header, channel, recipient, constraint, end. */
export const CALL_TOKENS = 10;
/** What a result takes beside its content, in the same format. */
export const RESULT_TOKENS = 8;

/**
 * Tokens of a message, a part, a list of either, instructions or tool declarations, as a provider would see them: texts as they are,
 * calls by name and arguments, images by their size, everything unknown as compact JSON. Ids and what a log adds don't count.
 */
export function estimateValue(value: unknown, countText: (text: string) => number): number {
  let total = 0;
  const jobs: Job[] = [{ node: nodeOfValue(value), depth: 0 }];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const { node, depth } = job;
    const { tokens = 0, texts = [], parts = [] } = isTooDeep(node, depth) ? { texts: [json(node)] } : read(node);
    total += tokens;
    for (const text of texts) if (text !== '') total += countText(text);
    for (const part of parts) if (part !== undefined) jobs.push({ node: part, depth: depth + 1 });
  }
  return total;
}

interface Job {
  readonly node: JsonNode;
  readonly depth: number;
}

/** What a value comes to: tokens of its own, texts to count, and values inside it to read. */
interface Reading {
  readonly tokens?: number;
  readonly texts?: readonly string[];
  readonly parts?: readonly (JsonNode | undefined)[];
}

/** List, message, content, result, content, part: no wire shape goes deeper than ten. */
const DEEPEST = 16;

/** Beyond any wire shape, or a value that contains itself. */
function isTooDeep(node: JsonNode, depth: number): boolean {
  if (node.kind !== 'object' && node.kind !== 'array') return false;
  if (depth > DEEPEST) return true;
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (sourceOf(around) === sourceOf(node)) return true;
  }
  return false;
}

function read(node: JsonNode): Reading {
  switch (node.kind) {
    case 'string':
      return { texts: [node.text()] };
    case 'number':
    case 'boolean':
      return { texts: [node.raw()] };
    case 'array':
      return { parts: node.items() };
    case 'object':
      return readMessage(node) ?? readMedia(node) ?? readCall(node) ?? readResult(node) ?? readText(node) ?? rest(node);
    default:
      return {};
  }
}

function readMessage(node: JsonNode): Reading | undefined {
  // LangChain and session logs keep the message one level down.
  const kept = [node.get('data'), node.get('kwargs'), node.get('message')].find((one) => one?.get('content'));
  const message = kept ?? node;
  const isBare = kept === undefined && textAt(node, 'role') === '' && textAt(node, 'from') === '';
  if (isBare && node.get('parts')?.kind !== 'array') return undefined;
  // What is kept both as text and as parts (AI SDK) is sent once.
  const said = ['parts', 'content', 'text', 'value'].map((key) => message.get(key)).find((one) => one !== undefined);
  // LangChain stores calls in the content and beside it.
  const isStoredTwice = said?.items().some((part) => CALL_TYPES.has(textAt(part, 'type'))) ?? false;
  const calls = isStoredTwice ? [] : ['tool_calls', 'toolCalls', 'function_call'].map((key) => message.get(key));
  const beside = ['name', 'refusal', 'reasoning_content', 'reasoning', 'audio'].map((key) => message.get(key));
  return { tokens: MESSAGE_TOKENS, parts: [said, ...calls, ...beside] };
}

function readMedia(node: JsonNode): Reading | undefined {
  const tokens = mediaTokens(node);
  return tokens === undefined ? undefined : { tokens };
}

const CALL_TYPES: ReadonlySet<string> = new Set([
  ...['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool-call', 'tool_call', 'toolCall', 'toolUse'],
  ...['function_call', 'custom_tool_call', 'mcp_call'],
]);

function readCall(node: JsonNode): Reading | undefined {
  const wrapped = ['function', 'custom', 'functionCall', 'function_call', 'toolUse'].map((key) => node.get(key));
  const call = wrapped.find((one) => one?.kind === 'object') ?? node;
  const input = ['arguments', 'args', 'input', 'rawInput'].map((key) => call.get(key)).find((one) => one !== undefined);
  const name = call.get('name') ?? call.get('toolName') ?? node.get('function');
  const isCall = CALL_TYPES.has(textAt(node, 'type')) || (input !== undefined && name?.kind === 'string');
  if (!isCall) return undefined;
  const written = input?.kind === 'string' ? input.text() : input === undefined ? '' : compactJson(input);
  return { tokens: CALL_TOKENS, texts: [name?.text() ?? '', written] };
}

function readResult(node: JsonNode): Reading | undefined {
  const wrapped = node.get('functionResponse') ?? node.get('function_response') ?? node.get('toolResult');
  const result = wrapped?.kind === 'object' ? wrapped : node;
  if (result === node && !/(?:tool[-_]result|_call_output|toolResult)$/.test(textAt(node, 'type'))) return undefined;
  const said = ['content', 'output', 'result', 'response']
    .map((key) => result.get(key))
    .find((one) => one !== undefined);
  return { tokens: RESULT_TOKENS, texts: [textAt(result, 'name')], parts: [said] };
}

function readText(node: JsonNode): Reading | undefined {
  const type = textAt(node, 'type');
  switch (type) {
    case 'thinking':
      return { texts: [textAt(node, 'thinking')] };
    case 'redacted_thinking':
      return { tokens: Math.ceil(textAt(node, 'data').length / ENCRYPTED_PER_TOKEN) };
    case 'refusal':
      return { texts: [textAt(node, 'refusal')] };
    case 'reasoning':
      return { parts: ['summary', 'content', 'text', 'reasoning'].map((key) => node.get(key)) };
    case 'document':
      return { texts: [textAt(node, 'title'), textAt(node, 'context')], parts: [sourceContent(node)] };
  }
  const spoken = ['text', 'reasoningContent', 'reasoningText', 'json'].map((key) => node.get(key));
  if (spoken.every((one) => one === undefined)) return undefined;
  // Declarations and search results have texts too, but say more than those.
  const isPart = type === '' ? node.size <= MOST_BESIDE_TEXT : /text$/.test(type);
  return isPart ? { parts: spoken } : undefined;
}

/** Characters of an encrypted text for each token in it: base64 is a third longer than what it holds. */
const ENCRYPTED_PER_TOKEN = 16 / 3;

/** `thought`, `thoughtSignature`, `cachePoint`, `annotations`: what may stand beside the text of a part without a type. */
const MOST_BESIDE_TEXT = 4;

function sourceContent(node: JsonNode): JsonNode | undefined {
  const source = node.get('source');
  return source?.get('data') ?? source?.get('content');
}

function rest(node: JsonNode): Reading {
  return { texts: [json(node)] };
}

/** A stretch of base64 longer than this is a payload, not a word or an id. */
const SHORTEST_PAYLOAD = 256;

/** Compact JSON without the base64 in it. */
function json(node: JsonNode): string {
  return compactJson(node).replace(/"[^"\\]*"/g, (literal) =>
    literal.length > SHORTEST_PAYLOAD && /^"(?:data:[^,]*,)?[\w+/-]*={0,2}"$/.test(literal) ? '""' : literal,
  );
}

function textAt(node: JsonNode, key: string): string {
  return node.get(key)?.text() ?? '';
}
