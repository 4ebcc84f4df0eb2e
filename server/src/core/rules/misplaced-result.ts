import { moveIntoRun } from '../model/edits/placing';
import { blockIndex, gapOf, known, resultValues, turnOf } from '../model/pairing/exchange';
import type { Run } from '../model/pairing/pairing';
import type { Message, Result } from '../model/types';
import { quote } from '../text/quote';
import type { Rule, RuleContext } from './types';

export const misplacedResult: Rule = {
  meta: {
    id: 'misplaced-result',
    summary: 'A result answers a call and stands somewhere else than directly behind it.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The run after a turn"',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    const isElsewhere = context.enforces('result-not-first') ? elsewhereOf(context) : () => true;
    for (const run of pairing.runs) {
      for (const result of strayed(run, context)) {
        if (isOnWrongRole(result, context)) continue;
        if (!isElsewhere(result, run)) continue;
        const outcome = pairing.results.get(result);
        if (outcome?.kind !== 'kept' || outcome.isExplained) continue;
        const before = conversation.messages[result.message.index - 1];
        context.report({
          at: result.node,
          message: `The result for ${quote(result.id.text)} does not stand directly behind its call. Move it there.`,
          related: [{ message: 'The call that it answers', at: outcome.call.node }],
          values: known({
            ...resultValues(result),
            ...gapOf(conversation, pairing, run),
            j: blockIndex(result),
            before: before?.roleText,
          }),
          fixes: () => [
            {
              title: 'Move the result behind its call',
              does: { kind: 'move-result', of: result.message },
              rewrite: moveIntoRun(conversation, pairing, run, result),
            },
          ],
        });
      }
    }
  },
};

/**
 * Results that stand elsewhere. Where a dialect lets them stand anywhere none moves by itself, and only a target that says that it
 * wants them directly behind the call is told of those that are not.
 */
function strayed(run: Run, { conversation, pairing, enforces }: RuleContext): readonly Result[] {
  if (conversation.dialect.adjacency !== 'none' || !enforces('misplaced-result')) return run.moved;
  return run.calls
    .flatMap((call) => {
      const outcome = pairing.calls.get(call);
      return outcome?.kind === 'kept' && outcome.answer !== undefined ? [outcome.answer] : [];
    })
    .filter((result) => {
      const outcome = pairing.results.get(result);
      return outcome?.kind === 'kept' && outcome.isAway;
    })
    .sort((a, b) => a.message.index - b.message.index);
}

/** The role is the fault then, and another rule's. */
function isOnWrongRole({ message }: Result, { conversation, enforces }: RuleContext): boolean {
  if (conversation.dialect.results === 'entries' || message.role === 'user') return false;
  return message.role !== 'assistant' || enforces('tool-result-wrong-role');
}

/**
 * A result in the right turn, behind other blocks of its own message, is `result-not-first`. Where those blocks are another
 * message of the turn, that message stands between.
 */
function elsewhereOf({ pairing }: RuleContext): (result: Result, run: Run) => boolean {
  const firstOther = new Map<number, Message | undefined>();
  const otherOf = (turn: number): Message | undefined => {
    if (!firstOther.has(turn)) {
      const messages = pairing.turns[turn]?.messages ?? [];
      firstOther.set(
        turn,
        messages.find((message) => message.parts.some((part) => part.kind !== 'result')),
      );
    }
    return firstOther.get(turn);
  };
  return (result, run) => {
    const turn = turnOf(pairing, result.message);
    const calling = run.turn.messages[0];
    if (turn === undefined || calling === undefined || turn !== (turnOf(pairing, calling) ?? 0) + 1) return true;
    const other = otherOf(turn);
    return other !== undefined && other.index < result.message.index;
  };
}
