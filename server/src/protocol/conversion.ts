import type { ConversionFault, ConvertOptions, DialectId, Severity } from '../core/index';
import type { WireRange } from './places';

/** What a request may say of the conversion. Without `to`, a preview is of every other dialect. */
export type ConvertRequest = Omit<Partial<ConvertOptions>, 'strict'>;

/** One entry of a conversion's report. Without a range where it stands nowhere, or where more are told than anybody reads. */
export interface Told {
  readonly pointer: string;
  readonly reason: string;
  readonly range?: WireRange;
}

/** What a conversion makes and costs. Places are those of the source, for `problems` those of the new text. */
export interface ConversionReport {
  readonly to: DialectId;
  /** The dialect as a person calls it. */
  readonly name: string;
  /** The target refuses nothing of the new document. */
  readonly ok: boolean;
  /** "2 fallbacks, 3 lost"; empty where there is nothing to tell. */
  readonly summary: string;
  /** Why there is no new document, and where. */
  readonly refusal?: Told & { readonly rule: ConversionFault };
  /** What the new document is written in: a request that is made of a log is no log. */
  readonly languageId: string;
  /** The new document, where one dialect was asked for. */
  readonly text?: string;
  readonly fallbacks: readonly (Told & { readonly id: string; readonly name: string; readonly text: string })[];
  readonly lost: readonly Told[];
  readonly added: readonly Told[];
  readonly left: readonly Told[];
  /** What the target says of the new document. */
  readonly problems: readonly (Told & { readonly rule: ConversionFault; readonly severity: Severity })[];
}
