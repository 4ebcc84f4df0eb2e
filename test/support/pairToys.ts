import type { DialectSpec } from '../../server/src/core/dialects/types';
import type { JsonNode } from '../../server/src/core/json/node';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import type { Pairing, PairingOptions } from '../../server/src/core/model/pairing/pairing';
import { pairMessages } from '../../server/src/core/model/pairing/pairMessages';
import type { Call, Conversation, Message, Result } from '../../server/src/core/model/types';

const AS_SENT: PairingOptions = {
  keepOpenTail: true,
  reusedIds: 'allow',
  instructions: 'in-place',
  seesDropped: true,
};

/** What somebody who sends the list as it stands sees, or what another pass asks for. */
export function pairToy(
  dialect: DialectSpec,
  list: readonly unknown[],
  options: Partial<PairingOptions> = {},
): Pairing {
  return pairMessages(readToy(dialect, nodeOfValue(list)), dialect, { ...AS_SENT, ...options });
}

export function readToy(dialect: DialectSpec, list: JsonNode): Message[] {
  return list.items().map((node, index) => dialect.read(node, index));
}

export function toyConversation(dialect: DialectSpec, given: readonly unknown[], body?: object): Conversation {
  const list = nodeOfValue(given);
  return {
    dialect,
    target: 'openai',
    isTargetChosen: false,
    model: undefined,
    side: 'request',
    tier: 'A',
    list,
    body: body === undefined ? undefined : nodeOfValue(body),
    messages: readToy(dialect, list),
    turns: [],
    isRow: false,
    isSentAsIs: false,
  };
}

/** Where a call or result stands: `3` for an entry, `3.1` for the second part of one. */
export function placeOf({ message, node }: Call | Result): string {
  const at = message.parts.findIndex((part) => part.node === node);
  return node === message.node ? `${message.index}` : `${message.index}.${at}`;
}

/** Each result of the list and what becomes of it: the place of its call, or why it has none; undefined for one that is exempt. */
export function outcomes(pairing: Pairing): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  for (const message of pairing.walked) {
    for (const result of message.results) {
      const outcome = pairing.results.get(result);
      found[placeOf(result)] =
        outcome?.kind === 'kept' ? placeOf(outcome.call) : outcome?.kind === 'dropped' ? outcome.rule : outcome?.kind;
    }
  }
  return found;
}

/** Each call of the list: kept, or why not. */
export function callOutcomes(pairing: Pairing): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [call, outcome] of pairing.calls) {
    found[placeOf(call)] = outcome.kind === 'kept' ? outcome.kind : outcome.rule;
  }
  return found;
}

/** The calls that nothing answers and that need something. */
export function openPlaces(pairing: Pairing): string[] {
  return pairing.runs.flatMap((run) => run.open.map(placeOf));
}

/** The calls that a rule would speak of: open, and no other fault explains them. */
export function blamedPlaces(pairing: Pairing): string[] {
  return pairing.runs.flatMap((run) =>
    run.open.flatMap((call) => {
      const outcome = pairing.calls.get(call);
      return outcome?.kind === 'kept' && !outcome.isExplained ? [placeOf(call)] : [];
    }),
  );
}
