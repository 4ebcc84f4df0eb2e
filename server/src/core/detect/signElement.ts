import type { JsonNode } from '../json/node';
import { callsSign } from './calls';
import { contentSign } from './content';
import { roleSign } from './roles';
import { Sign } from './signature';

/** Message keys of the AI SDK, Gemini and Mistral's own client, which may stand beside a role and a content. */
const FOREIGN_KEYS = ['parts', 'toolInvocations', 'toolCalls', 'toolCallId'];

/** Item types of OpenAI Responses that stand among messages without a role. */
const ITEM_TYPES = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'item_reference',
  'file_search_call',
  'web_search_call',
  'computer_call',
  'computer_call_output',
  'code_interpreter_call',
  'image_generation_call',
  'local_shell_call',
  'local_shell_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]);

const RECORD_KEYS = ['type', 'event', 'kind'];

/**
 * The signature of one element of a list. Reads a handful of properties and the types of content blocks and calls; texts,
 * arguments and inputs stay unread. Elements are many, so the common shapes are decided by few look-ups.
 */
export function signElement(node: JsonNode): number {
  if (node.kind !== 'object') return 0;
  const role = node.get('role');
  const roleBits = role?.kind === 'string' ? roleSign(role.text()) : 0;
  return Sign.object | (roleBits === 0 ? signWithoutRole(node, role) : signWithRole(node, roleBits));
}

function signWithRole(node: JsonNode, role: number): number {
  const content = node.get('content');
  const read = content === undefined ? undefined : contentSign(content);
  const bits = role | (read?.bits ?? 0);
  const isContent = read?.isContent ?? false;
  // Most messages are a role and a content.
  if (node.size <= (content === undefined ? 1 : 2)) return bits | strength(bits, isContent, false);
  const tools = toolSign(node, role);
  if ((tools & Sign.strong) !== 0) return bits | tools;
  if (content === undefined && isMessageEnvelope(node)) return bits | Sign.envelope;
  if ((role & Sign.tool) !== 0 && content?.kind === 'string' && node.get('toolCallId') !== undefined)
    return bits | Sign.camelResultId | Sign.medium;
  const isForeign = FOREIGN_KEYS.some((key) => node.get(key) !== undefined) || isEntryType(node);
  if (isForeign) return bits | Sign.foreign | strength(bits, isContent, false);
  if ((bits & Sign.messagesBlock) === 0 && isSomebodyElses(node)) return 0;
  return bits | strength(bits, isContent, content === undefined && node.get('text')?.kind === 'string');
}

/** What `tool_calls`, `tool_call_id` and `function_call` say. */
function toolSign(node: JsonNode, role: number): number {
  const calls = node.get('tool_calls');
  let bits = calls === undefined ? 0 : callsSign(calls);
  if ((bits & Sign.strong) === 0 && node.get('tool_call_id') !== undefined) bits |= Sign.strong | Sign.resultId;
  if ((role & Sign.assistant) !== 0 && isPayload(node.get('function_call'))) bits |= Sign.strong | Sign.chatPart;
  if ((role & Sign.tool) !== 0 && node.get('tool_name') !== undefined) bits |= Sign.strong;
  return bits;
}

function strength(bits: number, isContent: boolean, hasText: boolean): number {
  if ((bits & Sign.messagesBlock) !== 0) return Sign.strong;
  // Without a content that could be sent it is at most a message that somebody broke.
  if (isContent) return Sign.medium;
  return hasText ? Sign.weak : Sign.damaged;
}

function signWithoutRole(node: JsonNode, role: JsonNode | undefined): number {
  if (isMessageEnvelope(node) || isLogRow(node)) return Sign.envelope;
  if (isItem(node) || isShareGptTurn(node)) return Sign.foreign;
  if (RECORD_KEYS.some((key) => node.get(key)?.kind === 'string')) return Sign.record;
  const content = node.get('content');
  const calls = node.get('tool_calls');
  const bits = calls === undefined ? 0 : callsSign(calls) & ~Sign.strong;
  if ((bits & Sign.foreign) !== 0) return bits;
  const hasContent = content?.kind === 'string' || content?.kind === 'array';
  const isMessage = bits !== 0 || (hasContent && (role !== undefined || !isSomebodyElses(node)));
  return isMessage ? Sign.damaged : 0;
}

/** A row of an agent session log around a message that is inside, or part of a tree of rows. */
function isMessageEnvelope(node: JsonNode): boolean {
  const message = node.get('message');
  if (message?.kind === 'object') {
    // Editor hooks repeat the role outside; Claude Code, Pi and stream events have a type.
    if (node.get('role')?.kind === 'string') return true;
    // The result of a Messages batch (`succeeded`) is the one wrapper of a whole answer.
    const type = node.get('type');
    if (type?.kind === 'string' && type.text() !== 'succeeded' && message.get('role') !== undefined) return true;
  }
  if (node.get('uuid') !== undefined && node.get('parentUuid') !== undefined) return true;
  return node.get('info')?.kind === 'object' && node.get('parts')?.kind === 'array';
}

/** The other rows of such logs: Codex has `payload`, Copilot and others `data` under a dotted type. */
function isLogRow(node: JsonNode): boolean {
  const type = node.get('type');
  if (type?.kind !== 'string') return false;
  if (node.get('payload')?.kind === 'object' && node.get('timestamp') !== undefined) return true;
  return node.get('data')?.kind === 'object' && /[./]/.test(type.text());
}

function isItem(node: JsonNode): boolean {
  const type = node.get('type');
  return type?.kind === 'string' && ITEM_TYPES.has(type.text());
}

/** Mistral's conversation entries and what the AI SDK stores: `message.input`, `function.result`. */
function isEntryType(node: JsonNode): boolean {
  const type = node.get('type');
  return type?.kind === 'string' && /^(message|function|tool)\./.test(type.text());
}

function isShareGptTurn(node: JsonNode): boolean {
  return node.get('from')?.kind === 'string' && node.get('value')?.kind === 'string';
}

/** Chat programs, mail, speech and rights lists: a role and a text, and nobody's prompt. */
function isSomebodyElses(node: JsonNode): boolean {
  if (node.get('author')?.kind === 'object') return true;
  if (node.get('from') !== undefined && node.get('subject') !== undefined) return true;
  if (node.get('permissions') !== undefined) return true;
  return node.get('start')?.kind === 'number' && node.get('end')?.kind === 'number';
}

function isPayload(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== 'null';
}
