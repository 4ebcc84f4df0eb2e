import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import type { Rule } from './types';

export const thinkingTextMissing: Rule = {
  meta: {
    id: 'thinking-text-missing',
    summary: 'A thinking block has no "thinking" field.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.shape !== 'message' || !isSent(conversation, target)) return;
    for (const part of message.parts) {
      if (part.kind !== 'reasoning' || part.node.get('type')?.text() !== 'thinking') continue;
      if (part.node.get('thinking') !== undefined) continue;
      report({
        at: part.node,
        message: 'This thinking block has no "thinking" field. Write it back; an empty text will do.',
        values: { i: message.index, j: blockIndex(part) },
        fixes: () => {
          const rewrite: Rewrite = new Map();
          changeProperties(rewrite, part.node, { set: [['thinking', value('')]] });
          return [{ title: 'Add "thinking": ""', does: { kind: 'fill-in' }, rewrite }];
        },
      });
    }
  },
};
