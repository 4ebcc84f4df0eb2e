import {
  type Analysis,
  type Edit,
  fixDocument,
  type NormalizeTextResult,
  normalizeDocument,
  trimDocument,
} from '../../core/index';
import type { WholeFileEdit } from '../../protocol/index';
import type { OpenDocument } from '../openDocument';
import { sparedBySave } from '../view/quiet';
import { conversionEdits, conversionOf } from './conversion';

export function editsOf(document: OpenDocument, wanted: WholeFileEdit): readonly Edit[] {
  if (wanted.kind === 'fixAll') {
    const spares = wanted.onSave === true ? sparedBySave(document) : undefined;
    return fixDocument(document.transcript, { only: wanted.only, spares }).edits;
  }
  if (wanted.kind === 'trim') {
    const { window } = document.config ?? {};
    return trimDocument(document.transcript, { ...window, conversation: wanted.conversation }).edits;
  }
  if (wanted.kind === 'convert') return conversionEdits(document, conversionOf(document, { to: wanted.to }));
  return normalizationOf(document, wanted.conversation).edits;
}

type Normalized = Omit<NormalizeTextResult, 'subject'>;

const normalized = new WeakMap<Analysis, Normalized>();

/** Of one conversation, or of all: that once for each state of the text, for its title is asked for more often than its edits. */
export function normalizationOf(document: OpenDocument, conversation?: string): Normalized {
  if (conversation !== undefined) return normalizeDocument(document.transcript, { conversation });
  const analysis = document.analysis();
  const known = normalized.get(analysis);
  if (known) return known;
  // What was read of the new text is not kept beside the document: nobody may ever ask for it.
  const { text, edits, conversations } = normalizeDocument(document.transcript);
  const result = { text, edits, conversations };
  normalized.set(analysis, result);
  return result;
}

/** What a normalization does, in a few words: "3 drops, 1 move". */
export function summaryOf({ conversations, edits }: Pick<NormalizeTextResult, 'conversations' | 'edits'>): string {
  const total = (count: (report: (typeof conversations)[number]) => number) =>
    conversations.reduce((sum, report) => sum + count(report), 0);
  const parts = [
    counted(
      total(({ dropped }) => dropped),
      'drop',
    ),
    counted(
      total(({ moved }) => moved.length),
      'move',
    ),
    counted(
      total(({ inserted }) => inserted.length),
      'insertion',
    ),
    counted(
      total(({ renamed }) => renamed.length),
      'renamed id',
    ),
  ].filter((part) => part !== '');
  // Coercions (an id trimmed, content written as text) are in no list of the report.
  return parts.length > 0 || edits.length === 0 ? parts.join(', ') : counted(edits.length, 'edit');
}

export function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
