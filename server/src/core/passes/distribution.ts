/** How whole numbers are spread: every value up to 256, above that in steps of a twelfth of a doubling. */
export interface DistributionReport {
  readonly count: number;
  readonly mean: number;
  readonly min: number;
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  /** In order, empty ones left out; `to` is included. */
  readonly buckets: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

/** All of a distribution as plain data. */
export interface DistributionState {
  readonly counts: readonly (readonly [bucket: number, count: number])[];
  readonly total: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

export class Distribution {
  private readonly counts = new Map<number, number>();
  private total = 0;
  private sum = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = 0;

  add(value: number): void {
    const whole = Math.max(0, Math.round(value));
    const bucket = bucketOf(whole);
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + 1);
    this.total++;
    this.sum += whole;
    this.min = Math.min(this.min, whole);
    this.max = Math.max(this.max, whole);
  }

  state(): DistributionState {
    const { counts, total, sum, min, max } = this;
    return { counts: [...counts], total, sum, min, max };
  }

  join({ counts, total, sum, min, max }: DistributionState): void {
    for (const [bucket, count] of counts) this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + count);
    this.total += total;
    this.sum += sum;
    this.min = Math.min(this.min, min);
    this.max = Math.max(this.max, max);
  }

  report(): DistributionReport {
    const buckets = [...this.counts]
      .sort(([a], [b]) => a - b)
      .map(([bucket, count]) => ({ from: firstOf(bucket), to: firstOf(bucket + 1) - 1, count }));
    const at = (share: number) => {
      let seen = 0;
      for (const { to, count } of buckets) {
        seen += count;
        if (seen >= share * this.total) return Math.min(to, this.max);
      }
      return this.max;
    };
    const { total, sum, max } = this;
    return {
      count: total,
      mean: total === 0 ? 0 : sum / total,
      min: total === 0 ? 0 : this.min,
      median: at(0.5),
      p90: at(0.9),
      p99: at(0.99),
      max,
      buckets,
    };
  }
}

const EXACT = 256;
const STEPS = 12;

function bucketOf(value: number): number {
  if (value < EXACT) return value;
  const bucket = EXACT + Math.floor(Math.log2(value / EXACT) * STEPS);
  // Logarithms are rounded; the bucket is the one whose ends say so.
  if (firstOf(bucket + 1) <= value) return bucket + 1;
  return firstOf(bucket) > value ? bucket - 1 : bucket;
}

function firstOf(bucket: number): number {
  return bucket < EXACT ? bucket : Math.ceil(EXACT * 2 ** ((bucket - EXACT) / STEPS));
}
