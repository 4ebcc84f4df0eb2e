import type { ReplayComparison, Shift } from '../../replay/compare';
import type { FailureReport, ReplayReport, RuleReport } from '../../replay/replayReport';

/** What a replay found, in sentences that the terminal and the page share. */

/** "38 of 412 windows break (9.2 %)". */
export function headlineOf({ all, policy }: ReplayReport): string {
  if (all.prefixes === 0) return 'No conversations to replay.';
  if (all.failing === 0) return `None of ${many(all.prefixes, 'window')} breaks under "${policy}".`;
  const verb = all.failing === 1 ? 'breaks' : 'break';
  return `${numberText(all.failing)} of ${many(all.prefixes, 'window')} ${verb} (${percentText(all.rate)}) under "${policy}".`;
}

/** "7 prefixes would be refused as they stand: five problems of the conversation itself." Undefined where none would. */
export function inputText({ input }: ReplayReport): string | undefined {
  if (input === undefined || input.prefixes === 0) return undefined;
  const { prefixes, conversations, problems } = input;
  const verb = prefixes === 1 ? 'as it stands' : 'as they stand';
  const refused = `${numberText(prefixes)} ${prefixes === 1 ? 'prefix' : 'prefixes'} would be refused ${verb}`;
  if (problems === 0) return `${refused}, whatever the window.`;
  const whose =
    conversations === 1 ? 'the conversation itself' : `${numberText(conversations)} conversations themselves`;
  return `${refused}: ${SMALL[problems] ?? numberText(problems)} problem${problems === 1 ? '' : 's'} of ${whose}.`;
}

const SMALL = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What was left out or checked in part; undefined where all was checked. */
export function notCheckedText({ notChecked = [], moreNotChecked = 0 }: ReplayReport): string | undefined {
  const [first] = notChecked;
  if (first === undefined) return undefined;
  const others = notChecked.length - 1 + moreNotChecked;
  const more = others === 0 ? '' : `, and ${many(others, 'part')} more`;
  return `Not checked: ${first.message} (${first.path})${more}.`;
}

/** "chat.json:12 /messages/3". */
export function inputPlace({ path, at, line }: { readonly path: string; readonly at: string; readonly line?: number }) {
  return `${path}${line === undefined ? '' : `:${line}`}${at === '' ? '' : ` ${at}`}`;
}

/** What the figures are of. */
export function scopeOf({ conversations, target, estimator, all }: ReplayReport): string {
  const { total, tools } = conversations;
  const whose = target === 'auto' ? "each by its provider's rules" : `by the rules of ${target}`;
  const with_ =
    tools === 0 ? 'none with tools' : tools === total ? 'all with tools' : `${numberText(tools)} with tools`;
  return `Every prefix of ${many(total, 'conversation')} (${with_}), ${many(all.prefixes, 'window')}, ${whose}; tokens: ${estimatorName(estimator)}.`;
}

export function estimatorName(estimator: string): string {
  return estimator === 'estimate' ? 'estimated' : estimator;
}

/** "9 of 12 conversations with tools, 0 of 4 without". */
export function conversationsText({ conversations }: ReplayReport): string {
  const { total, failing, tools, failingTools } = conversations;
  const parts = [
    ...(tools > 0 ? [`${numberText(failingTools)} of ${many(tools, 'conversation')} with tools`] : []),
    ...(total > tools ? [`${numberText(failing - failingTools)} of ${numberText(total - tools)} without`] : []),
  ];
  if (tools === 0) return `It happens in ${numberText(failing)} of ${many(total, 'conversation')}.`;
  return `It happens in ${parts.join(' and in ')}.`;
}

export function reuseText({ reuse }: ReplayReport): string {
  if (reuse.tokens === 0) return 'Nothing was sent twice: no conversation has two windows.';
  const share = percentText(reuse.share);
  return `${share} of what is sent repeats the beginning of the request before: so much of it a prompt cache can serve.`;
}

/** Below this, a prompt cache has little to serve although a step would give it something. */
const LITTLE_REUSE = 0.5;

/** What to do about it, the most helpful first. */
export function adviceOf(report: ReplayReport): readonly string[] {
  const { policy, all, reuse, rules, starts } = report;
  const broken = new Set(rules.filter(({ blame }) => blame === 'trim').map(({ rule }) => rule));
  const isOwn = !/^(last|budget|limit) \d/.test(policy);
  const isFailed = [...broken].some((rule) => rule.startsWith('policy-'));
  const isCut = [...broken].some((rule) => !rule.startsWith('policy-') && !WITHOUT_WINDOW.has(rule));
  const isSliding = reuse.tokens > 0 && reuse.share < LITTLE_REUSE && starts.max > 0;
  return [
    ...(isCut && policy.startsWith('last ')
      ? [
          'Cut by tokens in place of entries (--budget N): such a window starts only where the list stays valid, never between a call and its result.',
        ]
      : []),
    ...(isCut && isOwn
      ? [
          'Let the trimming start its windows at a user turn that holds no tool result, and keep every call with its results; or have `trim` or `transcript-lint trim --budget N` do it.',
        ]
      : []),
    ...(isFailed
      ? ['Where the command failed there is no window at all: run it by hand on the prefix that is named.']
      : []),
    ...(broken.has('policy-timeout')
      ? ['An answer that does not come may be waiting in a buffer: flush standard output after each line.']
      : []),
    ...(broken.has('no-legal-window')
      ? [
          'Where no window fits, raise the budget to what the failure names, keep the task in front (--pin-head), or take the smallest legal window (--on-empty extend).',
        ]
      : []),
    ...(broken.has('no-budget') ? ['Raise --limit or lower --reserve: nothing is left for the messages.'] : []),
    ...(isSliding && !isOwn && !/, step /.test(policy) && !policy.startsWith('last ') && all.failing === 0
      ? ['With --step N the window moves seldom, and a prompt cache can serve more of each request.']
      : []),
  ];
}

const WITHOUT_WINDOW: ReadonlySet<string> = new Set(['no-legal-window', 'no-budget']);

/** The failure that stands for a rule: the first whose provider is known to say something, or else the first. */
export function firstOf({ failures }: ReplayReport, { rule }: RuleReport): FailureReport | undefined {
  const of = failures.filter((failure) => failure.rule === rule);
  return of.find(({ providerError }) => providerError !== undefined) ?? of[0];
}

/** What its provider says to that very failure. */
export function saidOf(report: ReplayReport, rule: RuleReport): string | undefined {
  const first = firstOf(report, rule);
  if (first?.providerError === undefined) return undefined;
  return `${first.targetName ?? 'The provider'} says: ${first.providerError}`;
}

/** "the first 7 messages: window from entry 2, 2 left out". */
export function placeText({ length, start, dropped, rule }: FailureReport): string {
  const prefix = length === 1 ? 'the first message' : `the first ${numberText(length)} messages`;
  if (rule.startsWith('policy-') || WITHOUT_WINDOW.has(rule)) return prefix;
  // Code of somebody's own may keep what it likes: then the start is that of the unbroken end.
  const what = start === dropped ? 'window' : 'unbroken';
  return `${prefix}: ${what} from entry ${numberText(start)}, ${numberText(dropped)} left out`;
}

/** "12 windows in 7 conversations". */
export function extentOf({ prefixes, conversations }: RuleReport): string {
  return `${many(prefixes, 'window')} in ${many(conversations, 'conversation')}`;
}

export function comparisonHeadline({ isSameInput, differences, shifts }: ReplayComparison): string {
  const of = (verdict: Shift['verdict']) => shifts.filter((shift) => shift.verdict === verdict).length;
  const parts = [
    ...(of('worse') > 0 ? [`${of('worse')} worse`] : []),
    ...(of('better') > 0 ? [`${of('better')} better`] : []),
    ...(of('different') > 0 ? [`${of('different')} shifted`] : []),
  ];
  const sum = parts.length === 0 ? 'nothing has changed' : parts.join(', ');
  const notes = [
    ...(isSameInput ? [] : ['The runs are over different conversations, so figures may differ for that alone.']),
    ...differences.map((difference) => `Not the same in both: ${difference}.`),
  ];
  return [`${sum}.`, ...notes].join(' ');
}

/** One figure before and after. */
export function shiftText({ what, before, after, distance }: Shift): string {
  const show = RATES.has(what) ? percentText : (value: number) => numberText(Math.round(value * 10) / 10);
  if (distance === undefined) return `${show(before)} → ${show(after)}`;
  return `mean ${show(before)} → ${show(after)}, ${percentText(distance)} of the windows moved`;
}

const RATES: ReadonlySet<string> = new Set([
  ...['failure rate', 'failure rate with tools', 'failure rate without tools', 'prefix reuse'],
]);

/** "9.2 %"; never "0 %" of something, nor "100 %" of less than all. */
export function percentText(share: number): string {
  if (share <= 0 || !Number.isFinite(share)) return '0 %';
  if (share >= 1) return '100 %';
  const hundredths = share * 100;
  if (hundredths < 0.1) return '< 0.1 %';
  if (hundredths > 99.9) return '> 99.9 %';
  return `${hundredths.toFixed(1).replace(/\.0$/, '')} %`;
}

/** Thousands apart. */
export function numberText(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "3", "5–8". */
export function spanText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`;
}

/** "user turn 2", "user turns 5–8". */
export function turnsText(turns: { readonly from: number; readonly to: number }): string {
  return `user turn${turns.from === turns.to ? '' : 's'} ${spanText(turns)}`;
}

/** "1 window", "1,234 windows". */
export function many(count: number, name: string): string {
  return `${numberText(count)} ${name}${count === 1 ? '' : 's'}`;
}
