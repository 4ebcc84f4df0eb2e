/**
 * The candidate that differs least from a word, by insertions, deletions, replacements and swaps of neighbours; undefined when
 * none is near enough to be a slip. Bounded: long words and far ones are turned down before any table is filled.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(2, Math.floor(word.length / 3));
  if (limit === 0 || word.length > MAX_WORD) return undefined;
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const distance = distanceOf(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Ids are about 30 characters long. */
const MAX_WORD = 80;

function distanceOf(a: string, b: string): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    older = old;
    old = row;
  }
  return old[b.length] ?? 0;
}
