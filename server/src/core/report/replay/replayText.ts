import type { ReplayComparison } from '../../replay/compare';
import type { FailureReport, ReplayReport, RuleReport, ShareReport } from '../../replay/replayReport';
import { bar, columns, histogram, withBar } from '../bars';
import type { Medium } from '../types';
import { visible } from '../visible';
import { wrap } from '../wrap';
import { ENTRY_NOTE } from './replayNotes';
import {
  adviceOf,
  comparisonHeadline,
  conversationsText,
  extentOf,
  firstOf,
  headlineOf,
  inputPlace,
  inputText,
  many,
  notCheckedText,
  numberText,
  percentText,
  placeText,
  reuseText,
  saidOf,
  scopeOf,
  shiftText,
  turnsText,
} from './replayWords';

/** A replay's report for a person at a terminal. */
export function replayText(report: ReplayReport, medium: Medium, comparison?: ReplayComparison): string {
  const { paint } = medium;
  const notes = [inputText(report), notCheckedText(report)].flatMap((said) => said ?? []);
  const amber = notes.flatMap((said) => wrap(visible(said), medium).map(paint.yellow));
  if (report.all.prefixes === 0) return `${[headlineOf(report), ...amber].join('\n')}\n`;
  // Green is for what is sound as a whole.
  const colour = report.all.failing > 0 ? paint.red : notes.length > 0 ? (text: string) => text : paint.green;
  const sections = [
    [
      ...wrap(visible(headlineOf(report)), medium).map((line) => colour(paint.bold(line))),
      ...amber,
      ...(report.all.failing > 0 ? wrap(conversationsText(report), medium) : []),
      ...wrap(`${scopeOf(report)}${report.dropped.max > 0 ? ` ${ENTRY_NOTE}` : ''}`, medium).map(paint.dim),
      ...(report.isPartial ? wrap(STOPPED, medium).map(paint.yellow) : []),
    ],
    brokenRules(report, medium),
    givenUp(report, medium),
    report.all.failing > 0 ? shares(report, medium) : [],
    ...placing(report, medium),
    histogram('Tokens sent', report.tokens, medium),
    section('Prefix reuse', wrap(reuseText(report), medium, '  '), medium),
    inputProblems(report, medium),
    comparison === undefined ? [] : shifts(comparison, medium),
    section(
      'What to do',
      adviceOf(report).flatMap((advice) => listed(advice, medium)),
      medium,
    ),
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${text.join('\n\n')}\n`;
}

const STOPPED = 'The run was stopped before its end; these are the figures so far.';

function section(title: string, lines: readonly string[], medium: Medium): readonly string[] {
  return lines.length === 0 ? [] : [...wrap(title, medium).map(medium.paint.bold), ...lines];
}

function brokenRules(report: ReplayReport, medium: Medium): readonly string[] {
  const { paint } = medium;
  const lines = report.rules
    .filter(({ blame }) => blame === 'trim')
    .flatMap((rule) => {
      const first = firstOf(report, rule);
      return [
        ...ruleLines(rule, paint.red, medium),
        ...(first === undefined ? [] : failureLines(first, saidOf(report, rule), medium)),
      ];
    });
  return section('What breaks', lines, medium);
}

/** Its extent beside it, or below it where there is no room. */
function ruleLines(rule: RuleReport, colour: (text: string) => string, medium: Medium): readonly string[] {
  const { paint, columns: available, width } = medium;
  const [name, extent] = [colour(rule.rule), extentOf(rule)];
  if (width(`  ${rule.rule}  ${extent}`) <= available) return [`  ${name}  ${paint.dim(extent)}`];
  return [`  ${name}`, ...wrap(extent, medium, '    ').map(paint.dim)];
}

/** Messages can quote an id, whatever length it has. */
const MOST_LETTERS = 300;

function failureLines(failure: FailureReport, said: string | undefined, medium: Medium): readonly string[] {
  const { path, pointer, message } = failure;
  const { paint } = medium;
  const place = `${path}${pointer === '' ? '' : ` ${pointer}`}, ${placeText(failure)}`;
  return [
    ...wrap(visible(shortened(message)), medium, '    '),
    ...(said === undefined ? [] : wrap(visible(shortened(said)), medium, '    ')),
    ...wrap(visible(`first in ${place}`), medium, '    ').map(paint.dim),
  ];
}

function shortened(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}…`;
}

/** More than these are counted and not told. */
const MOST_GIVEN_UP = 10;

function givenUp({ givenUp: all }: ReplayReport, medium: Medium): readonly string[] {
  const lines = all.slice(0, MOST_GIVEN_UP).flatMap(({ path, pointer, length, of, message }) => {
    const place = `${path}${pointer === '' ? '' : ` ${pointer}`}`;
    return wrap(visible(`${place} at ${numberText(length)} of ${numberText(of)} messages: ${message}`), medium, '  ');
  });
  const more = all.length - MOST_GIVEN_UP;
  return section('Given up', [...lines, ...(more > 0 ? [`  and ${numberText(more)} more`] : [])], medium);
}

function shares({ byShape, byTurn }: ReplayReport, medium: Medium): readonly string[] {
  const rows: (readonly [string, ShareReport])[] = [
    ['with tools', byShape.tools],
    ['without tools', byShape.plain],
    ...byTurn.map((turn) => [turnsText(turn), turn] as const),
  ];
  const shown = rows.filter(([, { prefixes }]) => prefixes > 0);
  const lines = columns(
    shown.map(([name, { prefixes, failing, rate }]) => [
      name,
      `${numberText(failing)} of ${numberText(prefixes)}`,
      percentText(rate),
      bar(rate),
    ]),
  );
  return section(
    'Where it breaks',
    lines.map((line) => withBar(line, medium.paint.red)),
    medium,
  );
}

/** Without a pinned head a window starts where what is left out ends: one picture is enough. */
function placing({ dropped, starts }: ReplayReport, medium: Medium): readonly (readonly string[])[] {
  if (JSON.stringify(dropped) === JSON.stringify(starts)) {
    return [histogram('Entries left out of a window, which starts behind them', dropped, medium)];
  }
  return [histogram('Entries left out of a window', dropped, medium), histogram('Where windows start', starts, medium)];
}

function inputProblems({ rules, overBudget, input }: ReplayReport, medium: Medium): readonly string[] {
  const lines = rules
    .filter(({ blame }) => blame === 'input')
    .flatMap((rule) => ruleLines(rule, medium.paint.yellow, medium));
  const faults = faultLines(input, medium);
  const title = 'Broken before it was trimmed, so no fault of the window';
  const told = section(title, [...lines, ...faults], medium);
  if (overBudget === 0) return told;
  const over = `${many(overBudget, 'window')} ${overBudget === 1 ? 'is' : 'are'} over the budget: the newest turn alone is, or the smallest legal window was asked for.`;
  return [...told, ...(told.length > 0 ? [''] : []), ...section('Over budget', wrap(over, medium, '  '), medium)];
}

/** More than these are counted: `check` lists them all. */
const MOST_FAULTS = 10;

/** Where the conversations themselves are to be mended. */
function faultLines(input: ReplayReport['input'], medium: Medium): readonly string[] {
  if (input === undefined || input.problems === 0) return [];
  const { paint } = medium;
  const lines = input.faults
    .slice(0, MOST_FAULTS)
    .flatMap((fault) => [
      ...wrap(visible(`${inputPlace(fault)} ${fault.rule}`), medium, '  '),
      ...wrap(visible(shortened(fault.message)), medium, '    ').map(paint.dim),
    ]);
  const more = input.problems - Math.min(MOST_FAULTS, input.faults.length);
  return [...lines, ...(more > 0 ? [`  and ${numberText(more)} more: transcript-lint check lists them`] : [])];
}

function shifts(comparison: ReplayComparison, medium: Medium): readonly string[] {
  const { paint } = medium;
  const colours = { worse: paint.red, better: paint.green, different: paint.yellow, same: paint.dim } as const;
  const rows = comparison.shifts
    .filter(({ verdict }) => verdict !== 'same')
    .map((shift) => ({
      shift,
      cells: [shift.what, shift.verdict === 'different' ? 'shifted' : shift.verdict, shiftText(shift)],
    }));
  const width = Math.max(0, ...rows.map(({ cells }) => cells[0]?.length ?? 0));
  const lines = rows.map(({ shift, cells: [what = '', verdict = '', figures = ''] }) => {
    return `  ${visible(what).padEnd(width)}  ${colours[shift.verdict](verdict.padEnd(7))}  ${figures}`;
  });
  return [paint.bold('Since the baseline'), ...wrap(comparisonHeadline(comparison), medium, '  '), ...lines];
}

function listed(text: string, medium: Medium): string[] {
  return wrap(text, medium, '    ').map((line, index) => (index === 0 ? `  • ${line.trimStart()}` : line));
}
