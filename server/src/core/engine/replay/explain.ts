import type { ResolvedConfig } from '../../config/types';
import { dialectOf } from '../../dialects/index';
import { rewriteValue } from '../../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../../json/valueNode';
import type { Conversation } from '../../model/types';
import { Windows } from '../../window/windows';
import { readAgain } from '../conversation';
import { alternates, counterOf, windowProblems } from '../prepare';
import { type BuiltInPolicy, leadingInstructions, policyBudget } from './replay';
import type { Explain } from './tally';

/**
 * The provider's own words for a failure of a built-in policy, with the places as they are in the window that is sent. The window is
 * made and checked whole for this, so it is for the failures that are listed and not for all.
 */
export function explainFailures(conversation: Conversation, policy: BuiltInPolicy, config: ResolvedConfig): Explain {
  const made = new Map<number, readonly { readonly rule: string; readonly providerError?: string }[]>();
  const { list, body } = conversation;
  const values = conversation.messages.map(({ node }) => sourceOf(node));
  const problemsAt = (length: number) => {
    let problems = made.get(length);
    if (problems === undefined) {
      const messages = windowValues(readAgain(conversation, nodeOfValue(values.slice(0, length)), body), policy);
      const node = nodeOfValue(messages);
      problems = windowProblems(readAgain(conversation, node, body), config, node);
      made.set(length, problems);
    }
    return problems;
  };
  return ({ rule }, { length, problem }) =>
    list.kind !== 'array' || problem !== undefined
      ? undefined
      : problemsAt(length).find((one) => one.rule === rule && one.providerError !== undefined)?.providerError;
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
  const windows = new Windows(conversation, options, dialectOf(conversation.dialect).write);
  const placed = windows.windowAt();
  const rewrite = windows.rewriteAt(placed);
  return rewrite.size === 0 ? values : (rewriteValue(conversation.list, rewrite) as readonly unknown[]);
}
