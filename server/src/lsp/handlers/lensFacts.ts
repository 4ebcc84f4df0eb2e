import {
  type Analysis,
  type Conversation,
  type ConversationSummary,
  dialectTitle,
  nodeAt,
  shortDialectName,
  tokensOf,
} from '../../core/index';
import type { OpenDocument } from '../openDocument';
import type { Shown } from '../view/shown';
import { counted } from './wholeFile';

/** What is known of the conversations of one state of a text, by their pointers; for rows, by the number of the row. */
export interface LensFacts {
  readonly conversations: ReadonlyMap<string, ConversationSummary>;
  /** As read: in the same order as the analysis has them. */
  readonly read: ReadonlyMap<string, Conversation>;
  /** Problems of each conversation; those of the file itself have none. */
  readonly problems: ReadonlyMap<string, number>;
  readonly rows: RowFacts | undefined;
}

export interface RowFacts {
  readonly count: number;
  /** The summary of each row that holds a conversation. */
  readonly of: ReadonlyMap<number, ConversationSummary>;
  /** Rows that do not parse, each with the offset of its first fault. */
  readonly broken: ReadonlyMap<number, number>;
  readonly problems: ReadonlyMap<number, number>;
}

interface Known {
  readonly edited: OpenDocument['edited'];
  readonly held: number;
  readonly facts: LensFacts;
}

const known = new WeakMap<Analysis, Known>();

/** Looked at once for each state of the text and of what is shown of it, in one pass over conversations and findings. */
export function lensFacts(document: OpenDocument): LensFacts {
  const analysis = document.analysis();
  const last = known.get(analysis);
  // What is held back is shown when its time has come, which no text tells.
  if (last !== undefined && last.held === 0 && last.edited === document.edited) return last.facts;
  const { shown, held } = document.view();
  const facts = gather(document, analysis, shown);
  known.set(analysis, { edited: document.edited, held, facts });
  return facts;
}

/** Whether the lines say less than there is, because somebody may not have finished typing. */
export function isHeldBack(document: OpenDocument): boolean {
  return (known.get(document.analysis())?.held ?? 0) > 0;
}

function gather(document: OpenDocument, { conversations, container }: Analysis, shown: readonly Shown[]): LensFacts {
  const problems = new Map<string, number>();
  const problemRows = new Map<number, number>();
  const isRows = container === 'rows';
  // Hints are style; Problems does not list them either.
  for (const { finding } of shown) {
    const { severity, conversation, pointer } = finding;
    if (severity === 'hint') continue;
    if (isRows) {
      const row = rowOf(pointer);
      if (row !== undefined) problemRows.set(row, (problemRows.get(row) ?? 0) + 1);
      continue;
    }
    // What is still shown of an earlier state counts conversations as they were then; its place says which one it is of.
    const isOf = (one: ConversationSummary | undefined) =>
      pointer === one?.pointer || pointer.startsWith(`${one?.pointer}/`);
    const named = conversations[conversation];
    const of = isOf(named) ? named : conversations.find(isOf);
    if (of !== undefined) problems.set(of.pointer, (problems.get(of.pointer) ?? 0) + 1);
  }
  const read = document.transcript.conversations;
  return {
    conversations: new Map(conversations.map((summary) => [summary.pointer, summary])),
    read: new Map(conversations.flatMap(({ pointer }, at) => (read[at] === undefined ? [] : [[pointer, read[at]]]))),
    problems,
    rows: isRows ? rowFacts(document, conversations, problemRows) : undefined,
  };
}

function rowFacts(
  { transcript }: OpenDocument,
  conversations: readonly ConversationSummary[],
  problems: ReadonlyMap<number, number>,
): RowFacts {
  const of = new Map<number, ConversationSummary>();
  for (const summary of conversations) {
    const row = rowOf(summary.pointer);
    if (row !== undefined && !of.has(row)) of.set(row, summary);
  }
  const broken = new Map<number, number>();
  for (const { row, start } of transcript.problems) {
    if (row !== undefined && !broken.has(row)) broken.set(row, start);
  }
  return { count: transcript.root?.size ?? 0, of, broken, problems };
}

function rowOf(pointer: string): number | undefined {
  const row = /^\/(\d+)/.exec(pointer)?.[1];
  return row === undefined ? undefined : Number(row);
}

/** "OpenAI chat → azure"; the project's own shape is checked by its own rules, which needs no saying. */
export function shapeText({ dialect, target }: Pick<ConversationSummary, 'dialect' | 'target'>): string {
  return target === 'own' ? dialectTitle(dialect) : `${dialectTitle(dialect)} → ${target}`;
}

/** "OpenAI chat → azure · 62 turns · 5 tools · ~8.1k tokens" */
export function headText({ read }: LensFacts, summary: ConversationSummary): string {
  const conversation = read.get(summary.pointer);
  const names = new Set(
    conversation?.messages.flatMap(({ calls }) => calls.map((call) => call.nameNode?.text() ?? '')),
  );
  return joined([
    shapeText(summary),
    counted(summary.turns, 'turn'),
    counted(names.size, 'tool'),
    // A request in a string is not counted.
    conversation === undefined ? '' : `~${shortCount(tokensOf(conversation))} tokens`,
  ]);
}

/** "4 problems", "no problems", or why nobody looked. */
export function problemsText(document: OpenDocument, facts: LensFacts, pointer: string): string {
  const count = facts.problems.get(pointer) ?? 0;
  const fault = notCheckedText(document, facts.conversations.get(pointer));
  if (fault !== '') return joined([counted(count, 'problem'), fault]);
  return count === 0 ? 'no problems' : counted(count, 'problem');
}

/** "not checked: syntax error at line 7"; empty where all was read. Without a summary, of a text in which none is found any more. */
function notCheckedText(document: OpenDocument, summary: ConversationSummary | undefined): string {
  if (summary !== undefined)
    return summary.notChecked === undefined ? '' : `not checked: ${summary.notChecked.message}`;
  const [first] = document.transcript.problems;
  return first === undefined ? 'not checked' : syntaxErrorText(document, first.start);
}

export function syntaxErrorText(document: OpenDocument, offset: number): string {
  return `not checked: syntax error at line ${document.positionAt(offset).line + 1}`;
}

/** "not checked: syntax error at line 7", "2 of 40 rows not checked"; null where all was read. */
export function uncheckedText(document: OpenDocument): string | null {
  const { rows, conversations } = lensFacts(document);
  const unchecked = [...conversations.values()].filter(({ notChecked }) => notChecked !== undefined);
  if (rows !== undefined) {
    const faulty = new Set([...rows.broken.keys(), ...unchecked.flatMap(({ pointer }) => rowOf(pointer) ?? [])]);
    return faulty.size === 0 ? null : `${faulty.size} of ${counted(rows.count, 'row')} not checked`;
  }
  const [first] = unchecked;
  if (first === undefined) return null;
  const text = notCheckedText(document, first);
  return conversations.size === 1
    ? text
    : `${unchecked.length} of ${counted(conversations.size, 'conversation')} ${text}`;
}

/** "40 rows · 39 chat, 1 broken · 9 problems in 5 rows · next" */
export function rowsText({ count, of, broken, problems }: RowFacts, shown: number): string {
  const kinds = new Map<string, number>();
  const add = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [row, { dialect }] of of) if (!broken.has(row)) add(shortDialectName(dialect));
  const others = count - [...kinds.values()].reduce((sum, one) => sum + one, 0) - broken.size;
  const parts = [...kinds].map(([kind, many]) => `${shortCount(many)} ${kind}`);
  if (broken.size > 0) parts.push(`${shortCount(broken.size)} broken`);
  if (others > 0) parts.push(`${shortCount(others)} other`);
  const all = [...problems.values()].reduce((sum, one) => sum + one, 0);
  const where = shown < problems.size ? `; the first ${shown} have a line` : '';
  return joined([
    counted(count, 'row'),
    parts.join(', '),
    all === 0 ? 'no problems' : `${counted(all, 'problem')} in ${counted(problems.size, 'row')}${where}`,
    all === 0 ? '' : 'next',
  ]);
}

/** 812, 8.1k, 120k */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = count / 1000;
  return thousands < 99.95
    ? `${(Math.round(thousands * 10) / 10).toString()}k`
    : `${Math.round(thousands).toLocaleString('en-US')}k`;
}

/** Where the line of one of several conversations stands: above its request, where it has one. */
export function placeOf(document: OpenDocument, facts: LensFacts, pointer: string): number | undefined {
  const conversation = facts.read.get(pointer);
  if (conversation !== undefined) return (conversation.body ?? conversation.list).start;
  const { root } = document.transcript;
  return root && nodeAt(root, pointer)?.start;
}

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
