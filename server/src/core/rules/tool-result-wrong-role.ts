import { dropResult } from '../model/edits/dropping';
import { offersForResult } from '../model/edits/pairTogether';
import { moveIntoRun } from '../model/edits/placing';
import { resultValues, runOf } from '../model/pairing/exchange';
import { halvesOf } from '../model/pairing/halves';
import type { Result } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const toolResultWrongRole: Rule = {
  meta: {
    id: 'tool-result-wrong-role',
    summary: 'A tool_result block stands on an assistant turn.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: (context) => {
    const { pairing, report } = context;
    for (const [result, outcome] of pairing.results) {
      if (result.message.role !== 'assistant') continue;
      if (outcome.kind === 'dropped' && outcome.rule !== 'orphan-result') continue;
      report({
        at: result.node,
        message: `The result for ${quoteBriefly(result.id.text)} stands on the assistant's turn. Move it into the user turn behind its call.`,
        values: resultValues(result),
        fixes: () => fixes(result, context),
        isUnnecessary: outcome.kind === 'dropped',
      });
    }
  },
};

function fixes(result: Result, { conversation, pairing }: RuleContext): ProposedFix[] {
  const outcome = pairing.results.get(result);
  const run = outcome?.kind === 'kept' ? runOf(pairing, outcome.call) : undefined;
  if (run !== undefined) {
    const rewrite = moveIntoRun(conversation, pairing, run, result);
    // Behind another result of its id it would be taken for the second one.
    const isOne = outcome?.kind !== 'kept' || halvesOf(conversation, pairing).bearersOf(outcome.call).count <= 1;
    const unless = isOne ? undefined : `more than one result bears the id ${quoteBriefly(result.id.text)}`;
    return [
      {
        title: 'Move the result into the user turn behind its call',
        does: { kind: 'move-result', of: result.message, unless },
        rewrite,
      },
    ];
  }
  const drop = dropResult(conversation, pairing, result);
  const offers = offersForResult(conversation, pairing, result.node);
  if (drop === undefined) return offers;
  return [...offers, { title: 'Remove the result', does: { kind: 'drop-result', of: result }, rewrite: drop }];
}
