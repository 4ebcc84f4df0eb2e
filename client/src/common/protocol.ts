import { NotificationType, RequestType } from 'vscode-languageclient';
import type { Dialect, ReplayReport, Target } from '../../../server/src/core/index';

// What this client and the server say to each other beyond LSP. The server's side: server/src/lsp.

/** The status of an open document; `dialect` is null when it is not a transcript. */
export interface Status {
  readonly uri: string;
  readonly dialect: Dialect | null;
  readonly target: Target | null;
  readonly evidence: readonly string[];
  /** What the text alone would be read as; null where that is what it is read as. */
  readonly textDialect: Dialect | null;
  readonly conversations: number;
  /** Why some or all of it was not checked; null where all was. */
  readonly notChecked: string | null;
  readonly problems: {
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly hints: number;
  };
}

export const StatusNotification = new NotificationType<Status>('transcriptLint/status');

/** What a person chose a document to be, whatever its content says. */
export type DialectChoice = Dialect | 'none';
export type DialectChoices = Readonly<Record<string, DialectChoice>>;

export type TargetChoices = Readonly<Record<string, Target>>;

/** All choices that people made for single documents. */
export interface Choices {
  readonly dialects: DialectChoices;
  readonly targets: TargetChoices;
}

export const ChoicesNotification = new NotificationType<Choices>('transcriptLint/dialects');

/** The server's commands. */
export const FIX_ALL = 'transcript-lint.fixAll';
export const NORMALIZE = 'transcript-lint.normalize';
/** Shows the problem behind a position. */
export const NEXT_PROBLEM = 'transcript-lint.nextProblem';
export const INSERT_TEXT = 'transcript-lint.insertText';

export const TRIM = 'transcript-lint.trim';

/** What trimming would do to one conversation. Entries are counted from 0 behind its leading instructions. */
export interface TrimPreview {
  readonly pointer: string;
  readonly unit: 'tokens' | 'entries';
  readonly entries: number;
  readonly dropped: number;
  readonly start: number;
  readonly tokensBefore: number;
  readonly tokens: number;
  readonly budget: number;
  readonly reason: string;
  /** The entry that the window starts at; absent where nothing is cut. */
  readonly at?: WireRange['start'];
  readonly problem?: {
    readonly kind: 'no-legal-window' | 'no-budget' | 'over-budget';
    readonly smallestBudget?: number;
    readonly over?: number;
  };
}

/** One thing that normalizing or trimming does to the text. */
export interface ToldChange {
  readonly kind: 'dropped' | 'moved' | 'inserted' | 'renamed' | 'left';
  readonly words: string;
  readonly why: string;
  readonly pointer: string;
  readonly range?: WireRange;
}

export const CONVERT = 'transcript-lint.convert';

/** A place as the protocol has it. */
export interface WireRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** One entry of a conversion's report. Without a range where it stands nowhere, or where more are told than anybody reads. */
export interface Told {
  readonly pointer: string;
  readonly reason: string;
  readonly range?: WireRange;
}

/** What a conversion makes and costs. Places are those of the source, for `problems` those of the new text. */
export interface ConversionReport {
  readonly to: Dialect;
  /** The dialect as a person calls it. */
  readonly name: string;
  readonly ok: boolean;
  /** "2 fallbacks, 3 lost"; empty where there is nothing to tell. */
  readonly summary: string;
  /** Why there is no new document. */
  readonly refusal?: Told & { readonly rule: string };
  readonly languageId: string;
  readonly text?: string;
  readonly fallbacks: readonly (Told & { readonly id: string; readonly name: string; readonly text: string })[];
  readonly lost: readonly Told[];
  readonly added: readonly Told[];
  readonly left: readonly Told[];
  readonly problems: readonly (Told & {
    readonly rule: string;
    readonly severity: 'error' | 'warning' | 'info' | 'hint';
  })[];
}

/** What the server's commands answer. `summary` is empty when there was nothing to do. */
export interface CommandResult {
  readonly applied: boolean;
  readonly summary: string;
  /** Of a preview. */
  readonly version?: number;
  readonly conversations?: readonly TrimPreview[];
  readonly changes?: readonly ToldChange[];
  readonly text?: string;
  /** Of the preview of an insertion: the calls that wait for a result. */
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
    readonly range: WireRange;
  }[];
  /** Where what was put in stands now. */
  readonly range?: WireRange;
  readonly conversions?: readonly ConversionReport[];
}

/** Which conversations are replayed, through which window; without one, as configured for each file. */
export interface ReplayParams {
  readonly files: readonly { readonly uri: string; readonly name: string }[];
  readonly isNamed?: boolean;
  readonly window?: ReplayWindow;
}

export type ReplayWindow = { readonly budget: number } | { readonly last: number };

export interface ReplayAnswer {
  readonly report: ReplayReport;
  /** One for each of the report's failures. */
  readonly places: readonly ({
    readonly uri: string;
    readonly position: { readonly line: number; readonly character: number };
  } | null)[];
  /** One for each of the faults of the conversations themselves. */
  readonly inputPlaces: ReplayAnswer['places'];
  readonly files: number;
  readonly broken: number;
  readonly unread: number;
}

export const ReplayRequest = new RequestType<ReplayParams & { readonly workDoneToken: string }, ReplayAnswer, void>(
  'transcriptLint/replay',
);

/** What of which file: a lens or an action names one conversation. */
export interface NormalizeTarget {
  readonly uri: string;
  readonly conversation?: string;
}
