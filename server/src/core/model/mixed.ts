import type { JsonNode } from '../json/node';
import type { Conversation, Dialect, Message } from './types';

/** What a list holds of other dialects than its own. */
export interface Mixture {
  /** Entries whose calls and results are of another dialect, in order. */
  readonly foreign: readonly Message[];
  readonly nodes: ReadonlySet<JsonNode>;
  /**
   * Every call and result of the list is of this one dialect, which is not the list's: nothing is mixed, the list is read as
   * what it is not.
   */
  readonly misread: Dialect | undefined;
}

const NOTHING: Mixture = { foreign: [], nodes: new Set(), misread: undefined };

const known = new WeakMap<Conversation, Mixture>();

export function mixtureOf(conversation: Conversation): Mixture {
  let mixture = known.get(conversation);
  if (mixture === undefined) {
    mixture = findMixture(conversation);
    known.set(conversation, mixture);
  }
  return mixture;
}

function findMixture({ messages }: Conversation): Mixture {
  const foreign = messages.filter((message) => message.foreign !== undefined);
  const [first] = foreign;
  if (first === undefined) return NOTHING;
  const hasOwn = messages.some((message) => {
    return message.foreign === undefined && message.calls.length + message.results.length > 0;
  });
  const isOne = !hasOwn && foreign.every((message) => message.foreign === first.foreign);
  return {
    foreign,
    nodes: new Set(foreign.map(({ node }) => node)),
    misread: isOne ? first.foreign : undefined,
  };
}

/** The entry of the list that a place lies in. */
export function entryOf({ list }: Conversation, place: JsonNode): JsonNode {
  let at = place;
  while (at.parent !== undefined && at.parent !== list) at = at.parent;
  return at;
}
