import { type ConversationSummary, nodeAt } from '../../core/index';
import type { LensData } from '../../protocol/index';
import type { OpenDocument } from '../openDocument';
import { type LensFacts, lensFacts, placeOf, type RowFacts } from './lensFacts';
import { configuredWindows, sizeText } from './trim';
import { counted } from './wholeFile';

/** One line above a place of a text. */
export interface PlannedLens {
  readonly kind: LensData['kind'];
  /** Of the conversation; for a row of the row, for the summary of rows empty. */
  readonly pointer: string;
  readonly offset: number;
  /** The entry that it stands above, by which it is found again in a text that does not parse. */
  readonly entry?: string;
  /** Said already; all else is worked out when the line comes into view. */
  readonly title?: string;
}

/** In a file of ten thousand faulty ones nobody reads a line above each. */
const MOST_SHOWN = 500;

/**
 * What was last shown of a document. While a conversation does not parse its lines stay where they were: the editor's text must not
 * jump under a person who types.
 */
export class LensMemory {
  /** The lines of conversations as they were when they last parsed, by their pointers. */
  readonly good = new Map<string, readonly PlannedLens[]>();
  /** What was said of them then. */
  readonly heads = new Map<string, string>();
  rows: { readonly count: number; readonly shown: ReadonlySet<number> } | undefined;
}

const memories = new WeakMap<OpenDocument, LensMemory>();

export function memoryOf(document: OpenDocument): LensMemory {
  let memory = memories.get(document);
  if (memory === undefined) {
    memory = new LensMemory();
    memories.set(document, memory);
  }
  return memory;
}

/** The lines of a document as it is now. */
export function planLenses(document: OpenDocument, isNormalizeShown: boolean): readonly PlannedLens[] {
  const facts = lensFacts(document);
  const memory = memoryOf(document);
  const dropping = isNormalizeShown ? droppingConversations(document) : new Set<string>();
  if (facts.rows !== undefined) return planRows(document, facts.rows, memory, dropping);
  return planConversations(document, facts, memory, dropping);
}

function planConversations(
  document: OpenDocument,
  facts: LensFacts,
  memory: LensMemory,
  dropping: ReadonlySet<string>,
): readonly PlannedLens[] {
  const { transcript } = document;
  const isWhole = transcript.problems.length === 0 && transcript.root !== undefined;
  const pointers = [...facts.conversations.values()]
    .filter((one) => isChecked(document, one))
    .map(({ pointer }) => pointer);
  settleVanished(facts, memory, pointers, isWhole);
  const isAlone = pointers.length === 1;
  const windows = windowLenses(document);
  return pointers.slice(0, MOST_SHOWN).flatMap((pointer) => {
    const conversation = facts.read.get(pointer);
    const isGood = conversation !== undefined && !transcript.hasFaultIn(conversation);
    const known = memory.good.get(pointer);
    if (!isGood && known !== undefined) return known.map((lens) => movedLens(document, facts, lens, isAlone));
    const offset = isAlone ? 0 : (placeOf(document, facts, pointer) ?? 0);
    const lenses: PlannedLens[] = [
      { kind: 'conversation', pointer, offset },
      ...(dropping.has(pointer) ? [{ kind: 'normalize', pointer, offset } as const] : []),
      ...(windows.get(pointer) ?? []),
    ];
    if (isGood) memory.good.set(pointer, lenses);
    return lenses;
  });
}

/**
 * Conversations that had lines and are not found any more. Of a text that parses they are gone. In one that does not, a key that is
 * typed in front of a list may give it another name: then the new name stands for the old one, and no conversation has two lines.
 */
function settleVanished(
  { conversations }: LensFacts,
  { good, heads }: LensMemory,
  pointers: string[],
  isWhole: boolean,
): void {
  const vanished = [...good.keys()].filter((pointer) => !conversations.has(pointer));
  const unknown = pointers.filter((pointer) => !good.has(pointer));
  for (const pointer of vanished) {
    const renamed = isWhole ? undefined : unknown.shift();
    if (isWhole || renamed !== undefined) good.delete(pointer);
    else pointers.push(pointer);
    const head = heads.get(pointer);
    if (renamed !== undefined && head !== undefined) heads.set(renamed, head);
  }
}

/** The same line in a text that has changed and does not parse. */
function movedLens(document: OpenDocument, facts: LensFacts, lens: PlannedLens, isAlone: boolean): PlannedLens {
  const { root } = document.transcript;
  if (lens.entry === undefined && isAlone) return { ...lens, offset: 0 };
  const found =
    lens.entry === undefined ? placeOf(document, facts, lens.pointer) : root && nodeAt(root, lens.entry)?.start;
  return { ...lens, offset: Math.min(found ?? lens.offset, document.text.length) };
}

/** One line for all rows, and one above each that has problems. A row that is being typed has a line if it had one before. */
function planRows(
  { transcript }: OpenDocument,
  rows: RowFacts,
  memory: LensMemory,
  dropping: ReadonlySet<string>,
): readonly PlannedLens[] {
  const before = memory.rows;
  const isKept = (row: number) => before === undefined || (before.count === rows.count && before.shown.has(row));
  const faulty = [...rows.problems.keys()].filter((row) => !rows.broken.has(row) || isKept(row)).sort((a, b) => a - b);
  memory.rows = { count: rows.count, shown: new Set(faulty) };
  const items = transcript.root?.items() ?? [];
  const shown = faulty.slice(0, MOST_SHOWN).flatMap((row): PlannedLens[] => {
    const offset = items[row]?.start;
    if (offset === undefined) return [];
    const pointer = rows.of.get(row)?.pointer;
    return [
      { kind: 'row', pointer: `/${row}`, offset },
      ...(pointer !== undefined && dropping.has(pointer) ? [{ kind: 'normalize', pointer, offset } as const] : []),
    ];
  });
  return [{ kind: 'rows', pointer: '', offset: 0 }, ...shown];
}

/** A weak resemblance in a file that nobody named gets no findings, and no lens. */
function isChecked({ config }: OpenDocument, { tier }: ConversationSummary): boolean {
  return tier !== 'C' || (config !== undefined && config.file !== 'unlisted');
}

/** What normalization would drop is marked as unnecessary by the rules already. */
function droppingConversations(document: OpenDocument): ReadonlySet<string> {
  const { conversations, findings } = document.analysis();
  const unnecessary = findings.filter(({ tag }) => tag === 'unnecessary');
  return new Set(unnecessary.flatMap(({ conversation }) => conversations[conversation]?.pointer ?? []));
}

/** Where configured windows start, by the pointers of the conversations. */
function windowLenses(document: OpenDocument): ReadonlyMap<string, readonly PlannedLens[]> {
  const lenses = new Map<string, readonly PlannedLens[]>();
  for (const { window, start, pointer, conversation } of configuredWindows(document)) {
    const read = document.transcript.conversations[conversation];
    if (read === undefined) continue;
    if (start !== undefined) {
      const title = `${sizeText(window)} starts here · ${counted(window.dropped, 'turn')} above left out`;
      const index = read.messages.find(({ node }) => node.start === start.start)?.index ?? 0;
      lenses.set(pointer, [{ kind: 'window', pointer, offset: start.start, entry: `${pointer}/${index}`, title }]);
    } else if (window.problem?.kind === 'no-legal-window') {
      const smallest = window.problem.smallestBudget?.toLocaleString('en-US');
      const help = smallest === undefined ? 'none may start anywhere' : `the smallest is ${smallest}`;
      const title = `no ${sizeText(window)} fits: ${help}`;
      lenses.set(pointer, [{ kind: 'window', pointer, offset: read.list.start, entry: pointer, title }]);
    }
  }
  return lenses;
}

/** How many rows with problems have a line of their own. */
export function shownRows({ problems }: RowFacts): number {
  return Math.min(problems.size, MOST_SHOWN);
}
