import { wantsObjects } from '../convert/needs';
import { mayEndOnFault } from '../convert/newFaults';
import { sessionLogOf } from '../dialects/index';
import { RewriteMerger } from '../json/mergeRewrites';
import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { DropKind } from '../normalize/types';
import type { Loss } from '../transfer/types';
import { isWritable, rowOf } from './convertLists';
import { convertRoot } from './convertRoot';
import { settingsFor } from './convertSettings';
import type { ConversionSettings, NormalizedRecord, RootConversion, Source } from './convertTypes';
import { type NormalizeReport, reportOf } from './normalizeReport';
import { placedBy, type Subject } from './subject';

/** A normalization before or behind a conversion, and what it says of it. */
export interface Normalized {
  readonly rewrite: Rewrite;
  /** What it dropped. */
  readonly lost: readonly Loss[];
  readonly normalized: readonly NormalizedRecord[];
}

interface Converted<Of> {
  readonly conversion: RootConversion;
  readonly normalization: Normalized | undefined;
  /** The source as it was converted: normalized, where that was asked for. */
  readonly inner: Of;
}

/**
 * A conversion, after a normalization where one is asked for. What is new or cut off is judged before it: an answer that was put
 * in makes no history of a call.
 */
export function convertNormalized<Of extends Subject<Of>>(subject: Of, settings: ConversionSettings): Converted<Of> {
  const source: Source = { subject, refusedRows: new Map() };
  if (!settings.normalizes || sessionLogOf(subject.root, settings.from) !== undefined)
    return { conversion: convertRoot(source, settings), normalization: undefined, inner: subject };
  const judged = mayRefuse(source, settings) ? convertRoot(source, { ...settings, normalizes: false }) : undefined;
  if (judged !== undefined && judged.refused.length > 0)
    return { conversion: judged, normalization: undefined, inner: subject };
  return convertBehind(subject, settings, judged?.refusedRows ?? new Map(), judged?.cut ?? new Set());
}

/** Whether some list ends so that a conversion may refuse it. Hardly any does, and the others are converted once. */
function mayRefuse({ subject }: Source, settings: ConversionSettings): boolean {
  return subject.conversations.some((conversation) => {
    const { target, to, model } = settingsFor(settings, conversation.model);
    return wantsObjects(target, to, model) && mayEndOnFault(conversation);
  });
}

/** Rows whose new calls were refused before are refused still: a result that was put in makes no history of them. */
function convertBehind<Of extends Subject<Of>>(
  subject: Of,
  settings: ConversionSettings,
  refusedRows: RootConversion['refusedRows'],
  cut: RootConversion['cut'],
): Converted<Of> {
  const normalization = normalizeSource({ subject, refusedRows }, cut);
  const inner = subject.apply(normalization.rewrite);
  const conversion = convertRoot({ subject: inner, refusedRows }, settings);
  const refused = new Map([...conversion.refusedRows].map(([row, problems]) => [row, placedBy(inner, problems)]));
  const isTouched =
    refused.size > 0 && [...normalization.rewrite.keys()].some((node) => refused.has(rowOf(node) ?? -1));
  // A row that stays as it is is not normalized either.
  return isTouched ? convertBehind(subject, settings, refused, cut) : { conversion, normalization, inner };
}

/** `cut`: lists whose last call the output limit cut off. It goes, and a result that was put in for it would not. */
function normalizeSource(source: Source, cut: ReadonlySet<JsonNode>): Normalized {
  const writable = source.subject.conversations.filter((conversation) => isWritable(conversation, source));
  return normalizeAll(writable, (list) => (cut.has(list) ? { keepOpenTail: true } : {}));
}

/**
 * The same on the new document. A call that the source's dialect pairs by no id, a result that answers several, or a call that
 * only the provider could run is a pair, or none, only in the new dialect.
 */
export function normalizeMade({ conversations }: Subject<unknown>): Normalized {
  return normalizeAll(conversations, () => ({ keepsEmptied: true }));
}

function normalizeAll(
  conversations: readonly Conversation[],
  optionsOf: (list: JsonNode) => Parameters<typeof normalizeConversation>[1],
): Normalized {
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
