import { textOf } from '../json/textOf';
import { dropResult } from '../model/dropping';
import { known, resultValues } from '../model/exchange';
import type { Call, Result } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { Rule, RuleContext } from './types';

/** All results of one call that has more than one, in document order. */
interface Answers {
  readonly results: Result[];
  readonly dropped: Set<Result>;
}

export const duplicateResult: Rule = {
  meta: {
    id: 'duplicate-result',
    summary: 'A call has a second result.',
    severity: { flat: 'error', chat: 'error', messages: 'error' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 02b §1.3',
    foreign: 'pairs',
  },
  conversation: (context) => {
    for (const { results, dropped } of answersOf(context).values()) {
      const [first] = results;
      if (first === undefined) continue;
      results.forEach((result, at) => {
        // The first stands unmarked; where it is the one that goes (a stub), the result that takes its place says so.
        const goes = dropped.has(result) ? result : first;
        if (at > 0 && dropped.has(goes)) report(result, first, goes, context);
      });
    }
  },
};

function report(result: Result, first: Result, goes: Result, { conversation, pairing, report }: RuleContext): void {
  const isSame = textOf(result.contentNode) === textOf(first.contentNode);
  const what = isSame ? 'says the same' : 'says something else';
  const keep = goes === first ? 'The first is a stub: remove that one.' : 'Keep one of them.';
  report({
    at: result.node,
    message: `A second result for ${quoteBriefly(result.id.text)}, which ${what}. ${keep}`,
    related: [{ message: 'The first result', at: first.node }],
    values: known({ ...resultValues(result), a: first.message.index, b: result.message.index }),
    fixes: () => {
      const rewrite = dropResult(conversation, pairing, goes);
      if (rewrite === undefined) return [];
      const title = goes === first ? 'Remove the first result' : 'Remove the second result';
      return [{ title, safety: 'safe', rewrite }];
    },
    isUnnecessary: goes === result,
  });
}

function answersOf({ pairing }: RuleContext): Map<Call, Answers> {
  const found = new Map<Call, Answers>();
  for (const fate of pairing.results.values()) {
    if (fate.kind === 'dropped' && fate.rule === 'duplicate-result' && !fate.isExplained && fate.call !== undefined) {
      found.set(fate.call, { results: [], dropped: new Set() });
    }
  }
  if (found.size === 0) return found;
  for (const message of pairing.walked) {
    for (const result of message.results) {
      const fate = pairing.results.get(result);
      const answers = fate?.call === undefined ? undefined : found.get(fate.call);
      if (fate === undefined || answers === undefined) continue;
      if (fate.kind === 'kept') answers.results.push(result);
      else if (fate.rule === 'duplicate-result' && !fate.isExplained) {
        answers.results.push(result);
        answers.dropped.add(result);
      }
    }
  }
  return found;
}
