import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false, // each drives a whole editor; two at once starve each other on a small machine
    testTimeout: 120_000,
    hookTimeout: 300_000, // the first run installs VS Code from npm
  },
});
