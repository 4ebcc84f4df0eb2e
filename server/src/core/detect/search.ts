import type { JsonNode } from '../json/node';
import type { Dialect, Side, Tier } from '../model/types';
import { ANSWER_KEYS, bodyDialect, isRequestBody, type LoneAnswer, loneAnswers } from './body';
import { isForeignList } from './foreign';
import { type Found, type Path, sortFound } from './found';
import { traitsOfKey } from './keys';
import { isAnswerList, judgeList, type ListFacts, readList, tierOf, type Verdict } from './list';
import { majorityDialect } from './majority';
import { MESSAGE_LIKE, Sign } from './signature';
import { signElement } from './signElement';
import { isTraceKey, type Setting, settingOf } from './traces';
import { DESCRIPTION_KEYS, isDescription } from './veto';
import { isListKey } from './vocabulary';

/** Containers seen in the field stand at most some ten levels deep (traces of runs of agents); twice that is data. */
const MAX_DEPTH = 24;
/**
 * Containers looked into since the last conversation was found. A large file that only happens to hold a role ends here,
 * after some milliseconds; one full of conversations is read whole.
 */
const MAX_FRUITLESS = 20_000;

const MARK_DESCRIPTION = 1;
const MARK_MESSAGE = 2;
const MARK_ANSWER = 4;

const MESSAGE_KEYS = ['role', 'uuid', 'info', 'payload', 'data', 'message'];

/** Property names without which a question about an object need not be asked: most objects of most files have none. */
const MARKS: ReadonlyMap<string, number> = new Map([
  ...[...DESCRIPTION_KEYS, 'properties'].map((key) => [key, MARK_DESCRIPTION] as const),
  ...MESSAGE_KEYS.map((key) => [key, MARK_MESSAGE] as const),
  ...ANSWER_KEYS.map((key) => [key, MARK_ANSWER | (MESSAGE_KEYS.includes(key) ? MARK_MESSAGE : 0)] as const),
]);

/** Whether a search gave up before it had looked at everything. */
export interface SearchLimit {
  isReached: boolean;
}

export interface SearchOptions {
  readonly limit?: SearchLimit;
  /** A dialect was chosen: lists of other vocabulary and thin evidence count as well. */
  readonly isForced: boolean;
  /** A person or a glob says that the file is a transcript: then a list that is the whole file needs no telling key. */
  readonly isNamed: boolean;
  /** How the document was read before. */
  readonly keptDialect?: Dialect | undefined;
}

/** A container to look into, with what the way to it says. */
interface Place {
  readonly node: JsonNode;
  readonly depth: number;
  /** The nearest property name above. */
  readonly key: string;
  readonly side: Side;
  readonly path: Path | undefined;
  /** Inside an instrument's record, or a record of traffic. */
  readonly setting: Setting;
  /** Of a list: signatures of its elements, where they were read; messages are not looked into. */
  readonly signatures?: readonly number[];
}

interface Search {
  readonly options: SearchOptions;
  readonly found: Found[];
  /** Objects, and lists whose elements are still to be looked into. */
  readonly queue: Place[];
  fruitless: number;
}

/**
 * All conversations under a root, in document order. Breadth first, so that the cap on fruitless search cuts the depths of
 * a large document and not its surface; a message is never searched for conversations inside.
 */
export function findConversations(root: JsonNode, options: SearchOptions): readonly Found[] {
  const search: Search = { options, found: [], queue: [], fruitless: 0 };
  visit(search, { node: root, depth: 0, key: '', side: 'request', path: undefined, setting: undefined });
  for (let at = 0; at < search.queue.length && search.fruitless < MAX_FRUITLESS; at++) {
    const place = search.queue[at];
    if (place?.node.kind === 'array') visitElements(search, place);
    else if (place !== undefined) visitObject(search, place);
  }
  if (search.fruitless >= MAX_FRUITLESS && options.limit !== undefined) options.limit.isReached = true;
  return sortFound(search.found);
}

/** A list is judged at once, so that the object around it knows; objects wait for their turn. */
function visit(search: Search, place: Place): void {
  if (place.depth > MAX_DEPTH || place.node.size === 0) return;
  if (place.node.kind === 'array') visitList(search, place, undefined);
  else if (place.node.kind === 'object') search.queue.push(place);
}

function visitElements(search: Search, place: Place): void {
  const items = place.node.items();
  for (let i = 0; i < items.length && search.fruitless < MAX_FRUITLESS; i++) {
    const node = items[i];
    if (node === undefined || ((place.signatures?.[i] ?? 0) & (MESSAGE_LIKE | Sign.foreign)) !== 0) continue;
    const { depth, key, side, path, setting } = place;
    const element: Place = { node, depth: depth + 1, key, side, path: { above: path, index: i }, setting };
    if (node.kind === 'object') visitObject(search, element);
    else visit(search, element);
  }
}

function visitObject(search: Search, place: Place): void {
  const { node } = place;
  search.fruitless++;
  const properties = node.properties();
  const marks = properties.reduce((all, { name }) => all | (MARKS.get(name) ?? 0), 0);
  if ((marks & MARK_DESCRIPTION) !== 0 && isDescription(node)) return;
  const sign = (marks & MARK_MESSAGE) !== 0 ? signElement(node) : 0;
  if ((sign & Sign.envelope) !== 0) return;
  if ((sign & MESSAGE_LIKE) !== 0) {
    if ((marks & MARK_ANSWER) !== 0) addAnswer(search, place);
    return;
  }
  if ((marks & MARK_ANSWER) !== 0) for (const lone of loneAnswers(node)) addLone(search, place, lone);
  const inside = settingOf(node, properties, place.setting);
  const before = search.found.length;
  const empty: Place[] = [];
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i];
    if (property === undefined || property.isShadowed) continue;
    const { name: key, value } = property;
    if (value.kind !== 'object' && value.kind !== 'array') continue;
    const traits = traitsOfKey(key);
    if (traits.isDeclaration) continue;
    const path = { above: place.path, index: i };
    const setting = inside ?? (isTraceKey(key) ? 'trace' : undefined);
    const child: Place = { node: value, depth: place.depth + 1, key, side: traits.side ?? place.side, path, setting };
    if (value.kind === 'object') visit(search, child);
    else if (value.size > 0) visitList(search, child, node);
    else empty.push(child);
  }
  const hasSibling = search.found.length > before;
  for (const child of empty) if (isEmptyConversation(search, child, node, hasSibling)) add(search, child, 'B', node);
}

/**
 * An empty list says nothing itself. It is a conversation without messages where a request was plainly meant, and where it
 * is what a test expects of the conversation beside it.
 */
function isEmptyConversation(search: Search, place: Place, body: JsonNode, hasSibling: boolean): boolean {
  if (traitsOfKey(place.key).isAssertion) return hasSibling;
  return isListKey(place.key) && (search.options.isForced || isRequestBody(body));
}

function visitList(search: Search, place: Place, body: JsonNode | undefined): void {
  if (place.depth > MAX_DEPTH) return;
  search.fruitless++;
  const facts = readList(place.node);
  if (facts === undefined || isAnswerList(place.node, facts)) {
    search.queue.push(place);
    return;
  }
  const verdict = judgeList(facts, false, body !== undefined && isListKey(place.key) && isRequestBody(body));
  if (verdict === 'log') return;
  const tier = search.options.isForced
    ? forcedTier(place, facts, verdict)
    : tierIn(search, place, facts, verdict, body);
  if (tier !== undefined) add(search, place, tier, body, facts);
  else if (verdict === 'structure') search.queue.push({ ...place, signatures: facts.signatures });
}

/** A chosen dialect takes every list that could be one. */
function forcedTier(place: Place, facts: ListFacts, verdict: Verdict): Tier | undefined {
  const hasMessages = facts.likes + facts.damaged + facts.foreign > 0;
  return hasMessages && (verdict !== 'structure' || traitsOfKey(place.key).isConversation) ? 'A' : undefined;
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
  const { isConversation, isRights } = traitsOfKey(place.key);
  const tier = tierOf(facts, isConversation || isListKey(place.key) || (search.options.isNamed && place.depth === 0));
  if (tier !== 'A' && isRights) return undefined;
  return facts.entryNative === 0 && body !== undefined && isForeignList(place.key, body) ? undefined : tier;
}

function add(search: Search, place: Place, tier: Tier, body: JsonNode | undefined, facts?: ListFacts): void {
  search.fruitless = 0;
  const ofBody = body === undefined ? undefined : bodyDialect(body);
  const native =
    facts === undefined ? undefined : majorityDialect(facts.signatures, search.options.keptDialect, ofBody);
  search.found.push({
    list: place.node,
    isLone: false,
    body,
    side: place.side,
    tier: place.setting === 'trace' ? 'C' : tier,
    isTrace: place.setting === 'trace',
    dialect: native ?? ofBody,
    signatures: facts?.signatures ?? [],
    path: place.path,
  });
}

/** A message that is itself a recorded answer. */
function addAnswer(search: Search, place: Place): void {
  const answer = loneAnswers(place.node).find(({ path }) => path.length === 0);
  if (answer !== undefined) addLone(search, place, answer);
}

function addLone(search: Search, place: Place, { node, path, sign, dialect, isCertain }: LoneAnswer): void {
  search.fruitless = 0;
  search.found.push({
    list: node,
    isLone: true,
    body: undefined,
    side: place.side === 'assertion' ? 'assertion' : 'response',
    tier: place.setting === 'trace' ? 'C' : isCertain === true || (sign & Sign.strong) !== 0 ? 'A' : 'B',
    isTrace: place.setting === 'trace',
    dialect,
    signatures: [sign],
    path: path.reduce<Path | undefined>((above, index) => ({ above, index }), place.path),
  });
}
