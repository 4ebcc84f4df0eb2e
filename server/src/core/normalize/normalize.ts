import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { mixtureOf } from '../model/mixed';
import { halvesOf } from '../model/pairing/halves';
import type { Pairing, PairingDrop, PairingOptions } from '../model/pairing/pairing';
import { pairMessages } from '../model/pairing/pairMessages';
import { isResumed } from '../model/pairing/resumed';
import type { Conversation, Message } from '../model/types';
import { coerceMessage } from './coerce';
import { lifting, liftSystem } from './liftSystem';
import { placeBlocks, placeToolMessages } from './place';
import { withRecords } from './records';
import type { DropRecord, LeftRecord, MoveRecord, Normalization, NormalizeOptions } from './types';

/**
 * The four rules (docs/design/normalization.md, "The four rules") on one conversation: coerce, system first, repair pairing,
 * strip leading results. A pure function of the conversation; the last rule holds by construction, since a result is kept only
 * behind its call.
 */
export function normalizeConversation(
  conversation: Conversation,
  options: NormalizeOptions & Pick<PairingOptions, 'keepsEmptied'> = {},
): Normalization {
  const { foreign } = mixtureOf(conversation);
  if (foreign.length > 0 || conversation.dialect.edit === undefined) return unchanged(foreign);
  const { settle } = conversation.dialect.instructions;
  const pairing = pairMessages(conversation.messages, conversation.dialect, {
    keepOpenTail: options.keepOpenTail ?? conversation.isRow,
    reusedIds: options.reusedIds ?? conversation.dialect.reusedIds,
    seesDropped: false,
    isResumed: isResumed(conversation),
    keepsEmptied: options.keepsEmptied ?? false,
    ...(settle === 'field' ? lifting(conversation) : { instructions: settle }),
  });
  const rewrite: Rewrite = new Map();
  const drops = [
    ...entryDrops(conversation.messages),
    ...pairing.drops.map((drop) => pairingDrop(drop, conversation, pairing)),
  ];
  for (const message of pairing.walked) {
    if (!isGone(pairing, message)) coerceMessage(rewrite, conversation, message, pairing);
  }
  const place = conversation.dialect.results === 'blocks' ? placeBlocks : placeToolMessages;
  const items = withRecords(place(rewrite, conversation, pairing), conversation, pairing);
  if (!isUnchanged(conversation.list, items)) rewrite.set(conversation.list, { kind: 'items', items });
  const system =
    settle === 'field'
      ? liftSystem(rewrite, conversation)
      : { moved: settle === 'front' ? movedToFront(conversation, pairing) : [], left: [] };
  return {
    rewrite,
    drops,
    moved: [...system.moved, ...movedResults(pairing)],
    inserted: pairing.runs.flatMap((run) => run.open.map((call) => ({ id: keptId(pairing, call), call: call.node }))),
    renamed: renames(pairing),
    left: system.left,
  };
}

/**
 * A list of two dialects cannot be sent, whatever is done to its pairs, and what mends one half in its own shape may break the
 * other: it stays as it is, and the report names the entries that are in the way.
 */
function unchanged(foreign: readonly Message[]): Normalization {
  const left = foreign.map(({ node }): LeftRecord => ({ rule: 'mixed-dialects', node }));
  return { rewrite: new Map(), drops: [], moved: [], inserted: [], renamed: [], left };
}

function entryDrops(messages: readonly Message[]): DropRecord[] {
  return messages.flatMap((message): DropRecord[] => {
    if (message.shape === 'not-object') {
      return [{ kind: 'entry', id: undefined, rule: 'entry-not-a-message', node: message.node }];
    }
    if (message.shape === 'no-role')
      return [{ kind: 'entry', id: undefined, rule: 'role-missing', node: message.node }];
    return [];
  });
}

function pairingDrop(drop: PairingDrop, conversation: Conversation, pairing: Pairing): DropRecord {
  const { of } = drop;
  if ('id' in of) {
    const id = of.id.text === '' ? undefined : of.id.text;
    const record = { kind: drop.kind, id, rule: drop.rule, node: of.node };
    const halves = of.kind === 'result' ? halvesOf(conversation, pairing).callsFor(of.node).best : [];
    // A call that goes too is told of on its own.
    const calls = halves.filter(({ call }) => call !== undefined && pairing.calls.get(call)?.kind === 'kept');
    const couldAnswer = calls.map((half) => ({ id: half.id === '' ? undefined : half.id, node: half.node }));
    return couldAnswer.length === 0 ? record : { ...record, couldAnswer };
  }
  const node = drop.kind === 'call' ? (of.callsNode ?? of.node) : of.node;
  return { kind: drop.kind, id: undefined, rule: drop.rule, node };
}

/** The message leaves the list: it lost all it said, or it is one call or result, and that is dropped. */
function isGone(pairing: Pairing, message: Message): boolean {
  if (pairing.gone.has(message)) return true;
  const isDropped = ({ kind } = { kind: 'kept' }) => kind === 'dropped';
  return (
    message.results.some((result) => result.node === message.node && isDropped(pairing.results.get(result))) ||
    message.calls.some((call) => call.node === message.node && isDropped(pairing.calls.get(call)))
  );
}

function movedResults(pairing: Pairing): MoveRecord[] {
  return pairing.runs.flatMap((run) =>
    run.moved.map((result) => ({
      kind: 'result' as const,
      id: result.id.text === '' ? undefined : result.id.text,
      node: result.node,
    })),
  );
}

/** Instructions that stood behind another message. */
function movedToFront(conversation: Conversation, pairing: Pairing): MoveRecord[] {
  const instructionRoles = conversation.dialect.instructions.roles;
  const walked = new Set(pairing.walked);
  const moved: MoveRecord[] = [];
  let isBehind = false;
  for (const message of conversation.messages) {
    if (!walked.has(message)) continue;
    if (!instructionRoles.includes(message.role)) isBehind = true;
    else if (isBehind) moved.push({ kind: 'system', id: undefined, node: message.node });
  }
  return moved;
}

function renames(pairing: Pairing): Normalization['renamed'] {
  return [...pairing.calls].flatMap(([call, outcome]) =>
    outcome.kind === 'kept' && outcome.reuses !== undefined && outcome.id !== call.id.text
      ? [{ from: call.id.text, to: outcome.id, call: call.node }]
      : [],
  );
}

function keptId(pairing: Pairing, call: Pairing['runs'][number]['calls'][number]): string | undefined {
  const outcome = pairing.calls.get(call);
  return outcome?.kind === 'kept' && outcome.id !== '' ? outcome.id : undefined;
}

function isUnchanged(list: JsonNode, items: readonly { kind: string; node?: JsonNode }[]): boolean {
  const before = list.items();
  return before.length === items.length && items.every((item, at) => item.kind === 'node' && item.node === before[at]);
}
