import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { RuleId } from '../rules/ids';

export type DropKind = 'entry' | 'call' | 'turn' | 'result';

export interface DropRecord {
  readonly kind: DropKind;
  /** The pairing id as text, if what went has one. */
  readonly id: string | undefined;
  readonly rule: RuleId;
  readonly node: JsonNode;
  /** Of a result: the calls without an answer that it could have been the answer to; a few of many. */
  readonly couldAnswer?: readonly { readonly id: string | undefined; readonly node: JsonNode }[];
}

export interface MoveRecord {
  readonly kind: 'result' | 'system';
  readonly id: string | undefined;
  readonly node: JsonNode;
}

export interface InsertRecord {
  readonly id: string | undefined;
  /** The call that it answers. */
  readonly call: JsonNode;
}

export interface RenameRecord {
  readonly from: string;
  readonly to: string;
  readonly call: JsonNode;
}

/** What is wrong, stays, and is said. */
export interface LeftRecord {
  readonly rule: RuleId;
  readonly node: JsonNode;
}

/** The whole of a normalization: the change, and the report written by the code that makes it. `dropped` is `drops.length`. */
export interface Normalization {
  readonly rewrite: Rewrite;
  readonly drops: readonly DropRecord[];
  readonly moved: readonly MoveRecord[];
  readonly inserted: readonly InsertRecord[];
  readonly renamed: readonly RenameRecord[];
  readonly left: readonly LeftRecord[];
}

export interface NormalizeOptions {
  /** Calls of the very last turn stay open. Default: on for a JSONL row, which may end on the call that it teaches. */
  readonly keepOpenTail?: boolean | undefined;
  /** Default: `drop` in flat, `rename` elsewhere. */
  readonly reusedIds?: 'drop' | 'rename' | undefined;
}
