import type { ConversionReport, Told } from '../../../../server/src/protocol/index';
import { isRefused } from './conversionMarks';

/** One dialect to choose, with what it would cost. */
export interface ConversionChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly report: ConversionReport;
}

/** So many reasons fit a line that a person reads before choosing. */
const MOST_REASONS = 3;

export function conversionChoices(reports: readonly ConversionReport[]): ConversionChoice[] {
  return reports.map((report) => ({
    label: report.name,
    description: report.refusal === undefined ? report.summary || 'nothing is lost' : 'cannot be written',
    detail: report.refusal?.reason ?? reasonsOf(report),
    report,
  }));
}

/** "Converted to Messages: 2 fallbacks, 3 lost." */
export function conversionSaid({ name, summary }: ConversionReport): string {
  return summary === '' ? `Converted to ${name}, with nothing lost.` : `Converted to ${name}: ${summary}.`;
}

/** Whether there is more to read than the summary says. */
export function hasDetails({ fallbacks, lost, added, left, problems }: ConversionReport): boolean {
  return fallbacks.length + lost.length + added.length + left.length + problems.length > 0;
}

/** The whole report, for a person to read beside the document. `file`: what the source is called. */
export function conversionDetails(file: string, report: ConversionReport): string {
  const { name, summary, refusal, fallbacks, lost, added, left, problems } = report;
  const head =
    refusal === undefined
      ? `${file} as ${name}: ${summary === '' ? 'nothing is lost' : summary}`
      : `${file} cannot be written as ${name}: ${refusal.reason}`;
  return [
    `${head}\n`,
    section('Old inputs that were no JSON object and go out as {}', fallbacks, ({ id, name: of, text, reason }) => [
      `${of} ${JSON.stringify(id)}: ${reason}`,
      text,
    ]),
    section('Lost: what the other dialect cannot hold, or holds with less', lost, ({ reason }) => [reason]),
    section('Added: what the target requires and the source has not', added, ({ reason }) => [reason]),
    section('Left as it is', left, ({ reason }) => [reason]),
    section(
      refusal === undefined ? 'Problems: what the target says of the new document, by its lines' : 'Problems',
      problems,
      ({ severity, reason, rule }) => [`${severity}: ${reason} [${rule}]`],
    ),
  ].join('');
}

function section<Entry extends Told>(
  title: string,
  entries: readonly Entry[],
  say: (entry: Entry) => string[],
): string {
  if (entries.length === 0) return '';
  const said = entries.map((entry) => {
    const [first = '', ...more] = say(entry).map(oneLine);
    return `  ${[`${placeOf(entry)}  ${first}`, ...more.map((line) => `    ${line}`)].join('\n  ')}\n`;
  });
  return `\n${title}\n${said.join('')}`;
}

function placeOf({ pointer, range }: Told): string {
  const at = pointer === '' ? '(the document)' : pointer;
  return range === undefined ? at : `line ${range.start.line + 1}  ${at}`;
}

/** A text of a transcript must not look like the report's own lines. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

function reasonsOf({ fallbacks, lost, left, problems }: ConversionReport): string {
  const inputs = fallbacks.map(({ name, reason }) => `an input of ${name} becomes {}: ${reason}`);
  const told = [
    ...inputs,
    ...[...lost, ...left, ...problems.filter(({ severity }) => isRefused(severity))].map(({ reason }) => reason),
  ];
  const different = [...new Set(told.map(oneLine))];
  const more = different.length - MOST_REASONS;
  return different.slice(0, MOST_REASONS).join(' · ') + (more > 0 ? ` · ${more} more` : '');
}
