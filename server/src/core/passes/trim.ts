import { mergeRewrites } from '../json/mergeRewrites';
import type { Rewrite } from '../json/rewrite';
import type { Conversation } from '../model/types';
import { enforcedRule, profileOf } from '../targets/index';
import { type BudgetTerms, budgetTerms, describeTerms } from '../window/budget';
import { countEntryWith, estimateEntry, estimateMessage } from '../window/countEntry';
import type { Encoding } from '../window/tokens/types';
import { trimConversation } from '../window/trim';
import type { CountEntry, EntryFate, TrimmedWindow, WindowProblem } from '../window/types';
import type { Subject } from './subject';

/** How large a window may be and what it is made of. One of `budget`, `limit` and `last`; none: no trimming. */
export interface WindowOptions {
  /** Tokens for the entries, leading instructions left out. */
  readonly budget?: number | undefined;
  /** Tokens that the model takes; instructions, tool declarations and `reserve` go off it. */
  readonly limit?: number | undefined;
  /** Tokens kept for the reply. Default: what the body asks for, else none. */
  readonly reserve?: number | undefined;
  /** At most so many entries, whatever they hold. */
  readonly last?: number | undefined;
  /** Instructions and tool declarations outside the document, which count against `limit`. */
  readonly system?: unknown;
  readonly tools?: unknown;
  /** Tokens of one entry. Default: the fast estimate. */
  readonly count?: CountEntry | undefined;
  /** Counts the texts of an entry with this encoding instead; not beside `count`. */
  readonly encoding?: Encoding | undefined;
  /** What reports call `count`. */
  readonly estimator?: string | undefined;
  readonly pinHead?: boolean | undefined;
  readonly onEmpty?: 'fail' | 'extend' | undefined;
  readonly step?: number | undefined;
  readonly summary?: string | ((cut: readonly unknown[], asked: number) => string) | undefined;
}

/** The window, explained. Indices are of the list that was trimmed, its leading instructions left out. */
export interface WindowReport {
  readonly start: number;
  readonly dropped: number;
  readonly tokens: number;
  readonly budget: number;
  readonly terms?: BudgetTerms;
  readonly estimator: string;
  /** Every entry of the list that was trimmed, instructions included. */
  readonly entries: readonly { readonly index: number; readonly tokens: number; readonly fate: EntryFate }[];
  readonly reason: string;
  readonly problem?: WindowProblem;
}

/** A window on every conversation of a subject, and nothing else: nothing is repaired. The report has one for each, in its order. */
export function trimSubject<Of extends Subject<Of>>(
  start: Of,
  options: WindowOptions,
): { readonly subject: Of; readonly report: readonly WindowReport[] } {
  const windows = start.conversations.map((conversation) => trimmed(conversation, options));
  const subject = start.apply(mergeRewrites(windows.map(({ rewrite }) => rewrite)));
  return { subject, report: windows.map(({ report }) => report) };
}

/** One conversation trimmed, with the report that explains the window. */
export function trimmed(
  conversation: Conversation,
  options: WindowOptions,
): { readonly report: WindowReport; readonly rewrite: Rewrite; readonly window: TrimmedWindow } {
  const { count, estimator } = counterOf(options);
  const { budget, terms } = budgetOf(conversation, options, count);
  const window = trimConversation(conversation, {
    budget,
    // A number of entries is a budget in which each costs one.
    count: options.last === undefined ? count : () => 1,
    unit: options.last === undefined ? 'tokens' : 'entries',
    countMessage: options.last === undefined && count === estimateEntry ? estimateMessage : undefined,
    pinHead: options.pinHead,
    onEmpty: options.onEmpty,
    step: options.step,
    summary: options.summary,
    alternates: alternates(conversation),
  });
  const { start, dropped, tokens, fates, counts, rewrite } = window;
  const hasBudget = budget > 0 || terms === undefined;
  const problem: WindowProblem | undefined = hasBudget
    ? window.problem
    : { kind: 'no-budget', message: `Nothing is left for the messages: ${describeTerms(terms)}.` };
  const reason = problem?.message ?? window.reason;
  const report: WindowReport = {
    start,
    dropped,
    tokens,
    budget,
    ...(terms === undefined ? {} : { terms }),
    estimator: options.last === undefined ? estimator : 'entries',
    entries: fates.map((fate, index) => ({ index, tokens: counts[index] ?? 0, fate })),
    reason,
    ...(problem === undefined ? {} : { problem }),
  };
  return { report, rewrite, window };
}

export function counterOf({ count, encoding, estimator }: WindowOptions): { count: CountEntry; estimator: string } {
  if (count !== undefined) return { count: checked(count), estimator: estimator ?? 'custom' };
  if (encoding !== undefined) return { count: countEntryWith(encoding), estimator: estimator ?? encoding.name };
  return { count: estimateEntry, estimator: estimator ?? 'estimate' };
}

function budgetOf(
  conversation: Conversation,
  options: WindowOptions,
  count: CountEntry,
): { readonly budget: number; readonly terms?: BudgetTerms } {
  const given = options.budget ?? options.last;
  if (given !== undefined) return { budget: given };
  const terms = budgetTerms(conversation, { ...options, limit: options.limit ?? 0 }, count);
  return { budget: terms.budget, terms };
}

/** A function of the user's: what it gives is added up, so that one wrong number would spoil every sum. */
function checked(count: CountEntry): CountEntry {
  return (entry) => {
    const tokens: unknown = count(entry);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    throw new TypeError('"count" must give a number of tokens, zero or more');
  };
}

/** The target wants user and assistant to take turns. */
export function alternates({ target, model, dialect }: Conversation): boolean {
  return enforcedRule(profileOf(target), 'roles-not-alternating', { model, dialect }) !== undefined;
}
