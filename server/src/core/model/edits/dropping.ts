import type { JsonNode } from '../../json/node';
import type { Change, NewJson, Rewrite } from '../../json/rewrite';
import { keptCalls } from '../pairing/exchange';
import type { Pairing } from '../pairing/pairing';
import type { Call, Conversation, Message, Part, Result } from '../types';
import { editOf } from './dialectEdit';

/** Takes a whole entry out of the list; undefined for a lone message, which stands in none. */
export function dropEntry(conversation: Conversation, entry: Message): Rewrite | undefined {
  if (conversation.list.kind !== 'array') return undefined;
  return new Map([[conversation.list, { kind: 'splice', remove: [entry.node], insert: [] }]]);
}

/**
 * Takes a call out as normalization would: the key goes with its last call, and the message when nothing is left that it
 * says. Calls that the pairing drops beside this one count as gone.
 */
export function dropCall(conversation: Conversation, pairing: Pairing, call: Call): Rewrite | undefined {
  const { message } = call;
  const isKept = pairing.calls.get(call)?.kind === 'kept';
  const isLast = keptCalls(pairing, message) === (isKept ? 1 : 0);
  if (isLast && isSilentWithoutCalls(conversation, message)) return dropEntry(conversation, message);
  if (isLast && message.callsNode !== undefined) {
    const rewrite: Rewrite = new Map();
    editOf(conversation.dialect).calls?.drop(rewrite, message);
    return rewrite;
  }
  return dropElement(call.node);
}

function isSilentWithoutCalls(conversation: Conversation, message: Message): boolean {
  const instructionRoles = conversation.dialect.instructions.roles;
  return !message.hasOwnContent && message.results.length === 0 && !instructionRoles.includes(message.role);
}

/** Takes a result out: the tool message itself, or the block, and with the last block the message. */
export function dropResult(conversation: Conversation, pairing: Pairing, result: Result): Rewrite | undefined {
  const { message } = result;
  if (result.node === message.node || pairing.gone.has(message)) return dropEntry(conversation, message);
  return message.parts.length === 1 ? dropEntry(conversation, message) : dropElement(result.node);
}

/** Takes a part of the content out, and the message with it when it is the only one. */
export function dropPart(conversation: Conversation, part: Part): Rewrite | undefined {
  const { message } = part;
  const isWhole = part.node === message.contentNode || part.node === message.node || message.parts.length === 1;
  return isWhole ? dropEntry(conversation, message) : dropElement(part.node);
}

function dropElement(node: JsonNode): Rewrite | undefined {
  const { parent } = node;
  if (parent?.kind !== 'array') return undefined;
  return new Map([[parent, { kind: 'splice', remove: [node], insert: [] }]]);
}

/** Two drops in one; both whole. */
export function joinDrops(first: Rewrite, second: Rewrite): Rewrite {
  const joined: Rewrite = new Map(first);
  for (const [node, change] of second) {
    if (change.kind === 'splice') addSplice(joined, node, change.remove, change.insert);
    else joined.set(node, change);
  }
  return joined;
}

/** Adds to the splice of an array, if the rewrite has one for it already. */
export function addSplice(
  rewrite: Rewrite,
  array: JsonNode,
  remove: readonly JsonNode[],
  insert: readonly { readonly index: number; readonly items: readonly NewJson[] }[],
): void {
  const before: Change | undefined = rewrite.get(array);
  const old = before?.kind === 'splice' ? before : { remove: [], insert: [] };
  rewrite.set(array, { kind: 'splice', remove: [...old.remove, ...remove], insert: [...old.insert, ...insert] });
}

const signed = new WeakMap<Message, boolean>();

/** Whether signed reasoning stands in the message: its signature covers the turn, so nothing beside it goes by itself. */
export function isSigned(message: Message): boolean {
  let is = signed.get(message);
  if (is === undefined) {
    is = message.parts.some((part) => part.kind === 'reasoning' && hasSignature(part.node));
    signed.set(message, is);
  }
  return is;
}

function hasSignature(block: JsonNode): boolean {
  const signature = block.get('signature') ?? block.get('data');
  return signature?.kind === 'string' && signature.text() !== '';
}
