/** A replacement of the UTF-16 range `start`..`end` of a text by `text`; `start === end` inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits in document order; two insertions at one place keep the order they were given in. */
export function sortEdits(edits: readonly Edit[]): Edit[] {
  return edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.order - b.order)
    .map(({ edit }) => edit);
}

/** Whether two edits of the list touch the same characters. Insertions that only meet do not overlap. */
export function hasOverlap(edits: readonly Edit[]): boolean {
  const sorted = sortEdits(edits);
  return sorted.some((edit, i) => {
    const before = sorted[i - 1];
    return before !== undefined && edit.start < before.end;
  });
}

/** The text after all edits. Throws a `RangeError` when two of them overlap: that is a bug of the caller. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const out: string[] = [];
  let at = 0;
  for (const edit of sortEdits(edits)) {
    if (edit.start < at) throw new RangeError(`Edits overlap at offset ${edit.start}`);
    out.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  out.push(text.slice(at));
  return out.join('');
}
