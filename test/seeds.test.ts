// What makes a run one that can be trusted: the same cases each time, and a way back to a case that failed.
import fc from 'fast-check';
import { expect, test } from 'vitest';

const isLong = process.env.TRANSCRIPT_LINT_LONG !== undefined;

test.skipIf(isLong)('two runs of a property see the same cases', () => {
  const cases = () => {
    const seen: number[] = [];
    fc.assert(fc.property(fc.integer(), (value) => void seen.push(value)));
    return seen;
  };
  expect(cases()).toEqual(cases());
});

test('a property that fails says its seed and path', () => {
  const fails = () => fc.assert(fc.property(fc.nat(), (value) => value < 1000));
  expect(fails).toThrow(/seed: -?\d+, path: "[\d:]+"/);
});
