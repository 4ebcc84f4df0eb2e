import { textOf } from '../json/textOf';
import { dropResult } from '../model/edits/dropping';
import { offersForResult, relatedCalls } from '../model/edits/pairTogether';
import { known, resultValues } from '../model/pairing/exchange';
import type { Call, Result } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

/** All results of one call that has more than one, in document order. */
interface Answers {
  readonly results: Result[];
  readonly dropped: Set<Result>;
}

export const duplicateResult: Rule = {
  meta: {
    id: 'duplicate-result',
    summary: 'A call has a second result.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The repair pass"',
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
    related: [{ message: 'The first result', at: first.node }, ...relatedCalls(conversation, pairing, result.node)],
    values: known({ ...resultValues(result), a: first.message.index, b: result.message.index }),
    fixes: () => {
      const offers: ProposedFix[] = [...offersForResult(conversation, pairing, result.node)];
      const stays = goes === first ? result : first;
      for (const [one, other] of [
        [goes, stays],
        [stays, goes],
      ] as const) {
        const rewrite = dropResult(conversation, pairing, one);
        // Where both say the same, one choice is enough.
        if (rewrite === undefined || (one === stays && (isSame || goes === first))) continue;
        const title =
          isSame || goes === first
            ? `Remove the ${nameOf(one)} result`
            : `Keep the ${nameOf(other)} result, remove the ${nameOf(one)}`;
        const does =
          one === goes
            ? ({ kind: 'drop-second-result', of: one, twin: other } as const)
            : ({ kind: 'choice' } as const);
        offers.push({ title, does, rewrite });
      }
      return offers;

      function nameOf(one: Result): string {
        return one === first ? 'first' : 'second';
      }
    },
    isUnnecessary: goes === result,
  });
}

/** By the call, or where the provider keeps that by the result which answers it. */
function answersOf({ pairing }: RuleContext): Map<Call | Result, Answers> {
  const found = new Map<Call | Result, Answers>();
  for (const outcome of pairing.results.values()) {
    const answered = outcome.kind === 'dropped' ? (outcome.call ?? outcome.kept) : undefined;
    if (
      outcome.kind === 'dropped' &&
      outcome.rule === 'duplicate-result' &&
      !outcome.isExplained &&
      answered !== undefined
    ) {
      found.set(answered, { results: [], dropped: new Set() });
    }
  }
  if (found.size === 0) return found;
  for (const message of pairing.walked) {
    for (const result of message.results) {
      const outcome = pairing.results.get(result);
      if (outcome === undefined) continue;
      const answered =
        outcome.kind === 'kept' ? outcome.call : outcome.kind === 'outside' ? result : (outcome.call ?? outcome.kept);
      const answers = answered === undefined ? undefined : found.get(answered);
      if (answers === undefined) continue;
      if (outcome.kind !== 'dropped') answers.results.push(result);
      else if (outcome.rule === 'duplicate-result' && !outcome.isExplained) {
        answers.results.push(result);
        answers.dropped.add(result);
      }
    }
  }
  return found;
}
