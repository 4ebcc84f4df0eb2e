/** Longer names are not compared: nothing we know is as long, and the comparison costs length by length. */
const MAX_LENGTH = 64;

/** The known name that somebody probably meant; undefined when none is near. */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  let closest: string | undefined;
  let best = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = isBeginning(wanted, candidate) ? 1 : editDistance(wanted, candidate.toLowerCase());
    if (distance < best) {
      best = distance;
      closest = candidate;
    }
  }
  return closest;
}

/** "warn" and "information" mean "warning" and "info". */
function isBeginning(name: string, candidate: string): boolean {
  return name.length >= 3 && (candidate.startsWith(name) || name.startsWith(candidate));
}

/** Insertions, deletions and replacements that make one text the other (Levenshtein), in two rows of the table. */
function editDistance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}
