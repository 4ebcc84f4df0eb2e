import type { TranscriptDocument } from '../document/document';
import { isJudged } from '../document/fragments';
import { RewriteMerger } from '../json/mergeRewrites';
import { pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { NormalizeOptions } from '../normalize/types';
import type { Edit } from '../text/edits';
import { outerReport } from './embeddedReport';
import { joinReports, NOTHING_DONE, type NormalizeReport, reportOf } from './normalizeReport';
import type { Subject } from './subject';
import { TextSubject } from './textSubject';

export interface NormalizeSubjectOptions extends NormalizeOptions {
  /** Pointer of the one conversation to normalize; all by default. */
  readonly conversation?: string | undefined;
}

export type NormalizedConversation = { readonly pointer: string } & NormalizeReport;

/** Each further reading has lost the signs of one dialect. */
const MOST_READINGS = 4;

/**
 * The four rules of normalization (docs/design/normalization.md, "The edit") on every request-side conversation of a subject.
 *
 * Where all that told the dialect goes (a list of orphan results), what is left reads as another one, in which there may be
 * more to do: it is done at once, so that a second run finds nothing.
 */
export function normalizeSubject<Of extends Subject<Of>>(
  start: Of,
  options: NormalizeSubjectOptions = {},
): { readonly subject: Of; readonly report: readonly NormalizedConversation[] } {
  const reports = new Map<string, NormalizedConversation>();
  let subject = start;
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const read = subject;
    const { rewrite, report } = normalizeAsRead(read, options);
    for (const one of report) {
      const known = reports.get(one.pointer) ?? NOTHING_DONE;
      const all = reading === 1 ? one : joinReports(known, one, (pointer) => read.origin(pointer), start.root);
      reports.set(one.pointer, { pointer: one.pointer, ...all });
    }
    subject = read.reopen(rewrite);
    if (subject === read || !isReadAnew(read, subject)) break;
  }
  return { subject, report: [...reports.values()] };
}

export interface NormalizeTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly conversations: readonly NormalizedConversation[];
  /** `text`, read as the document that came in. */
  readonly subject: TextSubject;
}

/** All that a document's normalization makes, as its configuration says where the options do not. */
export function normalizeDocument(
  document: TranscriptDocument,
  options: NormalizeSubjectOptions = {},
): NormalizeTextResult {
  if (document.embedded.length > 0) return normalizeEmbedded(document, options);
  const { normalize } = document.config;
  const keepOpenTail = options.keepOpenTail ?? normalize.keepOpenTail;
  const reusedIds = options.reusedIds ?? normalize.reusedIds;
  const { subject, report } = normalizeSubject(TextSubject.of(document), { ...options, keepOpenTail, reusedIds });
  return { text: subject.text, edits: subject.edits, conversations: report, subject };
}

function normalizeEmbedded(document: TranscriptDocument, options: NormalizeSubjectOptions): NormalizeTextResult {
  const results = document.embedded.filter(isJudged).map(({ fragment, document: inner }) => {
    const { pointer } = fragment;
    const conversation = options.conversation?.startsWith(`${pointer}/`)
      ? options.conversation.slice(pointer.length)
      : options.conversation;
    const { edits, conversations } = normalizeDocument(inner, { ...options, conversation });
    return {
      edits: fragment.toOuterEdits(edits),
      conversations: conversations.map((one) => outerReport(one, fragment)),
    };
  });
  const subject = TextSubject.of(document).edit(results.flatMap(({ edits }) => edits));
  const conversations = results.flatMap((result) => result.conversations);
  return { text: subject.text, edits: subject.edits, conversations, subject };
}

function normalizeAsRead(
  subject: Subject<unknown>,
  options: NormalizeSubjectOptions,
): { readonly rewrite: Rewrite; readonly report: readonly NormalizedConversation[] } {
  const merger = new RewriteMerger();
  const report: NormalizedConversation[] = [];
  for (const conversation of subject.conversations) {
    if (!isMeant(conversation, subject, options)) continue;
    const normalization = normalizeConversation(conversation, options);
    if (!merger.add(normalization.rewrite)) continue;
    report.push({ pointer: pointerOf(conversation.list), ...reportOf(normalization) });
  }
  return { rewrite: merger.rewrite, report };
}

/** A request as a list, in which the text has no fault. */
function isMeant(conversation: Conversation, subject: Subject<unknown>, options: NormalizeSubjectOptions): boolean {
  const { list, side } = conversation;
  if (options.conversation !== undefined && options.conversation !== pointerOf(list)) return false;
  return side === 'request' && list.kind === 'array' && !subject.hasFaultIn(conversation);
}

/** Whether a conversation is now read as another dialect, or another conversation is found. */
function isReadAnew(before: Subject<unknown>, after: Subject<unknown>): boolean {
  const dialects = new Map(before.conversations.map(({ list, dialect }) => [pointerOf(list), dialect]));
  return after.conversations.some(({ list, dialect }) => dialects.get(pointerOf(list)) !== dialect);
}
