import type { DistributionReport } from '../passes/distribution';
import type { ReplayReport } from './replayReport';

/** One figure of two runs. */
export interface Shift {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  /** For distributions: the share of prefixes that would have to move for one to become the other, 0 to 1. */
  readonly distance?: number;
  /**
   * It is worse, better, or only different; a shift of a distribution is the earliest warning (docs/design/windows.md,
   * "Comparing runs").
   */
  readonly verdict: 'worse' | 'better' | 'different' | 'same';
}

/** What a change did to a replay. Runs over other conversations can be compared, and say so. */
export interface ReplayComparison {
  readonly isSameInput: boolean;
  /** What else the two runs differ in, so that figures may: "target openai, then anthropic". */
  readonly differences: readonly string[];
  readonly shifts: readonly Shift[];
}

/** Below this, two distributions are taken for the same: a prefix in a hundred. */
const SMALL_DISTANCE = 0.01;

export function compareReplays(before: ReplayReport, after: ReplayReport): ReplayComparison {
  const rules = new Set(
    [...before.rules, ...after.rules].filter(({ blame }) => blame === 'trim').map(({ rule }) => rule),
  );
  const prefixesOf = (report: ReplayReport, rule: string) =>
    report.rules.find((one) => one.rule === rule && one.blame === 'trim')?.prefixes ?? 0;
  const shifts: Shift[] = [
    figure('failure rate', before.all.rate, after.all.rate, 'low'),
    figure('failure rate with tools', before.byShape.tools.rate, after.byShape.tools.rate, 'low'),
    figure('failure rate without tools', before.byShape.plain.rate, after.byShape.plain.rate, 'low'),
    figure('windows over budget', before.overBudget, after.overBudget, 'low'),
    figure('prefix reuse', before.reuse.share, after.reuse.share, 'high'),
    ...[...rules]
      .sort()
      .map((rule) => figure(`prefixes with ${rule}`, prefixesOf(before, rule), prefixesOf(after, rule), 'low')),
    distribution('entries dropped', before.dropped, after.dropped),
    distribution('start positions', before.starts, after.starts),
    distribution('tokens sent', before.tokens, after.tokens),
  ];
  const isSameInput =
    before.conversations.total === after.conversations.total && before.all.prefixes === after.all.prefixes;
  return { isSameInput, differences: differencesOf(before, after), shifts };
}

function differencesOf(before: ReplayReport, after: ReplayReport): string[] {
  const of = (what: string, one: string, other: string) => (one === other ? [] : [`${what} ${one}, then ${other}`]);
  const extent = ({ isPartial }: ReplayReport) => (isPartial ? 'stopped before its end' : 'whole');
  return [
    ...of('policy', before.policy, after.policy),
    ...of('target', before.target, after.target),
    ...of('tokens', before.estimator, after.estimator),
    ...of('run', extent(before), extent(after)),
  ];
}

function figure(what: string, before: number, after: number, good: 'low' | 'high'): Shift {
  if (before === after) return { what, before, after, verdict: 'same' };
  return { what, before, after, verdict: after > before === (good === 'high') ? 'better' : 'worse' };
}

function distribution(what: string, before: DistributionReport, after: DistributionReport): Shift {
  const distance = distanceOf(before, after);
  const verdict = distance < SMALL_DISTANCE ? 'same' : 'different';
  return { what, before: before.mean, after: after.mean, distance, verdict };
}

/** Half of the sum of differences of shares: 0 for equal distributions, 1 for those that share no value. */
function distanceOf(before: DistributionReport, after: DistributionReport): number {
  const shares = new Map<number, number>();
  for (const { from, count } of before.buckets) shares.set(from, count / before.count);
  for (const { from, count } of after.buckets) shares.set(from, (shares.get(from) ?? 0) - count / after.count);
  let sum = 0;
  for (const share of shares.values()) sum += Math.abs(share);
  return sum / 2;
}

function isDistribution(value: unknown): value is DistributionReport {
  if (typeof value !== 'object' || value === null) return false;
  const { buckets, count, mean, max } = value as Partial<DistributionReport>;
  const areNumbers = (...all: readonly unknown[]) => all.every((one) => typeof one === 'number');
  return (
    areNumbers(count, mean, max) &&
    Array.isArray(buckets) &&
    buckets.every((one) => typeof one === 'object' && one !== null && areNumbers(one.from, one.to, one.count))
  );
}

/** Whether a value that was read from a file is a report of this program. */
export function isReplayReport(value: unknown): value is ReplayReport {
  if (typeof value !== 'object' || value === null) return false;
  const report = value as Partial<ReplayReport>;
  return (
    report.version === 1 &&
    typeof report.all?.rate === 'number' &&
    typeof report.all.prefixes === 'number' &&
    typeof report.policy === 'string' &&
    typeof report.target === 'string' &&
    typeof report.estimator === 'string' &&
    typeof report.byShape?.tools?.rate === 'number' &&
    typeof report.byShape?.plain?.rate === 'number' &&
    typeof report.reuse?.share === 'number' &&
    typeof report.conversations?.total === 'number' &&
    typeof report.overBudget === 'number' &&
    Array.isArray(report.rules) &&
    [report.dropped, report.starts, report.tokens, report.reuse.bySize].every(isDistribution)
  );
}
