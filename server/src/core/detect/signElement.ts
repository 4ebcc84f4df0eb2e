import type { JsonNode } from '../json/node';
import { callsSign } from './calls';
import { contentSign } from './content';
import { roleSign } from './roles';
import { Sign } from './signature';

/** Message keys of dialects that are left alone: Gemini and the AI SDK, LangChain, Pi. */
const FOREIGN_KEYS = ['parts', 'toolInvocations', 'toolCalls', 'toolCallId', 'functionCall', 'lc'];

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
 * arguments and inputs stay unread.
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
  let bits = role | (read?.bits ?? 0);
  // Most messages are a role and a content: then no other key need be looked up.
  if (node.size <= (content === undefined ? 1 : 2)) return bits | strength(bits, read?.isContent ?? false, false);

  if (isMessageEnvelope(node)) return bits | Sign.envelope;
  const calls = node.get('tool_calls');
  if (calls !== undefined) bits |= callsSign(calls);
  if (isPayload(node.get('function_call'))) bits |= Sign.strong | Sign.chatPart;
  if (node.get('tool_call_id') !== undefined) bits |= Sign.strong | Sign.resultId;
  if ((role & Sign.tool) !== 0 && node.get('tool_name') !== undefined) bits |= Sign.strong;
  if (FOREIGN_KEYS.some((key) => node.get(key) !== undefined) || isEntryType(node)) bits |= Sign.foreign;
  if ((bits & (Sign.strong | Sign.messagesBlock)) === 0 && isSomebodyElses(node)) return 0;
  return bits | strength(bits, read?.isContent ?? false, node.get('text')?.kind === 'string');
}

function strength(bits: number, isContent: boolean, hasText: boolean): number {
  if ((bits & Sign.strong) !== 0) return 0;
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
    if (node.get('type')?.kind === 'string' && message.get('role') !== undefined) return true;
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
  if (node.get('speaker') !== undefined || node.get('permissions') !== undefined) return true;
  return node.get('start')?.kind === 'number' && node.get('end')?.kind === 'number';
}

function isPayload(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== 'null';
}
