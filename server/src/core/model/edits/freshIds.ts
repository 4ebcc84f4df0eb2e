/**
 * Deterministic fresh ids: `<id>_2`, `_3`, …, the first that no call or result of the conversation carries
 * (docs/design/pairing.md, "An id that is used again"). The next number is remembered for each id, so that a thousand reuses
 * cost a thousand steps. `orItself`: the id as it is, where nobody carries it.
 */
export function freshIds(taken: () => Iterable<string>): (id: string, orItself?: 'orItself') => string {
  let used: Set<string> | undefined;
  const next = new Map<string, number>();
  return (id, orItself) => {
    used ??= new Set(taken());
    if (orItself !== undefined && !used.has(id)) {
      used.add(id);
      return id;
    }
    let n = next.get(id) ?? 2;
    while (used.has(`${id}_${n}`)) n++;
    next.set(id, n + 1);
    const fresh = `${id}_${n}`;
    used.add(fresh);
    return fresh;
  };
}
