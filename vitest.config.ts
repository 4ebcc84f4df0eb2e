import { defineConfig } from 'vitest/config';

const growth = 'test/**/*Growth.test.ts';

export default defineConfig({
  test: {
    // Property runs and bundle round trips take seconds on a two-core CI machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [growth, 'test/bench/**', 'test/editors/**'],
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
