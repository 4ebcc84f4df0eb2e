import type { LegalStarts } from './starts';

/** Why a window starts where it does. */
export interface Explanation {
  /** The first entry that would have fitted: what stands between it and the start was left out by the snap. */
  readonly cut: number;
  readonly reason: string;
}

/** A window that was chosen, and what it was chosen from. Indices are behind the leading instructions. */
export interface Choice {
  readonly start: number;
  readonly head: number | undefined;
  readonly tokens: number;
  readonly end: number;
  readonly budget: number;
  readonly unit: string;
  /** How far the start moves at least; undefined where it moves with every turn. */
  readonly step: number | undefined;
  /** Where this window may begin. */
  readonly legal: LegalStarts;
  /** Tokens of the entries from one index to another. */
  readonly between: (from: number, to: number) => number;
  /** Whether the window fits that would begin at a legal start. */
  readonly fits: (at: number) => boolean;
}

/**
 * Where the entries begin that would have fitted beside what is kept. What is put in front of a window costs about the same
 * wherever it starts, so the numbers of the report decide; a legal start was tried, and of it the outcome is known.
 */
export function cutOf({ start, head, tokens, end, budget, step, legal, between, fits }: Choice): number {
  // Directly behind the head nothing would be missing, and that is more than fits.
  let cut = head === undefined ? 0 : Math.min(start, head + 2);
  for (let high = start; cut < high; ) {
    const middle = (cut + high) >> 1;
    if (tokens + between(middle, start) <= budget) high = middle;
    else cut = middle + 1;
  }
  for (let at = legal.next(cut, end); at !== undefined && at < start; at = legal.next(at + 1, end)) {
    // Only steps leave out what fits and may open a window.
    if (step !== undefined && fits(at)) break;
    cut = at + 1;
  }
  return cut;
}

/** `first`: the first start that is legal; `user`: the first user turn without results, which may stand within an exchange. */
export function everythingFits(first: number, user: number): string {
  if (first === 0) return 'Everything fits.';
  if (first === user) return 'Everything behind the first user turn fits.';
  return `Everything fits from entry ${first} on, the first user turn outside every exchange.`;
}

/** One sentence, and what the steps have to do with it. */
export function reasonOf({ start, head, end, budget, unit, step, legal }: Choice, cut: number): string {
  const steps = step === undefined ? '' : ` It frees at least ${step} ${unit} more than needed each time.`;
  if (start <= cut) return `With entry ${start - 1} the window would be over ${budget} ${unit}.${steps}`;
  const fits = `What fits ${budget} ${unit} begins at entry ${cut}`;
  if ((legal.next(cut, end) ?? end) < start) return `${fits}; the start moves in steps, to entry ${start}.${steps}`;
  const where = head === undefined ? 'user turn without results' : 'turn that is no result';
  // Such a turn may stand between a call and its result, where nothing may begin.
  const apart = legal.nextFlagged(cut) < start ? ' outside every exchange' : '';
  return `${fits}; the next ${where}${apart} is entry ${start}.${steps}`;
}
