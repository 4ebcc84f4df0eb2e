import type { ResolvedConfig } from '../config/types';
import { RewriteMerger } from '../json/mergeRewrites';
import { type JsonNode, pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { type Problem, problemsOf } from '../lint/problems';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { NormalizeOptions } from '../normalize/types';
import { enforcedRule, profileOf } from '../targets/index';
import { type BudgetTerms, budgetTerms, describeTerms } from '../window/budget';
import { countEntryWith, estimateEntry, estimateMessage } from '../window/countEntry';
import { mergeNeighbours } from '../window/merge';
import { firstSpoken, OPENING, openingMessage } from '../window/opening';
import type { Encoding } from '../window/tokens/types';
import { trimConversation } from '../window/trim';
import type { CountEntry, EntryFate, TrimmedWindow, WindowProblem } from '../window/types';
import { dropUnsent } from '../window/unsent';
import { type NormalizeReport, reportOf } from './normalizeReport';
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

export interface PrepareOptions extends WindowOptions, NormalizeOptions {
  /** Make every call and result a pair first. On by default. */
  readonly repair?: boolean | undefined;
  /** Make one of neighbours with the same role. On by default. */
  readonly merge?: boolean | undefined;
  /** By the pointer of a conversation: what its counts are multiplied by, where a provider's own count corrects an estimate. */
  readonly scale?: ((pointer: string) => number) | undefined;
  /** Keys that mark an entry as deleted. */
  readonly deletedKeys?: readonly string[] | undefined;
}

/** What one step did. Pointers are into what the step before left. */
export type PrepareStep =
  | {
      readonly step: 'drop';
      readonly dropped: readonly {
        readonly why: 'empty' | 'deleted' | 'partner' | 'partner';
        readonly pointer: string;
      }[];
    }
  | ({ readonly step: 'repair' } & NormalizeReport)
  | { readonly step: 'merge'; readonly merged: readonly { readonly pointer: string; readonly into: string }[] }
  | ({ readonly step: 'trim' } & WindowReport)
  | { readonly step: 'validate'; readonly problems: readonly Problem[] };

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

/**
 * The steps in their order (docs/design/windows.md, "The order of the steps"), on every conversation of a subject. The report has
 * the steps of each, in its order.
 */
export function prepareSubject<Of extends Subject<Of>>(
  start: Of,
  options: PrepareOptions,
  config: ResolvedConfig,
): { readonly subject: Of; readonly report: readonly (readonly PrepareStep[])[] } {
  const steps: PrepareStep[][] = start.conversations.map(() => []);
  let subject = start;
  const take = (run: (conversation: Conversation) => { readonly step: PrepareStep; readonly rewrite: Rewrite }) => {
    const done = subject.conversations.map(run);
    for (const [index, { step }] of done.entries()) {
      const isSecond = step.step === 'drop' && steps[index]?.some((before) => before.step === 'drop');
      if (!isSecond || step.dropped.length > 0) steps[index]?.push(step);
    }
    subject = subject.apply(joined(done.map(({ rewrite }) => rewrite)));
  };
  const drop = (conversation: Conversation) => {
    const { rewrite, dropped } = dropUnsent(conversation, options.deletedKeys);
    const records = dropped.map(({ why, node }) => ({ why, pointer: pointerOf(node) }));
    return { step: { step: 'drop' as const, dropped: records }, rewrite };
  };
  take(drop);
  if (options.repair !== false) {
    take((conversation) => {
      const normalization = normalizeConversation(conversation, options);
      return { step: { step: 'repair', ...reportOf(normalization) }, rewrite: normalization.rewrite };
    });
    // What repair takes from an entry may be all that it said.
    take(drop);
  }
  if (options.merge !== false) {
    take((conversation) => {
      const { rewrite, merged } = mergeNeighbours(conversation, alternates(conversation));
      const records = merged.map(({ node, into }) => ({ pointer: pointerOf(node), into: pointerOf(into) }));
      return { step: { step: 'merge', merged: records }, rewrite };
    });
  }
  if (isTrimming(options)) {
    take((conversation) => {
      const { report, rewrite } = trimmed(conversation, scaled(conversation, options));
      return { step: { step: 'trim', ...report }, rewrite };
    });
  }
  for (const [index, conversation] of subject.conversations.entries()) {
    steps[index]?.push({ step: 'validate', problems: windowProblems(conversation, config, subject.root) });
  }
  return { subject, report: steps };
}

function joined(rewrites: readonly Rewrite[]): Rewrite {
  const [only, ...more] = rewrites;
  if (only !== undefined && more.length === 0) return only;
  const merger = new RewriteMerger();
  for (const rewrite of rewrites) merger.add(rewrite);
  return merger.rewrite;
}

export function isTrimming({ budget, limit, last }: WindowOptions): boolean {
  return budget !== undefined || limit !== undefined || last !== undefined;
}

/** One conversation trimmed, with the report that explains the window. */
export function trimmed(
  conversation: Conversation,
  options: WindowOptions,
): { readonly report: WindowReport; readonly rewrite: Rewrite; readonly window: TrimmedWindow } {
  const { count, estimator } = counterOf(options);
  const { budget, terms } = budgetOf(conversation, options, count);
  const window = trimConversation(
    conversation,
    {
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
    },
    conversation.dialect.write,
  );
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

function scaled({ list }: Conversation, options: PrepareOptions): WindowOptions {
  const factor = options.scale?.(pointerOf(list)) ?? 1;
  if (factor === 1) return options;
  const { count, estimator } = counterOf(options);
  return { ...options, encoding: undefined, estimator, count: (entry) => Math.ceil(count(entry) * factor) };
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

/**
 * What the target says of a window, and one thing more: whatever the target, a window must not open on an answer to nothing
 * (docs/design/windows.md, "Validate").
 */
export function windowProblems(conversation: Conversation, config: ResolvedConfig, root: JsonNode): Problem[] {
  const problems = problemsOf(conversation, config, root);
  const first = firstSpoken(conversation);
  if (first === undefined || first.role === 'user') return problems;
  const known = problems.findIndex(({ rule, pointer }) => rule === OPENING && pointer === pointerOf(first.node));
  const said = problems[known];
  if (said !== undefined) return problems.map((one) => (one === said ? { ...said, severity: 'error' } : one));
  const before = problems.findIndex(
    ({ severity, pointer }) => severity === 'error' && pointer === pointerOf(first.node),
  );
  if (before >= 0) return problems;
  const problem: Problem = {
    rule: OPENING,
    severity: 'error',
    pointer: pointerOf(first.node),
    message: openingMessage(first),
    related: [],
  };
  return [problem, ...problems];
}

/** The trimming found no legal window: the input is to stay as it is. */
export function hasNoWindow(steps: readonly PrepareStep[]): boolean {
  const kind = problemOf(steps)?.kind;
  return kind === 'no-legal-window' || kind === 'no-budget';
}

export function problemOf(steps: readonly PrepareStep[]): WindowProblem | undefined {
  for (const step of steps) if (step.step === 'trim') return step.problem;
  return undefined;
}
