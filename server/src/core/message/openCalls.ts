import type { JsonNode } from '../json/node';
import { pairingOf } from '../model/pairing/asSent';
import type { Call, Conversation } from '../model/types';

/** A call that no result answers. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsNode: JsonNode | undefined;
  readonly node: JsonNode;
  /** Index of the entry that calls. */
  readonly entry: number;
}

/** The calls of a conversation that wait for a result and can be named by an id, in the order of the list. */
export function openCalls(conversation: Conversation): readonly OpenCall[] {
  const open: OpenCall[] = [];
  for (const [call, outcome] of pairingOf(conversation).calls) {
    if (outcome.kind === 'kept' && outcome.answer === undefined && call.id.text !== '') open.push(openCall(call));
  }
  return open.sort((a, b) => a.entry - b.entry);
}

function openCall({ id, nameNode, argumentsNode, node, message }: Call): OpenCall {
  const name = nameNode?.kind === 'string' ? nameNode.text() : '';
  return { id: id.text, name, argumentsNode, node, entry: message.index };
}

/**
 * Where an entry may go that somebody wants at `index`: never between a call and its results. A result goes behind the call that it
 * answers, and behind the results that are there.
 */
export function placeBehindExchange(conversation: Conversation, index: number, answers: string | undefined): number {
  const { messages } = conversation;
  const call = answers === undefined ? undefined : openCalls(conversation).find(({ id }) => id === answers);
  let at = call === undefined ? index : call.entry + 1;
  while (at > 0 && isResultsOnly(messages[at])) at++;
  return at;
}

/** An entry that does nothing but answer calls in front of it. */
function isResultsOnly(message: Conversation['messages'][number] | undefined): boolean {
  return message !== undefined && message.results.length > 0 && message.calls.length === 0;
}
