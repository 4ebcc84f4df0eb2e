import type { ResolvedConfig } from '../config/types';
import { mergeRewrites } from '../json/mergeRewrites';
import { type JsonNode, pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { type Problem, problemsOf } from '../lint/problems';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { NormalizeOptions } from '../normalize/types';
import { mergeNeighbours } from '../window/merge';
import { firstSpoken, OPENING, openingMessage } from '../window/opening';
import type { WindowProblem } from '../window/types';
import { dropUnsent } from '../window/unsent';
import { type NormalizeReport, reportOf } from './normalizeReport';
import type { Subject } from './subject';
import { alternates, counterOf, trimmed, type WindowOptions, type WindowReport } from './trim';

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
    subject = subject.apply(mergeRewrites(done.map(({ rewrite }) => rewrite)));
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
  const { budget, limit, last } = options;
  if (budget !== undefined || limit !== undefined || last !== undefined) {
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

function scaled({ list }: Conversation, options: PrepareOptions): WindowOptions {
  const factor = options.scale?.(pointerOf(list)) ?? 1;
  if (factor === 1) return options;
  const { count, estimator } = counterOf(options);
  return { ...options, encoding: undefined, estimator, count: (entry) => Math.ceil(count(entry) * factor) };
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
