/** What stepping reads of a list. */
interface Sums {
  readonly size: number;
  tokensFrom(at: number): number;
}

/** Tokens: `limit` before the first move, when nothing is put in front of the window, and `room` from then on. */
interface Rooms {
  readonly step: number;
  readonly limit: number;
  readonly room: number;
}

/**
 * Where the window stands after all turns, when it moved only as they filled it (spec 05, "Steps"): it stands still until it is
 * over its room, and then frees `step` tokens more than needed. It depends on nothing behind the turn that fills it, so that a
 * longer history has the same start until then and a prompt cache can serve what they share. Linear.
 */
export function planSteps(
  sums: Sums,
  isLegal: readonly boolean[],
  first: number,
  { step, limit, room }: Rooms,
): number {
  const next = nextLegal(isLegal);
  let start = first;
  let allowed = limit;
  for (let end = start + 1; end <= sums.size; end++) {
    const behind = sums.tokensFrom(end);
    if (sums.tokensFrom(start) - behind <= allowed) continue;
    const target = (tokens: number) => {
      const at = next[firstWithin(sums, start + 1, end, behind + tokens)] ?? sums.size;
      return at < end ? at : undefined;
    };
    // More may be asked for than the budget has, or than the turns allow: then as far as needed. In the middle of an exchange
    // nothing is legal yet, and a later turn decides.
    const moved = target(room - step) ?? target(room);
    if (moved === undefined) continue;
    start = moved;
    allowed = room;
  }
  return start;
}

/** The first index, `from` at least, behind which no more than `tokens` stand. */
function firstWithin(sums: Sums, from: number, end: number, tokens: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums.tokensFrom(middle) <= tokens) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** For each index the first legal one that is not in front of it. */
function nextLegal(isLegal: readonly boolean[]): Int32Array {
  const next = new Int32Array(isLegal.length + 1).fill(isLegal.length);
  for (let at = isLegal.length - 1; at >= 0; at--) next[at] = isLegal[at] === true ? at : (next[at + 1] ?? 0);
  return next;
}
