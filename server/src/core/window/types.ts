import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Message } from '../model/types';

/** Tokens of one entry, as JSON value. Asked once for each entry, and again for those that trimming itself writes. */
export type CountEntry = (entry: unknown) => number;

/** What becomes of one entry of the list. `head`: pinned; `cut`: it did not fit; `snap`: it would have, and the window may not open with it, or moves in steps. */
export type EntryFate = 'instructions' | 'head' | 'kept' | 'cut' | 'snap';

export interface TrimOptions {
  /** Tokens for the entries, leading instructions left out of it. Above zero. */
  readonly budget: number;
  readonly count: CountEntry;
  /** What `budget` and `count` are numbers of, in what is said. */
  readonly unit?: 'tokens' | 'entries' | undefined;
  /** The same of an entry as it was read, for those who know it already. */
  readonly countMessage?: ((message: Message) => number) | undefined;
  /** Keep the first clean user turn in front, and say in one line how many turns are left out behind it. */
  readonly pinHead?: boolean | undefined;
  /** Where no legal window fits: leave the list as it is, or take the smallest legal one and say by how much it is over. */
  readonly onEmpty?: 'fail' | 'extend' | undefined;
  /** When the window is over budget, its start moves by at least this many tokens more than needed. Tokens; 0 by default. */
  readonly step?: number | undefined;
  /**
   * The text that stands in for what is cut; given whole exchanges, in the order of the list. A summary that leaves no room is
   * asked for again with more cut; `asked` counts that, from 1.
   */
  readonly summary?: string | ((cut: readonly unknown[], asked: number) => string) | undefined;
  /** The target wants roles to alternate: what is put in front of a user turn becomes part of it. */
  readonly alternates?: boolean | undefined;
}

/** Why the window is not what the budget asks for. */
export type WindowProblem =
  | {
      readonly kind: 'no-legal-window';
      readonly message: string;
      /** The smallest budget with a legal window, and where that window starts; absent where no budget gives one. */
      readonly smallestBudget?: number;
      readonly start?: number;
    }
  /** Nothing is left for the messages: the budget is zero or less. */
  | { readonly kind: 'no-budget'; readonly message: string }
  | { readonly kind: 'over-budget'; readonly message: string; readonly over: number };

/** A window on a conversation, and the change that leaves nothing else in its list. */
export interface TrimmedWindow {
  readonly rewrite: Rewrite;
  /** Index of the first entry kept behind the head, in the list without its leading instructions. */
  readonly start: number;
  /** Entries left out. */
  readonly dropped: number;
  /** Of what is kept, instructions left out. */
  readonly tokens: number;
  readonly fates: readonly EntryFate[];
  /** Tokens of each entry before trimming, instructions included. */
  readonly counts: readonly number[];
  /** One sentence: why the start is where it is. */
  readonly reason: string;
  readonly problem: WindowProblem | undefined;
}

export interface UnsentDrop {
  readonly node: JsonNode;
  /** `partner`: a call whose result is deleted. */
  readonly why: 'empty' | 'deleted' | 'partner';
}

export interface MergeRecord {
  readonly node: JsonNode;
  readonly into: JsonNode;
}
