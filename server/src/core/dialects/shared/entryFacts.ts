import type { JsonNode } from '../../json/node';
import { readPairingId } from '../../model/pairing/pairingId';
import type { Awaited, Call, Message, OtherHalf, PairingId } from '../../model/types';
import { isCutOff } from './entry';
import { otherHalves } from './otherHalves';
import { readResultIds } from './resultIds';

/**
 * What a dialect knows of an entry beyond what it reads at once. Few ask, and for few entries, so each is worked out when
 * somebody does: one object for all entries of a dialect.
 */
export interface EntryFacts {
  /** It says something besides calls, results and reasoning. */
  readonly speaks: (message: Message) => boolean;
  /** Its turn was cut off, so its calls may stay open. */
  readonly isCutOff: (node: JsonNode) => boolean;
  readonly awaits: (call: Call) => Awaited;
  readonly namedIds: (message: Message) => readonly PairingId[];
  readonly answerId: (node: JsonNode) => PairingId;
  readonly hasLegacyCall: (message: Message) => boolean;
  readonly otherHalves: (message: Message) => readonly OtherHalf[];
}

/** What files in the field hold beside an API's own keys, whatever the API: a dialect takes these and says how its entries speak. */
export const commonFacts: Omit<EntryFacts, 'speaks'> = {
  isCutOff,
  awaits,
  namedIds,
  answerId,
  hasLegacyCall,
  otherHalves,
};

/** States by which stores mark a call that a person has not allowed yet. */
const WAITING: ReadonlySet<string> = new Set([
  'approval-requested',
  'approval_requested',
  'pending-approval',
  'pending_approval',
  'requires_approval',
  'awaiting_approval',
]);

function awaits({ node }: Call): Awaited {
  const state = node.get('state') ?? node.get('status');
  return state?.kind === 'string' && WAITING.has(state.text()) ? 'approval' : 'result';
}

const NONE: readonly PairingId[] = [];

function namedIds({ node }: Message): readonly PairingId[] {
  const { id, also } = readResultIds(node, 'tool_call_id');
  return id.node === undefined || id.node.kind === 'null' ? NONE : [id, ...also];
}

function answerId(node: JsonNode): PairingId {
  return readPairingId(node, 'tool_call_id');
}

function hasLegacyCall({ node, role }: Message): boolean {
  const called = role === 'assistant' ? node.get('function_call') : undefined;
  return called?.kind === 'object' && called.size > 0;
}
