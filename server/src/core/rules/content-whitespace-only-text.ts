import { isBlank } from '../json/words';
import { dropPart } from '../model/edits/dropping';
import { resultBlocks } from '../model/resultBlocks';
import type { Rule } from './types';

export const contentWhitespaceOnlyText: Rule = {
  meta: {
    id: 'content-whitespace-only-text',
    summary: 'A text is nothing but white space.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, report }) => {
    if (message.shape !== 'message') return;
    for (const part of message.parts) {
      if (part.kind !== 'text' || part.textNode === undefined || !isBlank(part.textNode)) continue;
      report({
        at: part.node,
        message: 'This text is nothing but white space. Give it words or remove it.',
        values: { i: message.index },
        fixes: () => {
          const rewrite = dropPart(conversation, part);
          if (rewrite === undefined) return [];
          const isWhole = part.node === message.contentNode || message.parts.length === 1;
          return [{ title: isWhole ? 'Remove the message' : 'Remove the block', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
    for (const { block } of resultBlocks(message)) {
      const text = block.get('text');
      if (block.get('type')?.text() !== 'text' || text === undefined || !isBlank(text)) continue;
      report({
        at: block,
        message: 'This text is nothing but white space. Give it words or remove it.',
        values: { i: message.index },
      });
    }
  },
};
