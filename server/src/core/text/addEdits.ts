import { type Edit, sortEdits } from './edits';

/** Adds small edits to those that are there, which are without overlap; one that touches what another changes waits. */
export function addWhereFree(edits: readonly Edit[], added: readonly Edit[]): readonly Edit[] {
  if (added.length === 0) return edits;
  const given = new Set(edits);
  const all = sortEdits([...edits, ...added]);
  /** Where the next of the given edits begins, for each place of `all`. */
  const next: number[] = new Array(all.length);
  let start = Number.POSITIVE_INFINITY;
  for (let i = all.length - 1; i >= 0; i--) {
    next[i] = start;
    const edit = all[i];
    if (edit !== undefined && given.has(edit)) start = edit.start;
  }
  let end = 0;
  return all.filter((edit, i) => {
    if (!given.has(edit) && (edit.start < end || edit.end > (next[i] ?? 0))) return false;
    end = Math.max(end, edit.end);
    return true;
  });
}
