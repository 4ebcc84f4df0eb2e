import { dialectOf, plainDialect as plainest } from '../dialects/index';
import { has, type JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { bodyDialect, isRequestBody } from './body';
import { evidenceOf } from './evidence';
import type { Found } from './found';
import { HabitCount } from './habit';
import { isAnswerList, judgeList, readList, tierOf } from './list';
import { majorityDialect } from './majority';
import { findConversations, type SearchOptions } from './search';
import { Sign } from './signature';
import { signElement } from './signElement';
import type { DetectedConversation, Detection, DetectOptions, RowHabit, RowsOutlook } from './types';
import { isForeignName, isVetoedRoot } from './veto';
import { LIST_KEYS } from './vocabulary';

export { hasTranscriptText, mayBeTranscript, mayHoldTranscripts } from './gate';
export { majorityDialect, nativeDialect } from './majority';
export { signElement } from './signElement';
export type { RowsOutlook } from './types';

/** Rows looked into before the first conversation: JSONL of something else ends here. */
export const MAX_FRUITLESS_ROWS = 2_000;

/** The conversations of a document that are of a dialect read here; undefined when there is none. */
export function detectDocument(root: JsonNode, options: DetectOptions): Detection | undefined {
  const isForced = options.dialect !== undefined;
  if (!isForced && (isForeignName(options.uri) || isVetoedRoot(root))) return undefined;
  const { keptDialect } = options;
  const limit = { isReached: false };
  const search: SearchOptions = { isForced, isNamed: options.isNamed === true, keptDialect, limit };
  if (options.outlook !== undefined) return detectStretch(root, search, options.outlook, options.dialect);
  const found = options.isRows ? findInRows(root, search) : findInDocument(root, search);
  if (found === undefined || found.conversations.length === 0) return undefined;
  const isRow = found.container === 'rows';
  const conversations = readyConversations(
    found.conversations,
    plainDialect(decidedBy(found.conversations), keptDialect),
    options.dialect,
    isRow,
  );
  const evidence = evidenceOf(conversations);
  return { container: found.container, conversations, evidence, isCut: limit.isReached };
}

interface FoundIn {
  readonly container: Detection['container'];
  readonly conversations: readonly Found[];
}

function findInDocument(root: JsonNode, options: SearchOptions): FoundIn {
  const conversations = findConversations(root, options);
  if (conversations.length === 0 && options.isNamed) {
    const broken = brokenRequest(root);
    if (broken !== undefined) return { container: 'document', conversations: [broken] };
  }
  // A dialect was chosen for a bare list in which nothing looks like a message: it is read all the same.
  const isBareList = options.isForced && conversations.length === 0 && root.kind === 'array';
  return { container: 'document', conversations: isBareList ? [wholeList(root)] : conversations };
}

/** A file that somebody named, with a request whose every entry is broken: `null`, or an object that has but a role or content. */
function brokenRequest(root: JsonNode): Found | undefined {
  const list = listIn(root);
  if (list === undefined || list.size === 0 || !isRequestBody(root)) return undefined;
  const isMeant = list.items().every((entry) => entry.kind === 'null' || has(entry, 'role') || has(entry, 'content'));
  if (!isMeant || list.items().some((entry) => (signElement(entry) & Sign.foreign) !== 0)) return undefined;
  return { ...wholeList(list), body: root, dialect: bodyDialect(root) };
}

/** The list that a body has under a name for one. */
export function listIn(body: JsonNode): JsonNode | undefined {
  return LIST_KEYS.map((key) => body.get(key)).find((list) => list?.kind === 'array');
}

function findInRows(root: JsonNode, options: SearchOptions): FoundIn | undefined {
  const facts = readList(root);
  if (facts !== undefined && !isAnswerList(root, facts)) {
    const verdict = judgeList(facts, true, false);
    if (verdict === 'log' || (verdict === 'foreign' && !options.isForced)) return undefined;
    if (verdict === 'ours' || verdict === 'foreign') {
      const tier = options.isForced ? 'A' : tierOf(facts, options.isNamed);
      if (tier === undefined) return undefined;
      const { signatures } = facts;
      const rows = { ...wholeList(root), tier, dialect: majorityDialect(signatures, options.keptDialect), signatures };
      return { container: 'message-rows', conversations: [rows] };
    }
  }
  const conversations = findInEachRow(root, options);
  return options.isForced && conversations.length === 0
    ? { container: 'message-rows', conversations: [wholeList(root)] }
    : { container: 'rows', conversations };
}

function findInEachRow(root: JsonNode, options: SearchOptions): readonly Found[] {
  const found: Found[] = [];
  for (const [index, row] of root.items().entries()) {
    if (found.length === 0 && index >= MAX_FRUITLESS_ROWS) break;
    if (row.kind === 'object' || row.kind === 'array') addAll(found, findConversations(row, options));
  }
  const habit = habitOf(found, root.size, root);
  return habit === undefined ? found : [...found, ...brokenRows(root, found, habit)];
}

/** One row may hold more conversations than a call takes arguments. */
function addAll(found: Found[], more: readonly Found[]): void {
  for (const one of more) found.push(one);
}

function detectStretch(
  root: JsonNode,
  search: SearchOptions,
  { firstRow, plain, habit }: RowsOutlook,
  chosen: Dialect | undefined,
): Detection | undefined {
  if (firstRow === undefined) return undefined;
  const found: Found[] = [];
  for (const row of root.items()) {
    if (row.kind === 'object' || row.kind === 'array') addAll(found, findConversations(row, search));
  }
  if (habit !== undefined) addAll(found, brokenRows(root, found, habit));
  const conversations = readyConversations(found, dialectOf(plain), chosen, true);
  return { container: 'rows', conversations, evidence: [], isCut: search.limit?.isReached === true };
}

function habitOf(found: readonly Found[], rows: number, root: JsonNode): RowHabit | undefined {
  const count = new HabitCount();
  for (const one of found) count.add(one, root);
  return count.of(rows);
}

/** Rows that have a list where most rows have their conversation: training data with a broken row, not a row of something else. */
function brokenRows(root: JsonNode, found: readonly Found[], { key, side, tier, isTrace }: RowHabit): Found[] {
  const holders = new Set(found.flatMap(({ body }) => body ?? []));
  return root.items().flatMap((row): Found[] => {
    const list = holders.has(row) ? undefined : row.get(key);
    if (list?.kind !== 'array' || list.items().some((entry) => (signElement(entry) & Sign.foreign) !== 0)) return [];
    return [{ ...wholeList(list), body: row, side, tier, isTrace }];
  });
}

function wholeList(root: JsonNode): Found {
  return {
    list: root,
    isLone: false,
    body: undefined,
    side: 'request',
    tier: 'A',
    isTrace: false,
    dialect: undefined,
    signatures: readList(root)?.signatures ?? root.items().map(() => 0),
    path: undefined,
  };
}

/**
 * Plain conversations take the dialect of the others where these agree: a file holds the histories of one program. Alone,
 * role and text are what they were read as before, or else Chat Completions.
 */
export function plainDialect(decided: ReadonlySet<Dialect>, kept: Dialect = plainest): Dialect {
  const [only] = decided;
  return decided.size === 1 && only !== undefined ? only : kept;
}

function decidedBy(found: readonly Found[]): ReadonlySet<Dialect> {
  return new Set(found.flatMap(({ dialect }) => dialect ?? []));
}

function readyConversations(
  found: readonly Found[],
  plain: Dialect,
  chosen: Dialect | undefined,
  isRow: boolean,
): readonly DetectedConversation[] {
  return found.map(({ list, isLone, body, side, tier, isTrace, dialect, signatures }) => ({
    list,
    isLone,
    body,
    dialect: chosen ?? dialect ?? plain,
    side,
    tier: chosen === undefined ? tier : 'A',
    isTrace: isTrace && chosen === undefined,
    isRow,
    signatures,
  }));
}
