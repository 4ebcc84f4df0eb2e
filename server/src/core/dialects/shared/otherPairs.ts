import type { JsonNode } from '../../json/node';
import { isFilled, isTypedParts, readHead } from './entry';
import { readResultIds } from './resultIds';

export function hasCalls(calls: JsonNode | undefined): calls is JsonNode {
  return calls?.kind === 'array' && calls.items().some((call) => call.kind === 'object');
}

/** A row of role `tool` with the id of the call that it answers. */
export function isResultRow(node: JsonNode): boolean {
  const role = node.get('role');
  return (
    role?.kind === 'string' && role.text() === 'tool' && readResultIds(node, 'tool_call_id').id.fault === undefined
  );
}

/** What the dialects with rows of results read, besides calls of their own. */
export function isRowOrLegacyCall(node: JsonNode): boolean {
  return isFilled(node.get('function_call')) || isResultRow(node);
}

/** `tool_call_id` on a call, and nothing of the other shapes. */
export function isFlatCall(call: JsonNode | undefined): boolean {
  return call?.get('tool_call_id') !== undefined && call.get('id') === undefined && call.get('function') === undefined;
}

/** Name and arguments inside `function`, and nothing beside it. */
export function isFunctionCall(call: JsonNode): boolean {
  return (
    call.get('function')?.kind === 'object' && call.get('name') === undefined && call.get('tool_call_id') === undefined
  );
}

/** Blocks that are calls or results, in content that can be read. */
export function hasPairBlock(node: JsonNode): boolean {
  const content = node.get('content');
  if (content?.kind !== 'array' || !content.items().some(isPairBlock)) return false;
  return isTypedParts(content);
}

function isPairBlock(block: JsonNode): boolean {
  const type = block.get('type');
  return type?.kind === 'string' && (type.text() === 'tool_use' || type.text() === 'tool_result');
}

export function isMessage(node: JsonNode): boolean {
  return readHead(node).shape === 'message';
}
