import type { ResolvedConfig, Target } from '../core/index';

/** The settings of the editor, and the prefix of what the two say to each other. */
export const SECTION = 'transcriptLint';

/** A notification of the client: people chose dialects or targets for single documents. It tells all choices each time. */
export const CHOICES = `${SECTION}/dialects`;

/** What a person chose one document to be, whatever its content says; `none`: not a transcript. */
export type DialectChoice = ResolvedConfig['dialect'] | 'none';

/** By the documents' URIs. */
export interface Choices {
  readonly dialects?: Readonly<Record<string, DialectChoice>> | undefined;
  readonly targets?: Readonly<Record<string, Target>> | undefined;
}

/** What `initialize` brings beside the settings themselves. */
export interface InitializationOptions extends Choices {
  /** The client wants to be told of each change of status. */
  readonly status?: boolean;
}
