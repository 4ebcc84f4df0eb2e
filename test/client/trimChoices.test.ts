// What *Trim to Budget…* offers, from what the server foresees.
import { describe, expect, test } from 'vitest';
import { nothingToTrim, readBudget, trimChoices } from '../../client/src/common/trim/trimChoices';
import type { TrimPreview } from '../../server/src/protocol/index';

const cut: TrimPreview = {
  ...{ pointer: '/messages', unit: 'tokens', entries: 40, dropped: 23, start: 23 },
  ...{
    tokensBefore: 41_200,
    tokens: 7900,
    budget: 8000,
    reason: 'With entry 22 the window would be over 8000 tokens.',
  },
};
const whole: TrimPreview = {
  ...cut,
  dropped: 0,
  start: 0,
  tokens: 7000,
  tokensBefore: 7000,
  reason: 'Everything fits.',
};
const stuck: TrimPreview = {
  ...{ ...cut, dropped: 0, start: 0, tokens: 41_200, reason: 'No legal window fits.' },
  problem: { kind: 'no-legal-window', message: 'No legal window fits.', smallestBudget: 9000 },
};
const over: TrimPreview = { ...cut, tokens: 9000, problem: { kind: 'over-budget', message: 'Too large.', over: 1000 } };

describe('a budget', () => {
  test.each([
    ['8000', 8000],
    [' 8,000 ', 8000],
    ['8k', 8000],
    ['200 K', 200_000],
    ['1_000_000', 1_000_000],
  ])('%j is read', (written, budget) => expect(readBudget(written)).toBe(budget));

  test.each(['', '0', '-5', '1.5', '8kk', 'k', 'eight', '1e3', '9'.repeat(30), '0k'])('%j is none', (written) => {
    expect(readBudget(written)).toBeUndefined();
  });
});

test('one conversation says what goes and why', () => {
  expect(trimChoices({ plain: [cut], pinned: [cut], extended: [cut] })).toEqual([
    {
      label: 'Trim',
      description: 'drops 23 of 40 turns, 41,200 → 7,900 tokens',
      detail: 'Starts at entry 23. With entry 22 the window would be over 8000 tokens.',
      request: {},
    },
  ]);
});

test('a pinned head is a choice where it makes a difference', () => {
  const pinned = { ...cut, dropped: 25 };
  const choices = trimChoices({ plain: [cut], pinned: [pinned], extended: [cut] });
  expect(choices.map(({ label, request }) => [label, request])).toEqual([
    ['Trim', {}],
    ['Trim, but keep the first user turn', { pinHead: true }],
  ]);
  expect(choices[1]?.description).toContain('drops 25 of 40');
});

test('where no window fits, the smallest is offered', () => {
  const choices = trimChoices({ plain: [stuck], pinned: [stuck], extended: [over] });
  expect(choices).toEqual([
    {
      label: 'Take the smallest legal window',
      description: 'drops 23 of 40 turns, 41,200 → 9,000 tokens',
      detail: expect.stringMatching(/^Starts at entry 23\./),
      request: { onEmpty: 'extend' },
    },
  ]);
});

test('several are trimmed together or each alone', () => {
  const plain = [cut, { ...whole, pointer: '/b' }, { ...stuck, pointer: '/c' }];
  const choices = trimChoices({ plain, pinned: plain, extended: plain });
  expect(choices.map(({ label, description, detail, request }) => [label, description, detail, request])).toEqual([
    [
      'Trim all 3 conversations',
      'drops 23 of 120 turns, 89,400 → 56,100 tokens',
      '1 without a legal window: left as it is',
      {},
    ],
    ['Take the smallest legal window', ...[expect.anything(), expect.anything(), { onEmpty: 'extend' }]],
    ['Trim /messages alone', expect.anything(), expect.anything(), { conversation: '/messages' }],
  ]);
});

test('nothing to do has a reason', () => {
  const none = { pinned: [], extended: [] };
  expect(trimChoices({ plain: [whole], ...none })).toEqual([]);
  expect(nothingToTrim({ plain: [whole], ...none }, 8000)).toBe('Everything fits 8,000 tokens.');
  expect(nothingToTrim({ plain: [stuck], ...none }, 8000)).toBe('No legal window fits.');
  expect(nothingToTrim({ plain: [], ...none }, 8000)).toContain('no conversation that can be trimmed');
});
