import { TranscriptDocument } from '../document/document';
import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { pointerOf } from '../json/node';
import { normalizeConversation } from '../normalize/normalize';
import type { NormalizeOptions } from '../normalize/types';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { joinReports, type NormalizeReport, type Origin, originOf, reportOf, through } from './normalizeReport';

export { couldHaveAnswered, type NormalizeReport, reportOf } from './normalizeReport';

export interface NormalizeTextOptions extends NormalizeOptions {
  /** Pointer of the one conversation to normalize; all by default. */
  readonly conversation?: string | undefined;
}

export interface NormalizeTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly conversations: readonly ({ readonly pointer: string } & NormalizeReport)[];
}

/** Each further reading has lost the signs of one dialect. */
const MOST_READINGS = 4;

/**
 * The four rules of normalization (docs/design/normalization.md, "The edit") on every request-side conversation of a document,
 * as one minimal set of edits.
 *
 * Where all that told the dialect goes (a list of orphan results), what is left reads as another one, in which there may be
 * more to do: it is done at once, so that a second run over the file finds nothing.
 */
export function normalizeDocument(
  document: TranscriptDocument,
  options: NormalizeTextOptions = {},
): NormalizeTextResult {
  let whole = normalizeAsRead(document, options);
  let last = whole;
  let read = document;
  for (let reading = 1; reading < MOST_READINGS && last.edits.length > 0; reading++) {
    const next = TranscriptDocument.open(last.text, read.reading);
    if (!isReadAnew(read, next)) break;
    read = next;
    last = normalizeAsRead(read, options);
    whole = joined(document, whole, last);
  }
  const { text, edits, conversations } = whole;
  return { text, edits, conversations };
}

interface Step extends NormalizeTextResult {
  /** By the pointer of each conversation that was normalized. */
  readonly origins: ReadonlyMap<string, Origin>;
}

function normalizeAsRead(document: TranscriptDocument, options: NormalizeTextOptions): Step {
  const { root, text } = document;
  const merger = new RewriteMerger();
  const conversations: ({ pointer: string } & NormalizeReport)[] = [];
  const origins = new Map<string, Origin>();
  const defaults = document.config.normalize;
  for (const conversation of document.conversations) {
    const pointer = pointerOf(conversation.list);
    if (options.conversation !== undefined && options.conversation !== pointer) continue;
    if (conversation.side !== 'request' || conversation.list.kind !== 'array' || document.hasFaultIn(conversation))
      continue;
    const normalization = normalizeConversation(conversation, {
      keepOpenTail: options.keepOpenTail ?? defaults.keepOpenTail,
      reusedIds: options.reusedIds ?? defaults.reusedIds,
    });
    if (!merger.add(normalization.rewrite)) continue;
    conversations.push({ pointer, ...reportOf(normalization) });
    origins.set(pointer, originOf(conversation.list, normalization));
  }
  const edits = root === undefined ? [] : rewriteText(root, merger.rewrite);
  return { text: applyEdits(text, edits), edits, conversations, origins };
}

/** Whether a conversation is now read as another dialect, or another conversation is found. */
function isReadAnew(before: TranscriptDocument, after: TranscriptDocument): boolean {
  const dialects = new Map(before.conversations.map(({ list, dialect }) => [pointerOf(list), dialect]));
  return after.conversations.some(({ list, dialect }) => dialects.get(pointerOf(list)) !== dialect);
}

function joined({ root, text }: TranscriptDocument, first: Step, second: Step): Step {
  const reports = new Map(first.conversations.map((report) => [report.pointer, report]));
  for (const report of second.conversations) {
    const { pointer } = report;
    const before = reports.get(pointer);
    const origin = first.origins.get(pointer);
    const isKnown = before !== undefined && origin !== undefined && root !== undefined;
    const whole = isKnown ? joinReports(before, report, { root, list: pointer, origin }) : report;
    reports.set(pointer, { pointer, ...whole });
  }
  return {
    text: second.text,
    edits: composeEdits(text.length, first.edits, second.edits),
    conversations: [...reports.values()],
    origins: joinOrigins(first.origins, second.origins),
  };
}

function joinOrigins(first: Step['origins'], second: Step['origins']): Step['origins'] {
  const all = new Map(first);
  for (const [pointer, origin] of second) {
    const before = first.get(pointer);
    all.set(pointer, before === undefined ? origin : through(origin, before));
  }
  return all;
}
