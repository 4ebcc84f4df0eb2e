import { isEmptyString } from '../json/words';
import { dropPart } from '../model/edits/dropping';
import { blockIndex } from '../model/pairing/exchange';
import type { Rule } from './types';

export const cacheControlOnEmptyText: Rule = {
  meta: {
    id: 'cache-control-on-empty-text',
    summary: 'A cache breakpoint stands on an empty text block.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, report }) => {
    for (const part of message.parts) {
      if (part.kind !== 'text' || part.textNode === undefined || part.textNode === part.node) continue;
      if (!isEmptyString(part.textNode) || part.node.get('cache_control') === undefined) continue;
      report({
        at: part.node,
        message: 'A cache breakpoint stands on an empty text block. Remove the block and set it on the one before.',
        values: { i: message.index, j: blockIndex(part) },
        fixes: () => {
          const rewrite = dropPart(conversation, part);
          return rewrite === undefined ? [] : [{ title: 'Remove the block', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
  },
};
