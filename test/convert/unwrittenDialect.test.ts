// Holds what a target stands for that takes a dialect which nothing here writes: not for the other one alone.
import { expect, test, vi } from 'vitest';

vi.mock('../../server/src/core/dialects/index', async (original) => {
  const real = await original<typeof import('../../server/src/core/dialects/index')>();
  return { ...real, destinations: real.destinations.filter(({ callInput }) => callInput !== 'object') };
});

const { convert, convertTargets, targetIds } = await import('../../server/src/core/index');
const { profileOf } = await import('../../server/src/core/targets/index');

test('a target stands for no dialect where it takes one that is not written', () => {
  const reading = targetIds.filter((id) => id !== 'strict' && profileOf(id).dialects.includes('messages'));
  expect(reading.length).toBeGreaterThan(1);
  expect(reading.filter((id) => convertTargets.includes(id))).toEqual([]);
});

test('its choices are those that can be written', () => {
  const to = targetIds.find((id) => profileOf(id).dialects.join() === 'chat,messages');
  if (to === undefined) throw new Error('no target takes both');
  expect(() => convert([{ role: 'user', content: 'Hi' }], { to })).toThrow(
    /messages \(which nothing here writes yet\).* or chat\. Name the dialect \("chat"\)/,
  );
});
