import type { DistributionReport } from '../../passes/distribution';

/** Neighbouring values of a distribution, joined for a person's eyes; `before` is the same of the baseline. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly before: number;
}

/** More bars than this are noise. */
export const MOST_BINS = 12;

/**
 * At most so many bars, in steps that a person would choose: each value for itself where there are few, even steps where they lie
 * close together, else steps that grow. Ends are those of values that occur, so that no bar claims what it does not hold.
 */
export function binsOf(
  now: DistributionReport,
  before: DistributionReport | undefined,
  most: number = MOST_BINS,
  isEven = false,
): readonly Bin[] {
  const cells = cellsOf(now, before);
  if (cells.length <= most) return cells;
  const first = cells[0]?.from ?? 0;
  const last = cells.at(-1)?.from ?? 0;
  const grouped = scales(first, last, isEven)
    .map((scale) => join(cells, scale))
    .find((bins) => bins.length <= most);
  return grouped ?? join(cells, () => 0);
}

function cellsOf(now: DistributionReport, before: DistributionReport | undefined): readonly Bin[] {
  const cells = new Map<number, { from: number; to: number; count: number; before: number }>();
  for (const { from, to, count } of now.buckets)
    cells.set(from, { from, to: Math.min(to, Math.max(from, now.max)), count, before: 0 });
  for (const { from, to, count } of before?.buckets ?? []) {
    const known = cells.get(from);
    if (known === undefined)
      cells.set(from, { from, to: Math.min(to, Math.max(from, before?.max ?? to)), count: 0, before: count });
    else {
      known.before += count;
      known.to = Math.max(known.to, Math.min(to, before?.max ?? to));
    }
  }
  return [...cells.values()].sort((a, b) => a.from - b.from);
}

/** For a value, the number of its step; the finest scale first. */
type Scale = (value: number) => number;

function scales(first: number, last: number, isEven: boolean): readonly Scale[] {
  const decades = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
  const growing = [[1, 2, 5], [1, 3], [1]].map((series) =>
    stepScale([0, ...decades.flatMap((decade) => series.map((one) => one * decade))]),
  );
  // What lies within a factor of ten is no matter of magnitudes.
  if (!isEven && last > 10 * Math.max(first, 1)) return growing;
  const even = decades.flatMap((decade) => [1, 2, 5].map((one) => one * decade));
  return [
    ...even.map(
      (step): Scale =>
        (value) =>
          Math.floor(value / step),
    ),
    ...growing,
  ];
}

function stepScale(edges: readonly number[]): Scale {
  return (value) => {
    let at = 0;
    while (at + 1 < edges.length && (edges[at + 1] ?? 0) <= value) at++;
    return at;
  };
}

function join(cells: readonly Bin[], scale: Scale): readonly Bin[] {
  const bins: { from: number; to: number; count: number; before: number }[] = [];
  let step: number | undefined;
  for (const { from, to, count, before } of cells) {
    const bin = bins.at(-1);
    if (bin === undefined || scale(from) !== step) bins.push({ from, to, count, before });
    else {
      bin.to = Math.max(bin.to, to);
      bin.count += count;
      bin.before += before;
    }
    step = scale(from);
  }
  return bins;
}
