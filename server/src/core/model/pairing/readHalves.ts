import type { JsonNode } from '../../json/node';
import { isSilentEntry, saysNothing } from '../../json/silence';
import { textOf } from '../../json/textOf';
import { isRead } from '../entries';
import { isStub } from '../stubs';
import type { Call, Conversation, Message, PairingId, Result } from '../types';
import type { Pairing } from './pairing';
import { idsOf } from './resultIds';
import { goesOn } from './turns';

export interface CallingTurn {
  readonly index: number;
  at: number;
}

/** The call that declares an id again; undefined where two of one message do, and nobody knows whose result it is. */
export function noteReuse(call: Call, pairing: Pairing, reused: Map<string, Call | undefined>): void {
  const outcome = pairing.calls.get(call);
  if (outcome?.kind !== 'dropped' || outcome.rule !== 'reused-call-id') return;
  const before = reused.get(call.id.text);
  reused.set(call.id.text, before !== undefined && before.message === call.message ? undefined : call);
}

/** A second result behind such a call is the call's own: a pair that is whole, under an id that was used before. */
export function takesReuse(
  result: Result,
  pairing: Pairing,
  reused: Map<string, Call | undefined>,
  answered: Set<JsonNode>,
): boolean {
  const outcome = pairing.results.get(result);
  const call =
    outcome?.kind === 'dropped' && outcome.rule === 'duplicate-result' ? reused.get(result.id.text) : undefined;
  if (call === undefined) return false;
  reused.delete(result.id.text);
  answered.add(call.node);
  return true;
}

/** Where each turn of the assistant that calls begins. */
export function callingTurns(messages: readonly Message[], dialect: Conversation['dialect']): CallingTurn[] {
  const found: CallingTurn[] = [];
  let first: Message | undefined;
  for (const message of messages) {
    if (!isRead(message)) continue;
    if (first === undefined || !goesOn(first.role, message, dialect)) first = message;
    if (message.role !== 'assistant' || message.calls.length === 0) continue;
    if (found.at(-1)?.index !== first.index) found.push({ index: first.index, at: 0 });
  }
  return found;
}

/** The ids of a result that has no call; undefined for one that has, or that is nobody's loss. */
export function looseIds(result: Result, pairing: Pairing, isWalked: boolean): readonly PairingId[] | undefined {
  if (!isWalked) return idsOf(result);
  const outcome = pairing.results.get(result);
  // It answers a call that the provider runs.
  if (outcome === undefined) return undefined;
  // Whose it is nobody can see.
  if (outcome.kind === 'outside') return idsOf(result);
  if (outcome.kind === 'kept') {
    // One of several ids that nobody has is a slip like any other.
    const answered = new Set([outcome.call.id.text, ...outcome.also.map(({ id }) => id.text)]);
    const over = result.also.length === 0 ? [] : idsOf(result).filter(({ text }) => !answered.has(text));
    return over.length === 0 ? undefined : over;
  }
  if (outcome.rule !== 'duplicate-result') return idsOf(result);
  const isSame = outcome.kept !== undefined && textOf(outcome.kept.contentNode) === textOf(result.contentNode);
  return isSame || isStub(result) ? undefined : idsOf(result);
}

/** An entry without a role that holds calls, and nothing else, is no result. */
export function mayBeResult({ node, calls, results, contentNode }: Message): boolean {
  return results.length === 0 && !(calls.length === 0 ? isSilentEntry(node) : saysNothing(contentNode));
}

/**
 * The ids by which a message that is no result names a call; none of them where its role alone says that it may be one. Undefined
 * for a message that is nobody's result.
 */
export function strayIds(
  message: Message,
  dialect: Conversation['dialect'],
  before: Message | undefined,
): readonly PairingId[] | undefined {
  const { node, role, roleText, shape, results } = message;
  if (shape !== 'message' || results.some((result) => result.node === node)) return undefined;
  if (node.size > 2) {
    const named = message.namedIds();
    if (named.length > 0) return named;
  }
  if (role === 'tool') return dialect.strayId === undefined ? [] : undefined;
  if (role === 'function') return before?.hasLegacyCall ? undefined : [];
  return role === 'other' && TOOL_LIKE.test(roleText) ? [] : undefined;
}

/** Roles by which other programs mark a result, and how "tool" is misspelled. */
const TOOL_LIKE = /^\W*(tool|toll|tol|too|ool|func|observation|ipython|environment|result)/i;
