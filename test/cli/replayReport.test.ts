// What the reports of a replay are made of: joined summaries, bars, words, escaped text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareReplays,
  isReplayReport,
  noPaint,
  type ReplayReport,
  ReplaySummary,
  replayHtml,
  replayText,
} from '../../server/src/core/index';
import { Distribution } from '../../server/src/core/passes/distribution';
import type { PrefixReplay } from '../../server/src/core/replay/replay';
import { html } from '../../server/src/core/report/html';
import { binsOf } from '../../server/src/core/report/replay/replayBins';
import { numberText, percentText } from '../../server/src/core/report/replay/replayWords';
import { wrap } from '../../server/src/core/report/wrap';

const medium = { paint: noPaint, width: (text: string) => text.length, columns: 80 };
const head = { policy: 'last 3', target: 'auto', estimator: 'estimate' };

const prefix: fc.Arbitrary<PrefixReplay> = fc.record({
  length: fc.integer({ min: 1, max: 400 }),
  turn: fc.integer({ min: 0, max: 90 }),
  start: fc.integer({ min: 0, max: 300 }),
  dropped: fc.integer({ min: 0, max: 300 }),
  tokens: fc.integer({ min: 0, max: 90_000 }),
  shared: fc.integer({ min: 0, max: 3000 }),
  trim: fc.array(
    fc.record({
      rule: fc.constantFrom('orphan-result', 'first-message-not-user', 'policy-crash'),
      severity: fc.constantFrom<'error' | 'warning'>('error', 'warning'),
      entry: fc.constant(0),
      message: fc.string(),
      key: fc.string(),
    }),
    { maxLength: 2 },
  ),
  input: fc.uniqueArray(fc.constantFrom('unanswered-call', 'role-invalid')),
  isRefused: fc.boolean(),
  problem: fc.constantFrom(undefined, undefined, { kind: 'over-budget' as const, message: 'over', over: 3 }),
});
const conversation = fc.record({
  about: fc.record({
    path: fc.string(),
    pointer: fc.constant(''),
    usesTools: fc.boolean(),
    faults: fc.array(
      fc.record({ rule: fc.constant('orphan-result'), at: fc.string(), line: fc.nat(), message: fc.string() }),
      { maxLength: 3 },
    ),
  }),
  prefixes: fc.array(prefix, { maxLength: 12 }),
});

function summaryOf(
  conversations: readonly { about: Parameters<ReplaySummary['add']>[0]; prefixes: PrefixReplay[] }[],
): ReplaySummary {
  const summary = new ReplaySummary(head);
  for (const { about, prefixes } of conversations) summary.add(about, prefixes, ({ rule }) => `said of ${rule}`);
  return summary;
}

describe('summaries', () => {
  test('of parts, sent as plain data, join to the summary of the whole', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 8 }), fc.integer({ min: 0, max: 8 }), (all, at) => {
        const joined = new ReplaySummary(head);
        for (const part of [all.slice(0, at), all.slice(at)]) joined.join(structuredClone(summaryOf(part).state()));
        expect(joined.report()).toEqual(summaryOf(all).report());
      }),
    );
  });

  test('list no more failures than anybody reads, and count the rest', () => {
    const sizes = { length: 3, turn: 1, start: 1, dropped: 1, tokens: 5, shared: 0 };
    const failing = { ...sizes, input: [], isRefused: true, problem: undefined };
    const trim = [{ rule: 'orphan-result', severity: 'error' as const, entry: 0, message: 'm', key: 'k' }];
    const one = { about: { path: 'a', pointer: '', usesTools: true }, prefixes: [{ ...failing, trim }] };
    const joined = new ReplaySummary(head);
    for (let part = 0; part < 3; part++) joined.join(summaryOf(Array.from({ length: 300 }, () => one)).state());
    const report = joined.report();
    expect([report.failures.length, report.moreFailures]).toEqual([500, 400]);
    expect(replayHtml(report)).toContain('400 more are not listed');
  });

  test('are reports that any report can be compared with', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 4 }), fc.array(conversation, { maxLength: 4 }), (a, b) => {
        const [before, after] = [summaryOf(a).report(), summaryOf(b).report()];
        expect(isReplayReport(JSON.parse(JSON.stringify(before)))).toBe(true);
        const comparison = compareReplays(before, after);
        for (const { distance = 0 } of comparison.shifts) expect(distance).toBeGreaterThanOrEqual(0);
        const text = replayText(after, medium, comparison);
        expect(`${text}${replayHtml(after, { baseline: before, comparison })}`).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });

  test.each([
    [null],
    [{}],
    [[]],
    ['x'],
    [{ version: 1 }],
    [{ version: 1, all: { rate: 0 }, dropped: { buckets: [null] } }],
  ])('%j is no report', (value) => {
    expect(isReplayReport(value)).toBe(false);
  });
});

describe('bars', () => {
  const values = fc.array(fc.oneof(fc.nat(20), fc.nat(300), fc.nat(200_000)), { minLength: 1, maxLength: 200 });
  const distributionOf = (all: readonly number[]) => {
    const distribution = new Distribution();
    for (const value of all) distribution.add(value);
    return distribution.report();
  };

  test('hold every value once, in order, and are few', () => {
    fc.assert(
      fc.property(values, values, fc.integer({ min: 4, max: 20 }), fc.boolean(), (now, before, most, isEven) => {
        const bins = binsOf(distributionOf(now), distributionOf(before), most, isEven);
        expect(bins.length).toBeLessThanOrEqual(most);
        const sum = (of: 'count' | 'before') => bins.reduce((all, bin) => all + bin[of], 0);
        expect([sum('count'), sum('before')]).toEqual([now.length, before.length]);
        for (const [at, { from, to }] of bins.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThan(bins[at - 1]?.to ?? -1);
        }
        for (const value of [...now, ...before]) {
          expect(bins.some(({ from, to }) => from <= value && value <= to)).toBe(true);
        }
      }),
    );
  });

  test('are the values themselves where there are few', () => {
    const names = binsOf(distributionOf([3, 3, 5, 400]), undefined).map(({ from, count }) => [from, count]);
    expect(names.slice(0, 2)).toEqual([
      [3, 2],
      [5, 1],
    ]);
  });
});

describe('words', () => {
  test.each([
    [0, '0 %'],
    [0.00001, '< 0.1 %'],
    [0.5, '50 %'],
    [0.0916, '9.2 %'],
    [0.99999, '> 99.9 %'],
    [1, '100 %'],
    [Number.NaN, '0 %'],
  ])('%d is %s', (share, text) => {
    expect(percentText(share)).toBe(text);
  });

  test('thousands stand apart', () => {
    expect([7, 1000, 1234567, 1234.5].map(numberText)).toEqual(['7', '1,000', '1,234,567', '1,234.5']);
  });

  test('lines are as long as there is room, and lose no word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 }),
        fc.integer({ min: 40, max: 120 }),
        (words, columns) => {
          const lines = wrap(words.join(' '), { ...medium, columns }, '  ');
          expect(lines.every((line) => line.startsWith('  ') && line.length <= columns)).toBe(true);
          expect(lines.map((line) => line.trim()).join(' ')).toBe(words.join(' '));
        },
      ),
    );
  });
});

test('no text becomes markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { html: made } = html`<p title="${text}">${text}</p>`;
      const [, title = '', inner = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(made) ?? [];
      expect(made).toBe(`<p title="${title}">${inner}</p>`);
      expect(`${title}${inner}`).not.toMatch(/[<>"'`]/);
    }),
  );
  const report: ReplayReport = { ...summaryOf([]).report(), policy: '</title><script>alert(1)</script>' };
  expect(replayHtml({ ...report, all: { prefixes: 1, failing: 1, rate: 1 } })).not.toContain('<script');
});
