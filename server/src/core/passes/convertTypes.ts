import type { SourceName } from '../dialects/index';
import type { Destination } from '../dialects/types';
import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import type { Problem } from '../lint/problems';
import type { Dialect, DialectId, Target } from '../model/types';
import type { RuleId } from '../rules/ids';
import type { LossLog } from '../transfer/lossLog';
import type { Addition, Fallback, Loss, SystemPlacement } from '../transfer/types';
import type { Subject } from './subject';

/** What normalization did before a conversion, beside what it dropped. */
export interface NormalizedRecord {
  readonly action: 'moved' | 'inserted' | 'renamed';
  readonly pointer: string;
  readonly reason: string;
}

/** What a conversion tells beside its document. */
export interface ConvertReport {
  /** The dialect that is written, also where a target was named. */
  readonly dialect: DialectId;
  /** Malformed inputs of history that go out as `{}`. */
  readonly fallbacks: readonly Fallback[];
  /** What the other dialect cannot hold. Pointers are those of the source. */
  readonly lost: readonly Loss[];
  /** What the target requires and the source has not. */
  readonly added: readonly Addition[];
  /** Conversations that stay as they are: recorded answers, what a test expects, what does not parse. */
  readonly left: readonly Loss[];
  /** What normalization moved, put in and renamed; what it dropped is among `lost`. */
  readonly normalized: readonly NormalizedRecord[];
  /**
   * What the target says of the new document, by its pointers; what of the source could not be read or sent, by those of the
   * source.
   */
  readonly problems: readonly ConversionProblem[];
}

/** A list that was converted: where it stands in the new document, and for whom. */
export interface Place {
  readonly pointer: string;
  readonly dialect: Dialect;
  readonly target: Target;
  readonly model: string | undefined;
  /** A row of its own, of which some are kept to train on. */
  readonly isRow: boolean;
}

/** A conversion as changes, before anything is made of them. */
export interface RootConversion {
  readonly rewrite: Rewrite;
  /** A new document in the place of the whole source: a request body made of a log. */
  readonly whole: NewJson | undefined;
  readonly places: readonly Place[];
  readonly lossLog: LossLists;
  readonly left: readonly Loss[];
  /** Why there is no document. */
  readonly refused: readonly ConversionProblem[];
  /** What could not be read or sent, while the rest could. */
  readonly unread: readonly ConversionProblem[];
  /** Rows that stay as they are because they hold a call that cannot be sent, and why. */
  readonly refusedRows: ReadonlyMap<number, readonly ConversionProblem[]>;
  /** Lists whose last call the output limit cut off. */
  readonly cut: ReadonlySet<JsonNode>;
}

export type LossLists = Pick<LossLog, 'fallbacks' | 'lost' | 'added'>;

/** Why there is no new document, beside what rules say of it. */
export type ConversionFault = RuleId | 'nothing-to-convert' | 'unknown-branch';
export type ConversionProblem = Problem<ConversionFault>;

/** What is converted, and rows of it that are known to stay as they are. */
export interface Source {
  readonly subject: Subject<unknown>;
  readonly refusedRows: RootConversion['refusedRows'];
}

/** What is asked of a conversion, checked and resolved. */
export interface ConversionSettings {
  /** What the document is read as; by default what is found in it. */
  readonly from: SourceName | undefined;
  /** The dialect that is written. */
  readonly to: Destination;
  /** Who must accept the result, where one was named. */
  readonly target: Target | undefined;
  readonly model: string | undefined;
  readonly rewriteIds: boolean;
  readonly system: SystemPlacement | undefined;
  /** Apply the four rules of normalization first. */
  readonly normalizes: boolean;
  /** Take any loss for a failure. */
  readonly isStrict: boolean;
  /** Of a session log: the row that the conversation ends with. */
  readonly branch: string | undefined;
}
