import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { dropCall, isSigned } from '../model/dropping';
import { blockIndex, pairingIds } from '../model/exchange';
import { freshIds } from '../model/freshIds';
import type { Call } from '../model/types';
import { quote, quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const duplicateCallId: Rule = {
  meta: {
    id: 'duplicate-call-id',
    summary: 'One turn declares the same call id twice.',
    severity: { flat: 'error', chat: 'error', messages: 'error' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 02b §1.3',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    let fresh: ((id: string) => string) | undefined;
    for (const [call, fate] of pairing.calls) {
      if (fate.kind !== 'dropped' || fate.rule !== 'duplicate-call-id') continue;
      fresh ??= freshIds(() => pairingIds(conversation));
      const id = fresh(call.id.text);
      context.report({
        at: call.node,
        message: `This turn declares the call id ${quoteBriefly(call.id.text)} twice. Give this call an id of its own or remove it.`,
        related: fate.first === undefined ? [] : [{ message: 'The first declaration', at: fate.first.node }],
        values: { i: call.message.index, j: blockIndex(call), id: call.id.text },
        fixes: () => fixes(call, id, context),
        isUnnecessary: true,
      });
    }
  },
};

function fixes(call: Call, id: string, { conversation, pairing }: RuleContext): ProposedFix[] {
  const drop = dropCall(conversation, pairing, call);
  const rename: Rewrite = new Map();
  changeProperties(rename, call.node, { set: [[call.id.key, value(id)]] });
  const safety = isSigned(call.message) ? 'unsafe' : 'safe';
  return [
    ...(drop === undefined ? [] : [{ title: 'Remove the second call', safety, rewrite: drop } as const]),
    { title: `Give the second call the id ${quote(id)}`, safety: 'unsafe', rewrite: rename },
  ];
}
