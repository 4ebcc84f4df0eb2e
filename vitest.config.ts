import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'test/editors/**'],
    // Property runs and bundle round trips take seconds on a two-core CI machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
