import type { JsonNode } from '../../json/node';
import { saysNothing } from '../../json/silence';
import { readPairingId } from '../../model/pairing/pairingId';
import type { Message, OtherHalf, PairingId } from '../../model/types';
import { readResultIds } from './resultIds';

const CALL_TYPES: ReadonlySet<string> = new Set([
  'tool_use',
  'tool-call',
  'function_call',
  'custom_tool_call',
  'toolCall',
]);
const RESULT_TYPES: ReadonlySet<string> = new Set([
  ...['tool_result', 'tool-result', 'function_call_output', 'custom_tool_call_output', 'toolResult'],
]);
const CALL_ID_KEYS = ['call_id', 'id', 'toolCallId', 'callId', 'toolUseId', 'tool_call_id'] as const;

/** Types of blocks that name the tool: `tool-read`. */
const UI_TYPE = /^(?:tool-(?!call$|result$|approval)|dynamic-tool$|tool-invocation$)/;
const ANSWER_KEYS = ['result', 'output', 'errorText'] as const;
const RESULT_LISTS = ['tool_results', 'toolResults'] as const;

const OWN_KINDS: ReadonlySet<string> = new Set(['call', 'result', 'server-call', 'server-result']);

/**
 * What an entry holds that is a call or a result in some other wire shape. It is read loosely, for one use alone: whatever may be
 * the other half of a call or result forbids that either is thrown away or made up.
 */
export function otherHalves(message: Message): readonly OtherHalf[] {
  const { node, contentNode, parts } = message;
  if (node.kind !== 'object') return [];
  const own = new Set<JsonNode>(parts.flatMap((part) => (OWN_KINDS.has(part.kind) ? [part.node] : [])));
  const found: OtherHalf[] = [];
  if (!own.has(node)) found.push(...halfOf(node));
  const lists = [contentNode, node.get('parts'), node.get('toolInvocations')];
  for (const list of lists) takeBlocks(list, own, found, DEEPEST);
  for (const key of RESULT_LISTS) {
    for (const one of node.get(key)?.items() ?? []) if (one.kind === 'object') found.push(resultOf(one, one));
  }
  for (const call of message.calls) {
    const held = answerIn(call.node);
    if (held !== undefined) found.push({ kind: 'result', node: held, ids: [call.id] });
  }
  for (const call of node.get('tool_calls')?.items() ?? []) {
    if (call.kind === 'object' && !own.has(call)) found.push({ kind: 'call', node: call, ids: [callId(call)] });
  }
  return found;
}

/** Blocks that hold blocks are looked into so far. */
const DEEPEST = 4;

function takeBlocks(list: JsonNode | undefined, own: ReadonlySet<JsonNode>, into: OtherHalf[], levels: number): void {
  if (list?.kind !== 'array' || levels === 0) return;
  for (const block of list.items()) {
    if (block.kind !== 'object' || own.has(block)) continue;
    const halves = halfOf(block);
    if (halves.length > 0) into.push(...halves);
    else for (const key of ['content', 'parts'] as const) takeBlocks(block.get(key), own, into, levels - 1);
  }
}

/** What a call that is kept together with its answer holds of it. */
function answerIn(call: JsonNode): JsonNode | undefined {
  return ANSWER_KEYS.map((key) => call.get(key)).find((held) => !saysNothing(held));
}

function halfOf(node: JsonNode): OtherHalf[] {
  const type = node.get('type');
  // Stored for a page that shows it, a call becomes its own result when that comes.
  const isKept = type?.kind === 'string' ? UI_TYPE.test(type.text()) : node.get('role') === undefined;
  if (isKept && node.get('toolCallId') !== undefined)
    return [answerIn(node) === undefined ? { kind: 'call', node, ids: [callId(node)] } : resultOf(node, node)];
  if (type?.kind === 'string') {
    if (CALL_TYPES.has(type.text())) return [{ kind: 'call', node, ids: [callId(node)] }];
    if (RESULT_TYPES.has(type.text())) return [resultOf(node, node)];
  }
  // Gemini and Converse name the kind by the key that holds it.
  for (const key of ['functionCall', 'toolUse'] as const) {
    const held = node.get(key);
    if (held?.kind === 'object') return [{ kind: 'call', node, ids: [callId(held)] }];
  }
  for (const key of ['functionResponse', 'toolResult'] as const) {
    const held = node.get(key);
    if (held?.kind === 'object') return [resultOf(node, held)];
  }
  return [];
}

function resultOf(node: JsonNode, holder: JsonNode): OtherHalf {
  const { id, also } = readResultIds(holder, 'tool_call_id');
  const plain = id.fault === undefined ? id : readPairingId(holder, 'id');
  return { kind: 'result', node, ids: [plain, ...also] };
}

function callId(call: JsonNode): PairingId {
  const key = CALL_ID_KEYS.find((one) => call.get(one) !== undefined) ?? 'id';
  return readPairingId(call, key);
}
