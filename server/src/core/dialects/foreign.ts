import type { JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { chat } from './chat';
import { flat } from './flat';
import { messages } from './messages';
import { isFilled, isTypedParts, readHead } from './shared/entry';
import { readResultIds } from './shared/resultIds';

/**
 * The dialect of an entry's calls and results, where it is not that of its list; undefined where the entry has none, or has some
 * of the list's own. An entry pasted from elsewhere says what it says in its own shape, and is read in that: its call is the
 * call that a result of the list answers. Other parts (a picture, thinking) are a matter of their own.
 */
export function foreignDialect(node: JsonNode, list: Dialect): Dialect | undefined {
  if (readHead(node).shape !== 'message') return undefined;
  const calls = node.get('tool_calls');
  if (list === messages) {
    if (hasPairBlock(node)) return undefined;
    if (hasCalls(calls)) return isFlatCall(calls.items()[0]) ? flat : chat;
    return isResultRow(node) ? chat : undefined;
  }
  if (hasCalls(calls)) return list === flat ? chatCalls(calls) : flatCalls(calls);
  if (!hasPairBlock(node) || isFilled(node.get('function_call')) || isResultRow(node)) return undefined;
  return messages;
}

/** Blocks that only Messages has, and by which it pairs. */
function hasPairBlock(node: JsonNode): boolean {
  const content = node.get('content');
  if (content?.kind !== 'array' || !content.items().some(isPairBlock)) return false;
  return isTypedParts(content);
}

function isPairBlock(block: JsonNode): boolean {
  const type = block.get('type');
  return type?.kind === 'string' && (type.text() === 'tool_use' || type.text() === 'tool_result');
}

function hasCalls(calls: JsonNode | undefined): calls is JsonNode {
  return calls?.kind === 'array' && calls.items().some((call) => call.kind === 'object');
}

/** A row of role `tool` with the id of the call that it answers. */
function isResultRow(node: JsonNode): boolean {
  const role = node.get('role');
  return (
    role?.kind === 'string' && role.text() === 'tool' && readResultIds(node, 'tool_call_id').id.fault === undefined
  );
}

/** What flat cannot read: name and arguments inside `function`, and nothing beside it. */
function chatCalls(calls: JsonNode): Dialect | undefined {
  const isChat = (call: JsonNode) =>
    call.get('function')?.kind === 'object' && call.get('name') === undefined && call.get('tool_call_id') === undefined;
  return calls.items().every(isChat) ? chat : undefined;
}

/** What chat cannot read: the id under the key that it has for results. */
function flatCalls(calls: JsonNode): Dialect | undefined {
  return calls.items().every(isFlatCall) ? flat : undefined;
}

function isFlatCall(call: JsonNode | undefined): boolean {
  return call?.get('tool_call_id') !== undefined && call.get('id') === undefined && call.get('function') === undefined;
}
