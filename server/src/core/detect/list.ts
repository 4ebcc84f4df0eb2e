import type { JsonNode } from '../json/node';
import { TextNode } from '../json/textNode';
import type { Tier } from '../model/types';
import { isAnswer } from './body';
import { ANY_ROLE, MESSAGE_LIKE, Sign } from './signature';
import { ENTRY_VOTES, NATIVE } from './signBits';
import { signElement } from './signElement';

/** Share of a list's objects that must be message-like (docs/design/detection.md, "The share of a list"). */
const MIN_SHARE = 0.8;
/** In JSONL, where half-written and foreign rows are common. */
const MIN_SHARE_ROWS = 0.5;
/** Share of rows in a session log's envelope that makes the whole list a log. */
const MIN_ENVELOPES = 0.15;
/** Above this share of records of another sort, message-a-row JSONL is a log that repeats some messages. */
const MAX_RECORDS = 0.2;
/**
 * A list whose first objects hold nothing message-like is data, however long it is. Enough to step over the preamble rows
 * of a log, small enough that a list of 10^6 numbers or rows costs nothing.
 */
export const PROBE = 64;

export interface ListFacts {
  readonly signatures: readonly number[];
  readonly objects: number;
  readonly likes: number;
  readonly strong: number;
  readonly medium: number;
  readonly weak: number;
  readonly damaged: number;
  readonly records: number;
  readonly envelopes: number;
  readonly foreign: number;
  /** Entries in a dialect that gives each result one of its own. */
  readonly entryNative: number;
  readonly roles: number;
}

/** What a list is: one of ours, another dialect's or a log (left alone, not searched), or mere structure. */
export type Verdict = 'ours' | 'foreign' | 'log' | 'structure';

/** Signs every element; undefined when the list is plainly data. */
export function readList(list: JsonNode): ListFacts | undefined {
  const items = list.items();
  const signatures = new Array<number>(items.length).fill(0);
  const count = {
    objects: 0,
    likes: 0,
    strong: 0,
    medium: 0,
    weak: 0,
    damaged: 0,
    records: 0,
    envelopes: 0,
    foreign: 0,
    entryNative: 0,
  };
  let odd = 0;
  let camelIds = 0;
  let textContents = 0;
  let roles = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (i === PROBE && count.likes + count.envelopes + count.foreign + odd === 0) return undefined;
    if (item === undefined) continue;
    const sign = signElement(item);
    signatures[i] = sign;
    if ((sign & Sign.object) === 0) continue;
    // Half typed, it may be anything: it does not speak against the others.
    if ((sign & MESSAGE_LIKE) === 0 && item instanceof TextNode && item.isBroken) continue;
    count.objects++;
    if ((sign & MESSAGE_LIKE) !== 0) count.likes++;
    if ((sign & Sign.strong) !== 0) count.strong++;
    if ((sign & Sign.medium) !== 0) count.medium++;
    if ((sign & Sign.weak) !== 0) count.weak++;
    if ((sign & Sign.damaged) !== 0) count.damaged++;
    if ((sign & Sign.record) !== 0) count.records++;
    if ((sign & Sign.envelope) !== 0) count.envelopes++;
    if ((sign & Sign.foreign) !== 0) count.foreign++;
    else if ((sign & ENTRY_VOTES) !== 0) count.entryNative++;
    if ((sign & Sign.oddContent) !== 0) odd++;
    if ((sign & Sign.camelResultId) !== 0) camelIds++;
    if ((sign & Sign.textContent) !== 0) textContents++;
    roles |= sign & ANY_ROLE;
  }
  // Converse and MCP never write a plain string: beside strings, a block without a type is a mistake in one of ours.
  if (odd > textContents) count.foreign += odd;
  if (count.entryNative === 0) count.foreign += camelIds;
  return { ...count, signatures, roles };
}

/** `hasRequest`: the object around the list is plainly a request body, which vouches for messages that are broken. */
export function judgeList(facts: ListFacts, isRows: boolean, hasRequest: boolean): Verdict {
  const { objects, likes, damaged, foreign } = facts;
  if (objects === 0) return 'structure';
  if (facts.envelopes >= objects * MIN_ENVELOPES) return 'log';
  const minimum = objects * (isRows ? MIN_SHARE_ROWS : MIN_SHARE);
  if (foreign > 0 && foreign >= nativeElements(facts) && likes + foreign + damaged >= minimum) return 'foreign';
  if (isRows && facts.records > objects * MAX_RECORDS) return likes >= minimum ? 'log' : 'structure';
  if (likes >= minimum && likes > 0) return 'ours';
  const isVouched = facts.strong > 0 || (hasRequest && likes > 0);
  return isVouched && (hasRequest || likes * 2 >= objects) && likes + damaged >= minimum ? 'ours' : 'structure';
}

/** How sure the list is (docs/design/detection.md, "Tiers"); undefined when the list says too little for its place. */
export function tierOf(facts: ListFacts, isKnownKey: boolean): Tier | undefined {
  if (facts.strong > 0) return 'A';
  const hasTwoRoles = (facts.roles & (facts.roles - 1)) !== 0;
  if (facts.medium * 2 >= facts.likes && facts.medium > 0) return hasTwoRoles || isKnownKey ? 'B' : undefined;
  return hasTwoRoles && isKnownKey ? 'C' : undefined;
}

/** Recorded answers one behind the other, each a conversation of one message; no list of turns. */
export function isAnswerList(list: JsonNode, facts: ListFacts): boolean {
  if (facts.likes === 0 || facts.likes < facts.objects || facts.roles !== Sign.assistant) return false;
  const first = list.items()[0];
  return first !== undefined && isAnswer(first);
}

function nativeElements(facts: ListFacts): number {
  return facts.signatures.reduce(
    (sum, sign) => sum + ((sign & NATIVE) !== 0 && (sign & Sign.foreign) === 0 ? 1 : 0),
    0,
  );
}
