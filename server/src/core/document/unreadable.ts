import { hasTranscriptText, mayHoldTranscripts } from '../detect/gate';
import { isForeignName, isVetoedRoot } from '../detect/veto';
import type { ParsedText } from './parse';

/**
 * Whether a text in which no conversation was found is a transcript by the cheap text test, and so damaged that no more can be
 * said: then its damage is told of, for silence would pass for approval.
 */
export function isUnreadable({ source: { text }, root, isRows, isWhole }: ParsedText, uri: string): boolean {
  if (isWhole || isForeignName(uri) || !mayHoldTranscripts(uri) || !hasTranscriptText(text)) return false;
  if (root === undefined) return true;
  if (!isRows) return !isVetoedRoot(root);
  // Rows that can be read and are something else say what the file is.
  const rows = root.items();
  const broken = rows.filter(({ kind }) => kind === 'other');
  return (
    mostlyBroken(broken.length, rows.length) &&
    broken.some(({ start, end }) => hasTranscriptText(text.slice(start, end)))
  );
}

export function mostlyBroken(broken: number, rows: number): boolean {
  return broken > 0 && broken * 2 >= rows;
}
