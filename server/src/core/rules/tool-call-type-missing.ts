import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const toolCallTypeMissing: Rule = {
  meta: {
    id: 'tool-call-type-missing',
    summary: 'A call has no type.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'safe',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.calls.length === 0 || !isSent(conversation, target)) return;
    for (const call of message.calls) {
      const { node } = call;
      // Another shape of call than the API's own is not one that lacks its type.
      if (node.get('function')?.kind !== 'object' || node.get('type') !== undefined) continue;
      report({
        at: node,
        message: `The call ${quote(call.id.text)} has no "type". Write "type": "function".`,
        values: { i: message.index, j: blockIndex(call) },
        fixes: () => {
          const rewrite: Rewrite = new Map();
          changeProperties(rewrite, node, { set: [['type', value('function')]] });
          return [{ title: 'Add "type": "function"', does: { kind: 'fill-in' }, rewrite }];
        },
      });
    }
  },
};
