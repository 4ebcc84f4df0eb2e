import type { DialectId, Target } from '../core/index';
import { SECTION } from './choices';

/** A request of the client for the status of an open document, and a notification of the server of each change of it. */
export const STATUS = `${SECTION}/status`;

export interface StatusParams {
  readonly uri: string;
}

/** What an editor shows of the active document beside its diagnostics. `dialect` is null when it is not ours. */
export interface Status {
  readonly uri: string;
  readonly dialect: DialectId | null;
  readonly target: Target | null;
  readonly evidence: readonly string[];
  /** What the text alone would be read as; null where that is what it is read as. A reopened file is read so. */
  readonly textDialect: DialectId | null;
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
