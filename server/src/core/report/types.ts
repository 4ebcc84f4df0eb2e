import type { Coverage } from '../document/coverage';
import type { ConversationSummary } from '../document/types';
import type { Finding } from '../lint/types';
import type { DialectId, Target } from '../model/types';
import type { LineIndex } from '../text/lineIndex';

/** One file as a report shows it. */
export interface FileReport {
  /** As the person would write it: relative to where they are, `/` between its parts. */
  readonly path: string;
  readonly lines: LineIndex;
  readonly dialect: DialectId | undefined;
  readonly target: Target | undefined;
  readonly conversations: readonly ConversationSummary[];
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
  /** Conversations in which nothing was found are not listed: there may be millions. */
  readonly isFiltered?: boolean;
  /** A large file comes in several reports, one behind the other. Absent: this is all of it. */
  readonly part?: 'first' | 'middle' | 'last';
}

export interface ReportSummary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly hints: number;
}

/** Writes a report piece by piece, so that no more than one file is held at a time. */
export interface Reporter {
  readonly begin: () => string;
  readonly file: (report: FileReport) => string;
  /** `hidden`: findings that were too mild for what the person asked to see. */
  readonly end: (summary: ReportSummary, hidden: number) => string;
}

/** What the medium can show. The host knows; the core only asks. */
export interface Medium {
  readonly paint: Paint;
  /** Terminal columns that a text takes: two for wide characters, none for combining ones. */
  readonly width: (text: string) => number;
  readonly columns: number;
}

type Colour = (text: string) => string;

export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'cyan' | 'green', Colour>>;

const asIs: Colour = (text) => text;

export const noPaint: Paint = {
  bold: asIs,
  dim: asIs,
  red: asIs,
  yellow: asIs,
  blue: asIs,
  cyan: asIs,
  green: asIs,
};

export function noSummary(): ReportSummary {
  return { files: 0, errors: 0, warnings: 0, infos: 0, hints: 0 };
}

/** The counts with one more file, or one more part of it. */
export function addToSummary(
  summary: ReportSummary,
  findings: readonly Finding[],
  part?: FileReport['part'],
): ReportSummary {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return {
    files: summary.files + (part === undefined || part === 'last' ? 1 : 0),
    errors: summary.errors + count('error'),
    warnings: summary.warnings + count('warning'),
    infos: summary.infos + count('info'),
    hints: summary.hints + count('hint'),
  };
}
