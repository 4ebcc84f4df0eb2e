import { NotificationType } from 'vscode-languageclient';
import type { Dialect } from '../../../server/src/core/index';

// What this client and the server say to each other beyond LSP. The server's side: server/src/lsp.

/** The status of an open document; `dialect` is null when it is not a transcript. */
export interface Status {
  readonly uri: string;
  readonly dialect: Dialect | null;
  readonly target: string | null;
  readonly evidence: readonly string[];
  readonly conversations: number;
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

export const DialectsNotification = new NotificationType<{ readonly dialects: DialectChoices }>(
  'transcriptLint/dialects',
);

/** The server's commands. */
export const NORMALIZE = 'transcript-lint.normalize';
export const INSERT_TEXT = 'transcript-lint.insertText';

/** What the server's commands answer. `summary` is empty when there was nothing to do. */
export interface CommandResult {
  readonly applied: boolean;
  readonly summary: string;
}
