import { node, type Rewrite } from '../json/rewrite';
import { addSplice } from '../model/edits/dropping';
import { arrive } from '../model/edits/placing';
import { blockIndex, gapOf, known, turnOf } from '../model/pairing/exchange';
import type { Run } from '../model/pairing/pairing';
import type { Message, Part, Result } from '../model/types';
import type { Rule, RuleContext } from './types';

export const resultNotFirst: Rule = {
  meta: {
    id: 'result-not-first',
    summary: 'Other blocks stand in front of the results in the turn that answers.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic", "MiniMax"',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    for (const run of pairing.runs) {
      for (const [message, results] of behindOthers(run, context)) {
        const first = firstOther(message);
        if (first === undefined) continue;
        context.report({
          at: first.node,
          message: `This ${typeOf(first)} block stands in front of ${
            results.length === 1 ? 'a result' : `${results.length} results`
          }. Results come first in their turn: move it behind them.`,
          related: results.slice(0, MAX_RELATED).map((result) => ({ message: 'A result behind it', at: result.node })),
          values: known({ ...gapOf(conversation, pairing, run), j: blockIndex(first) }),
          fixes: () => {
            const rewrite: Rewrite = new Map();
            const { contentNode } = message;
            if (contentNode === undefined) return [];
            const moved = results.map((result) => result.node);
            addSplice(rewrite, contentNode, moved, []);
            arrive(rewrite, conversation, pairing, run, moved.map(node));
            return [{ title: 'Put the results first', does: { kind: 'move-result', of: message }, rewrite }];
          },
        });
      }
    }
  },
};

const MAX_RELATED = 5;

/** The moved results of a run that stand in the right turn, by message, where no other message of the turn is in front. */
function behindOthers(run: Run, { pairing }: RuleContext): Map<Message, Result[]> {
  const found = new Map<Message, Result[]>();
  const calling = run.turn.messages[0];
  if (run.moved.length === 0 || calling === undefined) return found;
  const answering = (turnOf(pairing, calling) ?? 0) + 1;
  const blocking = pairing.turns[answering]?.messages.find((message) => firstOther(message) !== undefined);
  for (const result of run.moved) {
    const { message } = result;
    if (turnOf(pairing, message) !== answering || blocking !== message) continue;
    const results = found.get(message);
    if (results === undefined) found.set(message, [result]);
    else results.push(result);
  }
  return found;
}

function firstOther(message: Message): Part | undefined {
  return message.parts.find((part) => part.kind !== 'result');
}

function typeOf(part: Part): string {
  const type = part.node.get('type');
  return type?.kind === 'string' && /^[a-z_]{1,40}$/.test(type.text()) ? type.text() : 'other';
}
