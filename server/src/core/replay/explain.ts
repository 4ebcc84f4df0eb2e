import type { ResolvedConfig } from '../config/types';
import { readAgain } from '../document/conversation';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import type { Problem } from '../lint/problems';
import type { Conversation } from '../model/types';
import { windowProblems } from '../passes/prepare';
import { alternates, counterOf } from '../passes/trim';
import { Windows } from '../window/windows';
import { type Fault, WHOLE } from './faults';
import { type BuiltInPolicy, leadingInstructions, policyBudget } from './replay';
import type { Explain } from './summary';

/**
 * The provider's own words for a failure of a built-in policy, with the places as they are in the window that is sent. The window is
 * made and checked whole for this, so it is for the failures that are listed and not for all.
 */
export function explainFailures(conversation: Conversation, policy: BuiltInPolicy, config: ResolvedConfig): Explain {
  const made = new Map<number, { readonly problems: readonly Problem[]; readonly size: number }>();
  const { list, body } = conversation;
  const values = conversation.messages.map(({ node }) => sourceOf(node));
  const instructions = leadingInstructions(conversation);
  const windowAt = (length: number) => {
    let window = made.get(length);
    if (window === undefined) {
      const messages = windowValues(readAgain(conversation, nodeOfValue(values.slice(0, length)), body), policy);
      const node = nodeOfValue(messages);
      const problems = windowProblems(readAgain(conversation, node, body), config, node);
      window = { problems, size: messages.length };
      made.set(length, window);
    }
    return window;
  };
  return (fault, { length, problem }) => {
    if (list.kind !== 'array' || problem !== undefined) return undefined;
    const { problems, size } = windowAt(length);
    // Behind the instructions a window is the end of its prefix.
    return wordsFor(fault, problems, (at) => (at < instructions ? at : length - size + at));
  };
}

/** What the provider says of a fault: of this one, and not of another that breaks the same rule in the same window. */
export function wordsFor(
  { rule, entry }: Fault,
  problems: readonly Pick<Problem, 'rule' | 'pointer' | 'providerError'>[],
  originOf: (index: number) => number,
): string | undefined {
  return problems.find(({ rule: broken, pointer, providerError }) => {
    const at = /^\/(\d+)/.exec(pointer)?.[1];
    const origin = at === undefined ? WHOLE : originOf(Number(at));
    return broken === rule && origin === entry && providerError !== undefined;
  })?.providerError;
}

/** The messages that a built-in policy would send of a whole conversation. */
export function windowValues(conversation: Conversation, policy: BuiltInPolicy): readonly unknown[] {
  const { last, pinHead, onEmpty, step } = policy;
  const values = conversation.messages.map(({ node }) => sourceOf(node));
  if (last !== undefined) {
    const instructions = leadingInstructions(conversation);
    return [...values.slice(0, instructions), ...values.slice(Math.max(instructions, values.length - last))];
  }
  const { count } = counterOf(policy);
  const budget = policyBudget(conversation, policy, count);
  const options = { budget, count, pinHead, onEmpty, step, alternates: alternates(conversation) };
  const windows = new Windows(conversation, options);
  const placed = windows.windowAt();
  const rewrite = windows.rewriteAt(placed);
  return rewrite.size === 0 ? values : (rewriteValue(conversation.list, rewrite) as readonly unknown[]);
}
