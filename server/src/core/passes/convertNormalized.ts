import { defaultResolvedConfig } from '../config/defaults';
import { readConversation } from '../document/conversation';
import { RewriteMerger } from '../json/mergeRewrites';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { DropKind } from '../normalize/types';
import type { Loss } from '../transfer/types';
import { isWritable } from './convertLists';
import { conversationAt } from './convertRoot';
import type { NormalizedRecord, Place, RootConversion, Source } from './convertTypes';
import { type NormalizeReport, reportOf } from './normalizeReport';

/** A normalization of every conversation that will be converted, and what it says of it. */
export interface SourceNormalization {
  readonly rewrite: Rewrite;
  /** What it dropped. */
  readonly lost: readonly Loss[];
  readonly normalized: readonly NormalizedRecord[];
}

/** `cut`: lists whose last call the output limit cut off. It goes, and a result that was put in for it would not. */
export function normalizeSource(source: Source, cut: ReadonlySet<JsonNode>): SourceNormalization {
  const writable = source.conversations.filter((conversation) => isWritable(conversation, source));
  return normalizeAll(writable, (list) => (cut.has(list) ? { keepOpenTail: true } : {}));
}

/**
 * The same on the new document. A call that the source's dialect pairs by no id, a result that answers several, or a call that
 * only the provider could run is a pair, or none, only in the new dialect.
 */
export function normalizePlaces(root: JsonNode, places: readonly Place[]): SourceNormalization {
  const made = places.flatMap((place) => conversationAt(root, place) ?? []);
  return normalizeAll(made, () => ({ keepsEmptied: true }));
}

function normalizeAll(
  conversations: readonly Conversation[],
  optionsOf: (list: JsonNode) => Parameters<typeof normalizeConversation>[1],
): SourceNormalization {
  const merger = new RewriteMerger();
  const lost: Loss[] = [];
  const normalized: NormalizedRecord[] = [];
  for (const conversation of conversations) {
    const normalization = normalizeConversation(conversation, optionsOf(conversation.list));
    merger.add(normalization.rewrite);
    const report = reportOf(normalization);
    for (const drop of report.drops) lost.push({ pointer: drop.pointer, reason: dropText(drop) });
    for (const one of recordsOf(report)) normalized.push(one);
  }
  return { rewrite: merger.rewrite, lost, normalized };
}

const NAMES: Readonly<Record<DropKind, string>> = {
  entry: 'an entry that is no message',
  call: 'a call',
  turn: 'a message of which nothing is left',
  result: 'a result',
};

function dropText({ kind, id, rule }: NormalizeReport['drops'][number]): string {
  const named = id === undefined ? '' : ` ${JSON.stringify(id)}`;
  return `${NAMES[kind]}${named}: normalization drops it (${rule})`;
}

function recordsOf({ moved, inserted, renamed }: NormalizeReport): NormalizedRecord[] {
  return [
    ...moved.map(({ kind, id, pointer }) => ({
      action: 'moved' as const,
      pointer,
      reason: kind === 'system' ? 'instructions, to the front' : `the result ${JSON.stringify(id ?? '')}, to its call`,
    })),
    ...inserted.map(({ id, pointer, text }) => ({
      action: 'inserted' as const,
      pointer,
      reason: `the call ${JSON.stringify(id ?? '')} has no result and is given one: ${text}`,
    })),
    ...renamed.map(({ from, to, pointer }) => ({
      action: 'renamed' as const,
      pointer,
      reason: `the id ${JSON.stringify(from)}, used before, becomes ${JSON.stringify(to)}`,
    })),
  ];
}

/**
 * The same conversations in the document after their normalization: what they lost may have been what told their dialect.
 * Rows whose new calls were refused before are refused still: a result that was put in makes no history of them.
 */
export function sameIn(root: JsonNode, source: Source, { refusedRows }: Pick<RootConversion, 'refusedRows'>): Source {
  const faulty = new Set<JsonNode>();
  const conversations = source.conversations.flatMap((before): Conversation[] => {
    const { dialect, side, tier, isRow } = before;
    const list = nodeAt(root, pointerOf(before.list));
    if (list === undefined) return [];
    if (source.hasFault(before)) faulty.add(list);
    const body = before.body === undefined ? undefined : nodeAt(root, pointerOf(before.body));
    const found = { list, isLone: list.kind !== 'array', body, dialect, side, tier, isRow, signatures: [] };
    return [readConversation(found, { config: defaultResolvedConfig, isBroken: () => false })];
  });
  return { ...source, root, conversations, hasFault: ({ list }) => faulty.has(list), refusedRows };
}
