import {
  inputPlace,
  inputText,
  many,
  notCheckedText,
  numberText,
  percentText,
  type ReplayReport,
  type WindowSettings,
} from '../../../../server/src/core/index';
import type { ReplayAnswer } from '../../../../server/src/protocol/index';
import { readBudget } from '../trim/trimChoices';

/** How a person says which window is to be tried. */
export interface WindowChoice {
  readonly label: string;
  readonly description: string;
  readonly way: 'configured' | 'budget' | 'last';
}

/** `configured`: what is configured, in words; undefined where nothing is. */
export function windowChoices(configured: string | undefined): readonly WindowChoice[] {
  return [
    ...(configured === undefined
      ? []
      : [{ label: 'As configured', description: configured, way: 'configured' } as const]),
    { label: 'A budget of tokens…', description: 'starts only where the list stays valid', way: 'budget' },
    { label: 'The last entries…', description: 'a naive window: cuts wherever that falls', way: 'last' },
  ];
}

/** What a person wrote behind the choice; undefined for what is no whole number. */
export function readWindow(way: 'budget' | 'last', written: string): WindowSettings | undefined {
  const size = readBudget(written);
  if (size === undefined) return undefined;
  return way === 'budget' ? { budget: size } : { last: size };
}

/** What of a workspace was not even sent to the server. */
export interface LeftOut {
  /** There are more files than are looked at. */
  readonly isCapped: boolean;
  readonly tooLarge: number;
}

/** The outcome for a notification: what broke, and what was left out. */
export function outcomeText({ report, files, broken, unread }: ReplayAnswer, { isCapped, tooLarge }: LeftOut): string {
  const left = [
    ...(broken > 0 ? [`${many(broken, 'conversation')} with syntax errors left out`] : []),
    ...(unread > 0 ? [`${many(unread, 'file')} left out: unreadable, or no window is configured`] : []),
    ...(tooLarge > 0 ? [`${many(tooLarge, 'large file')} left to the command line`] : []),
    ...(isCapped ? ['the workspace has more files than are looked at here'] : []),
  ];
  const rest = left.length === 0 ? '' : ` (${left.join('; ')})`;
  const unchecked = notCheckedText(report);
  if (report.all.prefixes === 0) {
    return [`There is no conversation to replay${rest}.`, ...(unchecked === undefined ? [] : [unchecked])].join(' ');
  }
  return [`${verdict(report)}, in ${many(files, 'file')}${rest}.`, ...doubtsOf(report)].join(' ');
}

/** Why a replay in which no window breaks is no clean bill. */
export function doubtsOf(report: ReplayReport): readonly string[] {
  return [inputText(report), notCheckedText(report)].flatMap((said) => said ?? []);
}

function verdict({ all }: ReplayReport): string {
  const windows = many(all.prefixes, 'window');
  return all.failing === 0
    ? `None of ${windows} breaks`
    : `${numberText(all.failing)} of ${windows} ${all.failing === 1 ? 'breaks' : 'break'} (${percentText(all.rate)})`;
}

/** A failure to go to. */
export interface FailureItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly place: ReplayAnswer['places'][number];
}

/** The failures of a report that have a place, in its order, and behind them the faults of the conversations themselves. */
export function failureItems({ report, places, inputPlaces }: ReplayAnswer): readonly FailureItem[] {
  const faults = (report.input?.faults ?? []).flatMap((fault, at): FailureItem[] => {
    const place = inputPlaces[at] ?? null;
    if (place === null) return [];
    const detail = `Of the conversation itself, whatever the window. ${fault.message}`;
    return [{ label: fault.rule, description: inputPlace(fault), detail, place }];
  });
  return [...windowItems({ report, places }), ...faults];
}

function windowItems({ report, places }: Pick<ReplayAnswer, 'report' | 'places'>): readonly FailureItem[] {
  return report.failures.flatMap((failure, at) => {
    const place = places[at] ?? null;
    if (place === null) return [];
    const { path, pointer, rule, length, start, dropped, prefixes, message } = failure;
    const description = `${path}${pointer === '' ? '' : ` ${pointer}`}`;
    const shape = dropped === 0 ? '' : `, window from entry ${numberText(start)}`;
    const often = prefixes === 1 ? '' : `; so in ${many(prefixes, 'window')}`;
    const detail = `After ${many(length, 'message')}${shape}${often}. ${message}`;
    return [{ label: rule, description, detail, place }];
  });
}

/** The page in the editor's colours, whatever the system's are. */
export function inTheme(page: string, nonce: string): string {
  return page.replace('</head>', `<style nonce="${nonce}">${THEME}</style>\n</head>`);
}

const THEME = `
body { --page: var(--vscode-editor-background); --ink: var(--vscode-editor-foreground); --soft: var(--vscode-descriptionForeground);
  --line: var(--vscode-widget-border, var(--vscode-panel-border)); --card: var(--vscode-editorWidget-background);
  --now: var(--vscode-charts-blue); --bad: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); --good: var(--vscode-charts-green);
  --before: var(--vscode-charts-orange); --warn: var(--vscode-editorWarning-foreground);
  font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); padding: 0; }
code, .code { font-family: var(--vscode-editor-font-family); }
:is(.wide, summary):focus-visible { outline-color: var(--vscode-focusBorder); }
`;
