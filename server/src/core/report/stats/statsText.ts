import { type DialectName, dialectTitle } from '../../dialects/index';
import type { StatsReport } from '../../passes/stats';
import { columns, histogram } from '../bars';
import { estimatorName, many, numberText, percentText } from '../replay/replayWords';
import type { Medium } from '../types';
import { visible } from '../visible';
import { wrap } from '../wrap';

/** What a collection of transcripts is made of, for a person at a terminal. */
export function statsText(report: StatsReport, medium: Medium): string {
  const { paint } = medium;
  const { files, sides, messages, turns, tokens } = report;
  if (files === 0) return 'No transcripts.\n';
  const head = [
    paint.bold(`${many(sides.request, 'conversation')} in ${many(files, 'file')}`),
    ...wrap(
      `${many(messages.total, 'message')}, ${many(turns.total, 'user turn')}, ${many(tokens.total, 'token')} (${estimatorName(tokens.estimator)}).${others(report)}`,
      medium,
    ).map(paint.dim),
  ];
  const sections = [
    head,
    table('Dialects', named(report.dialects), sides.request, medium),
    table('Providers whose rules apply', report.targets, sides.request, medium),
    table('Models that are named', report.models, sides.request, medium),
    table('Messages by role', messages.byRole, messages.total, medium),
    tools(report, medium),
    names(report, medium),
    histogram('Messages in a conversation', messages.perConversation, medium),
    histogram('User turns in a conversation', turns.perConversation, medium),
    histogram('Tokens of a conversation', tokens.perConversation, medium),
    histogram('Tokens of a message', tokens.perMessage, medium),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

function others({ sides: { response, assertion } }: StatsReport): string {
  const parts = [
    ...(response > 0 ? [many(response, 'response')] : []),
    ...(assertion > 0 ? [many(assertion, 'expectation')] : []),
  ];
  return parts.length === 0 ? '' : ` Not counted: ${parts.join(' and ')} in the same files.`;
}

function named(counts: StatsReport['dialects']): Readonly<Record<string, number>> {
  const entries = Object.entries(counts) as [DialectName, number][];
  return Object.fromEntries(entries.map(([id, count]) => [dialectTitle(id), count]));
}

/** More names than this are no overview. */
const MOST_NAMES = 12;

function table(title: string, counts: Readonly<Record<string, number>>, all: number, medium: Medium): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const rows = entries
    .slice(0, MOST_NAMES)
    .map(([name, count]) => [visible(name), numberText(count), percentText(count / all)]);
  return [medium.paint.bold(title), ...columns(rows), ...more(entries.length - MOST_NAMES)];
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${numberText(count)} more`] : [];
}

function tools({ tools: used, sides, tokens }: StatsReport, medium: Medium): string[] {
  if (used.conversations === 0) return [medium.paint.bold('Tools'), '  No conversation uses any.'];
  const rows = [
    ['conversations that use tools', numberText(used.conversations), percentText(used.conversations / sides.request)],
    [
      'with parallel calls',
      numberText(used.parallelConversations),
      percentText(used.parallelConversations / sides.request),
    ],
    ['calls', numberText(used.calls), ''],
    [
      'results',
      numberText(used.results),
      `${percentText(tokens.total === 0 ? 0 : tokens.results / tokens.total)} of the tokens`,
    ],
    [
      'messages with several calls',
      numberText(used.parallelMessages),
      `of ${numberText(used.callingMessages)} with any`,
    ],
  ];
  const lines = [medium.paint.bold('Tools'), ...columns(rows)];
  return [...lines, '', ...histogram('Calls in a user turn', used.callsPerTurn, medium)];
}

function names({ tools: { names: all, moreNames, calls } }: StatsReport, medium: Medium): string[] {
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MOST_NAMES)
    .map(({ name, calls: count }) => [visible(name), numberText(count), percentText(count / calls)]);
  return [medium.paint.bold('Tools by calls'), ...columns(rows), ...more(all.length - MOST_NAMES + moreNames)];
}
