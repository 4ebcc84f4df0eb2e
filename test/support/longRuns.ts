// For `npm run test:long`: other cases each time, many of them, whatever seeds and numbers the tests name.
import type { IRawProperty, Parameters } from 'fast-check';
import { vi } from 'vitest';

vi.mock('fast-check', async (original) => {
  const real = await original<typeof import('fast-check')>();
  const factor = Number(process.env.TRANSCRIPT_LINT_LONG);
  const assert = <Ts>(property: IRawProperty<Ts>, params: Parameters<Ts> = {}) => {
    const { seed: _seed, path: _path, numRuns = 100, ...rest } = params;
    // What takes longer than a minute has had its chance; a case that fails is told all the same.
    return real.assert(property, { interruptAfterTimeLimit: 60_000, ...rest, numRuns: Math.ceil(numRuns * factor) });
  };
  return { ...real, assert, default: { ...real.default, assert } };
});
