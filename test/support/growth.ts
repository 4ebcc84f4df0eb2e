import { expect } from 'vitest';

/** Four times the input may take this many times as long: 4 if linear, 16 if quadratic; the rest is noise. */
const WIDEST = 10;
/** Below this, a clock tells nothing. */
const SHORTEST_MS = 2;
/** A machine that is busy with something else gets so many chances; what is quadratic fails them all. */
const ATTEMPTS = 4;

/** Time that this process spent computing, however many others share the machine. */
function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Time grows in step with the input, measured at n, 2n and 4n after a warm-up. */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const runs = [size, size * 2, size * 4].map(prepare);
  runs[0]?.();
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let attempt = 1; ; attempt++) {
    for (const [i, run] of runs.entries()) {
      best[i] = Math.min(best[i] ?? 0, processorTime(run), processorTime(run));
    }
    const [once = 0, twice = 0, fourfold = 0] = best;
    const base = Math.max(once, SHORTEST_MS);
    if (twice < (base * WIDEST) / 2 && fourfold < base * WIDEST) return;
    if (attempt === ATTEMPTS) expect({ once, twice, fourfold }).toBe('linear');
  }
}
