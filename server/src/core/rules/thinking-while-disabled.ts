import { dropPart } from '../model/edits/dropping';
import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import type { Rule } from './types';

export const thinkingWhileDisabled: Rule = {
  meta: {
    id: 'thinking-while-disabled',
    summary: 'Thinking is off, and the final assistant turn holds a thinking block.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    needsSending: true,
    fixable: 'choice',
    waits: false,
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, target, report }) => {
    const { body, turns } = conversation;
    if (body === undefined || !isSent(conversation, target)) return;
    const mode = body.get('thinking')?.get('type')?.text() ?? 'disabled';
    const last = turns.at(-1);
    if (mode !== 'disabled' || last?.role !== 'assistant') return;
    const block = last.messages.flatMap((message) => message.parts).find((part) => part.kind === 'reasoning');
    if (block === undefined) return;
    report({
      at: block.node,
      message: 'Thinking is off, and the final turn holds a thinking block. Turn it on or remove the block.',
      values: { i: block.message.index, j: blockIndex(block) },
      fixes: () => {
        const rewrite = dropPart(conversation, block);
        return rewrite === undefined ? [] : [{ title: 'Remove the thinking block', does: { kind: 'choice' }, rewrite }];
      },
    });
  },
};
