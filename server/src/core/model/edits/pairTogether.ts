import type { JsonNode } from '../../json/node';
import { type Rewrite, value } from '../../json/rewrite';
import { quote } from '../../text/quote';
import { isRead } from '../entries';
import { pairingIds } from '../pairing/exchange';
import { halvesOf, type LooseHalf } from '../pairing/halves';
import { distanceOfIds } from '../pairing/nearIds';
import type { Pairing } from '../pairing/pairing';
import { writePairingId } from '../pairing/pairingId';
import type { Call, Conversation, PairingId } from '../types';
import { freshIds } from './freshIds';
import { wordsOfOpen, wordsOfResult } from './safety';

/** A fix that makes a call and a result each other's. */
export interface PairOffer {
  readonly call: Call;
  readonly half: LooseHalf;
  readonly title: string;
  readonly does: { readonly kind: 'pair' };
  readonly rewrite: Rewrite;
}

/** Beside the partner that is the likeliest one so many others are offered. */
const MOST_OTHERS = 1;

/** *Pair the result with this call*, the likeliest result first. */
export function offersForCall(conversation: Conversation, pairing: Pairing, call: Call): PairOffer[] {
  if (!mayPair(pairing, call)) return [];
  const partner = partnersOf(conversation, pairing).ofCall.get(call);
  const others = halvesOf(conversation, pairing)
    .resultsFor(call)
    .best.filter((half) => half !== partner && isPairable(half, conversation) && isBehind(half, call));
  const halves = [
    ...(partner === undefined ? [] : [partner]),
    ...others.slice(0, partner === undefined ? 1 + MOST_OTHERS : MOST_OTHERS),
  ];
  return halves.map((half) => offer(conversation, pairing, call, half));
}

/** The same at the other end: of a result, or of a message that names a call's id. */
export function offersForResult(conversation: Conversation, pairing: Pairing, node: JsonNode): PairOffer[] {
  const partner = partnersOf(conversation, pairing).ofHalf.get(node);
  const others = halvesOf(conversation, pairing)
    .callsFor(node)
    .best.flatMap(({ call }) =>
      call === undefined || call === partner?.call || !mayPair(pairing, call) ? [] : [call],
    );
  const half = partner?.half ?? halfOf(conversation, pairing, node, others);
  if (half === undefined) return [];
  const calls = [...(partner === undefined ? [] : [partner.call]), ...others.filter((call) => isBehind(half, call))];
  return calls.slice(0, 1 + MOST_OTHERS).map((call) => offer(conversation, pairing, call, half));
}

function halfOf(conversation: Conversation, pairing: Pairing, node: JsonNode, calls: readonly Call[]) {
  const half = calls.length === 0 ? undefined : halvesOf(conversation, pairing).looseAt(node);
  return half !== undefined && isPairable(half, conversation) ? half : undefined;
}

/** Places that say in which other finding the story goes on. */
export interface RelatedHalf {
  readonly message: string;
  readonly at: JsonNode;
}

/** What could be the call's result, for the finding at the call. */
export function relatedResults(conversation: Conversation, pairing: Pairing, call: Call): RelatedHalf[] {
  return halvesOf(conversation, pairing)
    .resultsFor(call)
    .best.slice(0, 1 + MOST_OTHERS)
    .map((half) => ({ message: `${firstUpper(wordsOfResult(half))} could be its answer`, at: half.node }));
}

/** What could be the result's call, for the finding at the result. */
export function relatedCalls(conversation: Conversation, pairing: Pairing, node: JsonNode): RelatedHalf[] {
  return halvesOf(conversation, pairing)
    .callsFor(node)
    .best.slice(0, 1 + MOST_OTHERS)
    .map((half) => ({ message: `It could answer ${wordsOfOpen(half)}`, at: half.node }));
}

function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Partners {
  readonly ofCall: ReadonlyMap<Call, LooseHalf>;
  readonly ofHalf: ReadonlyMap<JsonNode, { readonly call: Call; readonly half: LooseHalf }>;
}

const known = new WeakMap<Pairing, Partners>();

/** Who most likely belongs to whom, each to one: by their ids, else in their order, close by first. Both ends offer the same. */
function partnersOf(conversation: Conversation, pairing: Pairing): Partners {
  let partners = known.get(pairing);
  if (partners === undefined) {
    partners = findPartners(conversation, pairing);
    known.set(pairing, partners);
  }
  return partners;
}

/** A beginning that is shorter than this may be that of any id. */
const TELLING = 8;

function findPartners(conversation: Conversation, pairing: Pairing): Partners {
  const halves = halvesOf(conversation, pairing);
  const ofCall = new Map<Call, LooseHalf>();
  const ofHalf = new Map<JsonNode, { call: Call; half: LooseHalf }>();
  const take = (call: Call, half: LooseHalf) => {
    ofCall.set(call, half);
    ofHalf.set(half.node, { call, half });
  };
  const loose = halves.allLoose.filter((half) => isPairable(half, conversation));
  const byName = (half: LooseHalf, isFar: boolean) => {
    const named = halves.callsFor(half.node).best.flatMap(({ call, at, reach }) => {
      if (call === undefined || ofCall.has(call) || !mayPair(pairing, call) || at > half.at) return [];
      if (reach <= half.at !== isFar) return [];
      const least = distanceOf(half, call);
      return least === undefined ? [] : [{ call, least, at }];
    });
    const [best] = named.sort((a, b) => a.least - b.least || b.at - a.at);
    if (best !== undefined) take(best.call, half);
  };
  for (const half of loose) byName(half, false);
  const open = halves.allOpen.filter(({ call }) => call !== undefined && mayPair(pairing, call));
  let next = 0;
  /** The open calls of each message in front of the result that is looked at, those without a partner. */
  const waiting: {
    readonly message: Call['message'];
    readonly calls: { call: Call; reach: number }[];
    from: number;
  }[] = [];
  for (const half of loose) {
    for (let one = open[next]; one !== undefined && one.at < half.at; one = open[++next]) {
      const { call, reach, message } = one;
      if (call === undefined || ofCall.has(call)) continue;
      if (waiting.at(-1)?.message !== message) waiting.push({ message, calls: [], from: 0 });
      waiting.at(-1)?.calls.push({ call, reach });
    }
    if (ofHalf.has(half.node)) continue;
    for (let i = waiting.length - 1; i >= 0; i--) {
      const group = waiting[i];
      const first = group?.calls[group.from];
      if (group === undefined || first === undefined) {
        waiting.splice(i, 1);
        continue;
      }
      if (first.reach <= half.at) break;
      group.from++;
      take(first.call, half);
      break;
    }
  }
  // Ids that are counted are all alike: one further off is meant only where none close by is, and no call bears the very id.
  for (const half of loose) {
    const isNamed = half.ids.some(({ fault, text }) => fault === undefined && halves.isDeclared(text));
    if (!ofHalf.has(half.node) && !isNamed) byName(half, true);
  }
  return { ofCall, ofHalf };
}

/** How near a call's id is to one of the result's; a beginning that any id may have tells nothing. */
function distanceOf({ ids }: LooseHalf, call: Call): number | undefined {
  let least: number | undefined;
  for (const { fault, text } of ids) {
    const distance = fault === undefined ? distanceOfIds(text, call.id.text) : undefined;
    if (distance === undefined || (distance === 4 && Math.min(text.length, call.id.text.length) < TELLING)) continue;
    if (least === undefined || distance < least) least = distance;
  }
  return least;
}

/** A call in an order of its own pairs by its place, and one on a wrong role has that fault first. */
function mayPair({ mode, calls }: Pairing, call: Call): boolean {
  const outcome = calls.get(call);
  if (mode === 'order' || outcome === undefined || call.node.kind !== 'object') return false;
  return outcome.kind === 'kept' ? outcome.answer === undefined : outcome.rule !== 'call-on-wrong-role';
}

function isPairable({ kind, message, result }: LooseHalf, { dialect }: Conversation): boolean {
  if (!isRead(message)) return false;
  if (kind === 'result') return result !== undefined && (dialect.results === 'entries' || message.role === 'user');
  return (
    kind === 'stray' && dialect.strayId !== undefined && message.calls.length === 0 && message.roleNode !== undefined
  );
}

function isBehind(half: LooseHalf, call: Call): boolean {
  return half.message.index > call.message.index || half.message === call.message;
}

function offer(conversation: Conversation, pairing: Pairing, call: Call, half: LooseHalf): PairOffer {
  const rewrite: Rewrite = new Map();
  const outcome = pairing.calls.get(call);
  const isOwned = outcome?.kind === 'kept' && call.id.fault === undefined;
  const id = isOwned ? call.id.text : newId(conversation, pairing, call, half);
  if (id !== call.id.text || call.id.fault !== undefined) writePairingId(rewrite, call.node, call.id, id);
  const resultId = ownId(half, id);
  if (resultId.fault !== undefined || resultId.text !== id) writePairingId(rewrite, half.node, resultId, id);
  const { roleNode } = half.message;
  if (half.kind === 'stray' && roleNode !== undefined)
    rewrite.set(roleNode, { kind: 'replace', with: value(conversation.dialect.roleNames.result) });
  return { call, half, title: titleOf(call, half, isOwned ? undefined : id), does: { kind: 'pair' }, rewrite };
}

/** The id to write: of a list of them the one that nobody has. */
function ownId({ ids, message, result }: LooseHalf, id: string): PairingId {
  return ids.find(({ text }) => text === id) ?? ids[0] ?? result?.id ?? message.answerId();
}

/** The id of the result, where no call has it; or else a fresh one for both. */
function newId(conversation: Conversation, pairing: Pairing, call: Call, { ids }: LooseHalf): string {
  const [own] = ids;
  if (own !== undefined && own.fault === undefined && !halvesOf(conversation, pairing).isDeclared(own.text))
    return own.text;
  return freshIdOf(conversation, pairing, call);
}

interface FreshIds {
  readonly make: (id: string) => string;
  readonly ofCall: Map<Call, string>;
}

const fresh = new WeakMap<Pairing, FreshIds>();

/** An id that nobody has, the same whenever it is asked for. */
export function freshIdOf(conversation: Conversation, pairing: Pairing, call: Call): string {
  let ids = fresh.get(pairing);
  if (ids === undefined) {
    ids = { make: freshIds(() => pairingIds(conversation)), ofCall: new Map() };
    fresh.set(pairing, ids);
  }
  let id = ids.ofCall.get(call);
  if (id === undefined) {
    id = ids.make(call.id.fault === undefined ? call.id.text : 'call');
    ids.ofCall.set(call, id);
  }
  return id;
}

function titleOf(call: Call, half: LooseHalf, id: string | undefined): string {
  const result =
    half.kind === 'stray' ? `the ${quote(half.message.roleText)} message` : wordsOfResult(half).replace(/^a /, 'the ');
  if (id === undefined) return `Pair ${result} with the call ${quote(call.id.text)}`;
  const name = call.nameNode?.kind === 'string' ? call.nameNode.text() : '';
  const what = call.id.fault === undefined ? quote(call.id.text) : name === '' ? 'without an id' : `of ${quote(name)}`;
  return `Give the call ${what} and ${result} the id ${quote(id)}`;
}
