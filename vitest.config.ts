import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const growth = 'test/**/*Growth.test.ts';
const inCi = (process.env.CI ?? '') !== '' && process.env.CI !== 'false';
/** How many times as many cases of each property, with other seeds each time (`npm run test:long`). */
const isLong = process.env.TRANSCRIPT_LINT_LONG !== undefined;

export default defineConfig({
  test: {
    // Bundle round trips take seconds on a two-core CI machine, and many times that where others use it too: only what hangs may fail.
    testTimeout: isLong ? 1_800_000 : 180_000,
    hookTimeout: 120_000,
    // In CI always two, so that a run is the same run on any machine; vitest would take one of two cores.
    maxWorkers: inCi ? 2 : Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [growth, 'test/bench/**', 'test/editors/**'],
          setupFiles: [isLong ? 'test/support/longRuns.ts' : 'test/support/fixedSeeds.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // These measure time against time, so nothing else may run beside them.
        extends: true,
        test: { name: 'growth', include: [growth], fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
