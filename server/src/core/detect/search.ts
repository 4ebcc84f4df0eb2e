import type { Dialect, Side, Tier } from '../dialects/index';
import type { JsonNode } from '../json/node';
import {
  bodyDialect,
  isMessagesResponse,
  isRequestBody,
  isResponsesBody,
  type LoneMessage,
  loneMessages,
} from './body';
import { type Found, sortFound } from './found';
import { isAssertionKey, isConversationKey, isDeclarationKey, isRightsKey, sideUnder } from './keys';
import { isAnswerList, judgeList, type ListFacts, nativeDialect, readList, tierOf, type Verdict } from './list';
import { MESSAGE_LIKE, Sign } from './signature';
import { signElement } from './signElement';
import { isDescription } from './veto';

/** Containers seen in the field stand at most some ten levels deep (traces of runs of agents); twice that is data. */
const MAX_DEPTH = 24;
/**
 * Containers looked into since the last conversation was found. A large file that only happens to hold a role ends here,
 * after some milliseconds; one full of conversations is read whole.
 */
const MAX_FRUITLESS = 50_000;

export interface SearchOptions {
  /** A dialect was chosen: lists of other vocabulary and thin evidence count as well. */
  readonly isForced: boolean;
  /** A person or a glob says that the file is a transcript: then a list that is the whole file needs no telling key. */
  readonly isNamed: boolean;
}

/** A container to look into, with what the path to it says. */
interface Place {
  readonly node: JsonNode;
  readonly depth: number;
  /** The nearest property name above. */
  readonly key: string;
  readonly side: Side;
  readonly path: readonly number[];
}

interface Search {
  readonly options: SearchOptions;
  readonly found: Found[];
  readonly queue: Place[];
  fruitless: number;
}

/**
 * All conversations under a root, in document order. Breadth first, so that the cap on fruitless search cuts the depths of
 * a large document and not its surface; a message is never searched for conversations inside.
 */
export function findConversations(root: JsonNode, options: SearchOptions): readonly Found[] {
  const search: Search = { options, found: [], queue: [], fruitless: 0 };
  enqueue(search, { node: root, depth: 0, key: '', side: 'request', path: [] });
  for (let at = 0; at < search.queue.length && search.fruitless < MAX_FRUITLESS; at++) {
    const place = search.queue[at];
    if (place === undefined) break;
    search.fruitless++;
    if (place.node.kind === 'array') visitList(search, place, undefined);
    else visitObject(search, place);
  }
  return sortFound(search.found);
}

function visitObject(search: Search, place: Place): void {
  const { node } = place;
  if (isDescription(node)) return;
  const sign = signElement(node);
  if ((sign & Sign.envelope) !== 0) return;
  if ((sign & MESSAGE_LIKE) !== 0) {
    if (isMessagesResponse(node)) addLone(search, place, { node, path: [] });
    return;
  }
  for (const lone of loneMessages(node)) addLone(search, place, lone);
  const before = search.found.length;
  const empty: Place[] = [];
  for (const [i, { name, value, isShadowed }] of node.properties().entries()) {
    if (isShadowed || isDeclarationKey(name)) continue;
    const child = {
      node: value,
      depth: place.depth + 1,
      key: name,
      side: sideUnder(name) ?? place.side,
      path: [...place.path, i],
    };
    if (value.kind === 'object') enqueue(search, child);
    else if (value.kind === 'array' && value.size > 0) visitList(search, child, node);
    else if (value.kind === 'array') empty.push(child);
  }
  const hasSibling = search.found.length > before;
  for (const child of empty) if (isEmptyConversation(search, child, node, hasSibling)) add(search, child, 'B', node);
}

/**
 * An empty list says nothing itself. It is a conversation without messages where a request was plainly meant, and where it
 * is what a test expects of the conversation beside it.
 */
function isEmptyConversation(search: Search, place: Place, body: JsonNode, hasSibling: boolean): boolean {
  if (isAssertionKey(place.key)) return hasSibling;
  return place.key === 'messages' && (search.options.isForced || isRequestBody(body));
}

function visitList(search: Search, place: Place, body: JsonNode | undefined): void {
  const facts = readList(place.node);
  if (facts === undefined || isAnswerList(place.node, facts)) {
    visitElements(search, place, []);
    return;
  }
  const verdict = judgeList(facts, false, body !== undefined && place.key === 'messages' && isRequestBody(body));
  if (verdict === 'log') return;
  const tier = search.options.isForced
    ? forcedTier(place, facts, verdict)
    : tierIn(search, place, facts, verdict, body);
  if (tier !== undefined) add(search, place, tier, body, facts);
  else if (verdict === 'structure') visitElements(search, place, facts.signatures);
}

/** A chosen dialect takes every list that could be one. */
function forcedTier(place: Place, facts: ListFacts, verdict: Verdict): Tier | undefined {
  const hasMessages = facts.likes + facts.damaged + facts.foreign > 0;
  return hasMessages && (verdict !== 'structure' || isConversationKey(place.key)) ? 'A' : undefined;
}

/** The tier of a list of messages; undefined where evidence is too thin for its place, or the place is another's. */
function tierIn(
  search: Search,
  place: Place,
  facts: ListFacts,
  verdict: Verdict,
  body: JsonNode | undefined,
): Tier | undefined {
  if (verdict !== 'ours') return undefined;
  const isVouched = isConversationKey(place.key) || (search.options.isNamed && place.depth === 0);
  const tier = tierOf(facts, isVouched);
  if (tier !== 'A' && isRightsKey(place.key)) return undefined;
  const isPlain = facts.native.chat + facts.native.flat === 0;
  return place.key === 'input' && isPlain && body !== undefined && isResponsesBody(body) ? undefined : tier;
}

function visitElements(search: Search, place: Place, signatures: readonly number[]): void {
  for (const [i, node] of place.node.items().entries()) {
    if (((signatures[i] ?? 0) & (MESSAGE_LIKE | Sign.foreign)) !== 0) continue;
    enqueue(search, { ...place, node, depth: place.depth + 1, path: [...place.path, i] });
  }
}

function enqueue(search: Search, place: Place): void {
  const isContainer = place.node.kind === 'array' || place.node.kind === 'object';
  if (isContainer && place.node.size > 0 && place.depth <= MAX_DEPTH) search.queue.push(place);
}

function add(search: Search, place: Place, tier: Tier, body: JsonNode | undefined, facts?: ListFacts): void {
  search.fruitless = 0;
  const native = facts === undefined ? undefined : nativeDialect(facts);
  search.found.push({
    list: place.node,
    isLone: false,
    body,
    side: place.side,
    tier,
    dialect: native ?? (body === undefined ? undefined : bodyDialect(body)),
    signatures: facts?.signatures ?? [],
    path: place.path,
  });
}

function addLone(search: Search, place: Place, { node, path }: LoneMessage): void {
  const sign = signElement(node);
  search.fruitless = 0;
  search.found.push({
    list: node,
    isLone: true,
    body: undefined,
    side: place.side === 'assertion' ? 'assertion' : 'response',
    tier: (sign & Sign.strong) !== 0 ? 'A' : 'B',
    dialect: loneDialect(node, sign),
    signatures: [sign],
    path: [...place.path, ...path],
  });
}

function loneDialect(message: JsonNode, sign: number): Dialect {
  if (isMessagesResponse(message)) return 'messages';
  return (sign & Sign.flatCall) !== 0 && (sign & Sign.chatCall) === 0 ? 'flat' : 'chat';
}
