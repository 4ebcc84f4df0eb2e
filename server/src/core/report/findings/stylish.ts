import type { Finding } from '../../lint/types';
import type { FileReport, Medium, Reporter, ReportSummary } from '../types';
import { visible } from '../visible';
import { CoverageSummary } from './coverageText';
import { frame, type Mark } from './frame';
import { placeOf } from './place';

/** For people: each finding with its place, what to do about it, and the source that it is about. */
export function stylishReporter(medium: Medium): Reporter {
  let fixable = 0;
  let filesWithFindings = 0;
  let isCounted = false;
  const coverage = new CoverageSummary();
  return {
    begin: () => '',
    file: (report) => {
      if (report.part === undefined || report.part === 'first') isCounted = false;
      coverage.add(report);
      if (report.findings.length === 0) return '';
      if (!isCounted) filesWithFindings += 1;
      isCounted = true;
      fixable += report.findings.filter(isSafelyFixable).length;
      return report.findings.map((finding) => `${findingText(finding, report, medium)}\n\n`).join('');
    },
    end: (summary, hidden) =>
      [
        `${closingLine(summary, filesWithFindings, coverage, medium)}${fixableLine(fixable, medium)}${hiddenLine(hidden, medium)}`,
        ...coverage.gapLines(medium),
        // Beside problems it would only be in the way.
        ...(summaryText(summary) === '' ? coverage.ruleLines(medium) : []),
        '',
      ].join('\n'),
  };
}

/** One finding as `stylish` shows it. */
export function findingText(finding: Finding, report: FileReport, medium: Medium): string {
  const { paint } = medium;
  const { line, character } = placeOf(report.lines, finding.start);
  const place = `${paint.bold(visible(report.path))}${paint.dim(`:${line + 1}:${character + 1}:`)}`;
  const colour = paint[COLOURS[finding.severity]];
  const header = `${place} ${colour(paint.bold(finding.severity))}: ${visible(finding.message)} ${paint.dim(`[${finding.rule}]`)}`;
  const marks: Mark[] = [
    { start: finding.start, end: finding.end, label: '', isMain: true },
    ...finding.related
      .slice(0, MAX_RELATED)
      .map(({ start, end, message }) => ({ start, end, label: message, isMain: false })),
  ];
  return [header, ...frame(report.lines, marks, medium, colour), ...notes(finding, report, medium)].join('\n');
}

const COLOURS = { error: 'red', warning: 'yellow', info: 'blue', hint: 'cyan' } as const;

/** More other ends than this would bury the finding itself (one id may be used a hundred times). */
const MAX_RELATED = 3;
/** Fixes are offers to choose from; the first are the ones worth knowing of. */
const MAX_FIXES = 3;

function notes(finding: Finding, report: FileReport, { paint }: Medium): string[] {
  const note = (name: string, text: string) => `  ${paint.dim('=')} ${paint.bold(name)}: ${visible(text)}`;
  const more = finding.related.length - MAX_RELATED;
  const speaker = report.conversations[finding.conversation]?.targetName ?? 'The provider';
  return [
    ...(more > 0 ? [note('also', `${more} more ${more === 1 ? 'place' : 'places'}`)] : []),
    ...(finding.providerError === undefined ? [] : [note(`${speaker} says`, finding.providerError)]),
    ...finding.fixes
      .slice(0, MAX_FIXES)
      .map((fix) => note(fix.safety === 'safe' ? paint.green('fix') : 'choice', fix.title)),
  ];
}

function isSafelyFixable(finding: Finding): boolean {
  return finding.fixes.some(({ safety }) => safety === 'safe');
}

function closingLine(
  summary: ReportSummary,
  filesWithFindings: number,
  { incomplete, strangers }: CoverageSummary,
  { paint }: Medium,
): string {
  const problems = summaryText(summary);
  const files = summary.files - strangers;
  if (problems === '' && files === 0) return 'No transcripts to check.';
  if (problems === '' && incomplete === 0) return paint.green(`No problems in ${counted(files, 'file')}.`);
  if (problems === '') {
    const which =
      incomplete < files
        ? `${incomplete} of ${counted(files, 'file')}`
        : files === 1
          ? 'the file'
          : `${incomplete} files`;
    return paint.yellow(`No problems found, but ${which} ${incomplete === 1 ? 'was' : 'were'} not checked in full.`);
  }
  const colour = summary.errors > 0 ? paint.red : summary.warnings > 0 ? paint.yellow : paint.blue;
  return `${colour(paint.bold(problems))} in ${someOf(filesWithFindings, files)}.`;
}

function fixableLine(fixable: number, { paint }: Medium): string {
  return fixable === 0 ? '' : ` ${fixable} can be fixed with ${paint.bold('transcript-lint fix')}.`;
}

function hiddenLine(hidden: number, { paint }: Medium): string {
  return hidden === 0 ? '' : paint.dim(` ${counted(hidden, 'milder one')} not shown (--severity hint).`);
}

/** "2 errors, 1 warning"; empty when there is nothing. */
export function summaryText(summary: ReportSummary): string {
  const counts: readonly (readonly [number, Finding['severity']])[] = [
    [summary.errors, 'error'],
    [summary.warnings, 'warning'],
    [summary.infos, 'info'],
    [summary.hints, 'hint'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => counted(count, name))
    .join(', ');
}

export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** "2 of 3 files", "3 files". */
export function someOf(some: number, all: number): string {
  return some === all ? counted(all, 'file') : `${some} of ${counted(all, 'file')}`;
}
