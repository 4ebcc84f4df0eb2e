import { convertConversation } from '../convert/convertConversation';
import { dialectOf } from '../dialects/index';
import { type JsonNode, pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { RowsNode } from '../json/rows';
import { mixtureOf } from '../model/mixed';
import type { Conversation } from '../model/types';
import { LossLog } from '../transfer/lossLog';
import type { Addition, Fallback, Loss } from '../transfer/types';
import { nothingFound, refusal, refusedCalls } from './convertRefusals';
import { settingsFor } from './convertSettings';
import type { ConversionProblem, ConversionSettings, Place, RootConversion, Source } from './convertTypes';
import type { Subject } from './subject';

/** Whether a conversion touches a conversation. */
export function isWritable(conversation: Conversation, source: Source): boolean {
  if (reasonToLeave(conversation, source.subject) !== undefined) return false;
  const row = source.subject.root instanceof RowsNode ? rowOf(conversation.list) : undefined;
  return row === undefined || !(faultyRows(source.subject).has(row) || source.refusedRows.has(row));
}

/** The conversations of a document, or of each row of JSON Lines for itself. */
export function convertLists({ subject, refusedRows }: Source, settings: ConversionSettings): RootConversion {
  const { root } = subject;
  // A list in a message that normalization took out went with it.
  const conversations = subject.conversations.filter(({ list }) => rootOf(list) === root);
  const owners = ownersOf(conversations);
  const made = new Gathering();
  // Each row is a document of its own: what keeps one from being converted holds up no other.
  const isApart = root instanceof RowsNode && conversations.every(({ list }) => list !== root);
  if (isApart) {
    tellFaults(subject, made);
    for (const [row, group] of byRow(conversations)) {
      if (faultyRows(subject).has(row)) continue;
      const known = refusedRows.get(row);
      const part = known === undefined ? convertGroup(group, owners, subject, settings) : undefined;
      const refused = known ?? (part === undefined ? [] : refusedCalls(part.lossLog));
      if (part === undefined || refused.length > 0) made.refuseRow(row, refused);
      else made.add(part, []);
    }
  } else {
    for (const { rule, row, message } of outerFaults(subject))
      made.unread.push(refusal(rule, rowPointer(row), message));
    const part = convertGroup(conversations, owners, subject, settings);
    made.add(part, refusedCalls(part.lossLog));
  }
  const isFound = made.places.length > 0 || made.refused.length > 0 || made.refusedRows.size > 0;
  if (!isFound && !subject.isChunk) made.refused.push(nothingFound(made.left));
  return made;
}

/** What the groups of a document make together. */
class Gathering implements RootConversion {
  readonly rewrite: Rewrite = new Map();
  readonly whole = undefined;
  readonly places: Place[] = [];
  readonly lossLog = { fallbacks: [] as Fallback[], lost: [] as Loss[], added: [] as Addition[] };
  readonly left: Loss[] = [];
  readonly refused: ConversionProblem[] = [];
  readonly unread: ConversionProblem[] = [];
  readonly refusedRows = new Map<number, readonly ConversionProblem[]>();
  readonly cut = new Set<JsonNode>();

  add({ rewrite, places, lossLog, left, unread, cut }: Group, refused: readonly ConversionProblem[]): void {
    for (const [node, change] of rewrite) this.rewrite.set(node, change);
    for (const one of places) this.places.push(one);
    for (const one of lossLog.fallbacks) this.lossLog.fallbacks.push(one);
    for (const one of lossLog.lost) this.lossLog.lost.push(one);
    for (const one of lossLog.added) this.lossLog.added.push(one);
    for (const one of left) this.left.push(one);
    for (const one of unread) this.unread.push(one);
    for (const one of refused) this.refused.push(one);
    for (const one of cut) this.cut.add(one);
  }

  refuseRow(row: number, refused: readonly ConversionProblem[]): void {
    this.refusedRows.set(row, refused);
    this.left.push({ pointer: rowPointer(row), reason: 'a call in it cannot be sent' });
    for (const one of refused) this.unread.push(one);
  }
}

interface Group extends Pick<RootConversion, 'rewrite' | 'left' | 'unread' | 'places' | 'cut'> {
  readonly lossLog: LossLog;
}

function convertGroup(
  conversations: readonly Conversation[],
  owners: ReadonlyMap<JsonNode, JsonNode>,
  subject: Subject<unknown>,
  settings: ConversionSettings,
): Group {
  const lossLog = new LossLog();
  const rewrite: Rewrite = new Map();
  const places: Place[] = [];
  const left: Loss[] = [];
  const unread: ConversionProblem[] = [];
  const cut = new Set<JsonNode>();
  for (const conversation of conversations) {
    const { list, model, isRow } = conversation;
    const reason = reasonToLeave(conversation, subject);
    if (reason !== undefined) {
      left.push({ pointer: pointerOf(list), reason });
      if (reason === UNREADABLE) unread.push(refusal('syntax-error', pointerOf(list), UNREADABLE_LIST));
      if (reason === MIXED) unread.push(mixedRefusal(conversation));
      continue;
    }
    const own = settingsFor(settings, model);
    const before = lossLog.cutOff;
    const pointer = convertConversation(conversation, { settings: own, lossLog, rewrite, owners });
    if (lossLog.cutOff > before) cut.add(list);
    places.push({ pointer, dialect: own.to, target: own.target, model: settings.model ?? model, isRow });
  }
  return { rewrite, places, lossLog, left, unread, cut };
}

function byRow(conversations: readonly Conversation[]): ReadonlyMap<number, readonly Conversation[]> {
  const rows = new Map<number, Conversation[]>();
  for (const conversation of conversations) {
    const row = rowOf(conversation.list) ?? 0;
    const group = rows.get(row);
    if (group === undefined) rows.set(row, [conversation]);
    else group.push(conversation);
  }
  return rows;
}

function rootOf(node: JsonNode): JsonNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}

/** The row of the file that a node stands in. */
export function rowOf(node: JsonNode): number | undefined {
  let at = node;
  while (at.parent?.parent !== undefined) at = at.parent;
  return typeof at.key === 'number' && at.parent !== undefined ? at.key + (at.parent.firstIndex ?? 0) : undefined;
}

export function rowPointer(row: number | undefined): string {
  return row === undefined ? '' : `/${row}`;
}

/** Rows with a fault stay as they are, whether a conversation is in them or not. */
function tellFaults(subject: Subject<unknown>, made: Gathering): void {
  for (const row of [...faultyRows(subject)].sort((a, b) => a - b)) {
    made.left.push({ pointer: rowPointer(row), reason: UNREADABLE });
  }
  for (const { rule, message, row } of subject.problems) made.unread.push(refusal(rule, rowPointer(row), message));
}

const known = new WeakMap<JsonNode, ReadonlySet<number>>();

/** Rows that have a fault, and those that one before them tore along. */
function faultyRows({ root, problems }: Subject<unknown>): ReadonlySet<number> {
  let rows = known.get(root);
  if (rows === undefined) {
    const found = new Set(problems.flatMap(({ row }) => row ?? []));
    for (const [index, row] of root.items().entries()) {
      if (row.kind === 'other') found.add(index + (root.firstIndex ?? 0));
    }
    rows = found;
    known.set(root, rows);
  }
  return rows;
}

/** Faults of a text that lie in no conversation: those inside one are told with it. */
function outerFaults(subject: Subject<unknown>): Subject<unknown>['problems'] {
  return subject.conversations.some((one) => subject.hasFaultIn(one)) ? [] : subject.problems;
}

const UNREADABLE_LIST = 'The conversation does not parse and is left as it is. Mend it first.';

/** The list that the instructions of a body speak for: the one that is sent, or else the first request in it. */
function ownersOf(conversations: readonly Conversation[]): ReadonlyMap<JsonNode, JsonNode> {
  const owners = new Map<JsonNode, JsonNode>();
  for (const { body, dialect, list, side } of conversations) {
    if (body === undefined || owners.has(body)) continue;
    const named = dialect.lists.map(({ key }) => body.get(key)).find((one) => one?.kind === 'array');
    if (named !== undefined) owners.set(body, named);
    else if (side === 'request' && list.kind === 'array') owners.set(body, list);
  }
  return owners;
}

function reasonToLeave(conversation: Conversation, subject: Subject<unknown>): string | undefined {
  if (conversation.side === 'response') return 'a recorded answer and no request';
  if (conversation.side === 'assertion') return 'what a test expects, and no request';
  if (conversation.list.kind !== 'array') return 'a single message and no list';
  if (dialectOf(conversation.dialect.id).transfer === undefined) return 'a dialect that no conversion reads';
  if (subject.hasFaultIn(conversation)) return UNREADABLE;
  // A pair that stands in two shapes would be taken apart.
  return mixtureOf(conversation).foreign.length > 0 ? MIXED : undefined;
}

const UNREADABLE = 'it does not parse';
const MIXED = 'it mixes dialects';

function mixedRefusal(conversation: Conversation): ConversionProblem {
  const { foreign, misread } = mixtureOf(conversation);
  const pointer = pointerOf(foreign[0]?.node ?? conversation.list);
  const list = conversation.dialect.title;
  return refusal(
    'mixed-dialects',
    pointer,
    misread === undefined
      ? `The list of ${list} holds calls or results of another dialect, and is left as it is. Write them in one first.`
      : `The list is read as ${list}, but it is ${misread.title}, and is left as it is. Convert it from "${misread.id}".`,
  );
}
