import { changeProperties, type Rewrite } from '../json/rewrite';
import { blockIndex } from '../model/pairing/exchange';
import type { Rule } from './types';

export const thinkingCacheControl: Rule = {
  meta: {
    id: 'thinking-cache-control',
    summary: 'A cache breakpoint stands on a thinking block.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    waits: false,
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { report }) => {
    if (message.shape !== 'message') return;
    for (const part of message.parts) {
      const marker = part.kind === 'reasoning' ? part.node.get('cache_control') : undefined;
      if (marker === undefined) continue;
      report({
        at: marker,
        message: 'A cache breakpoint cannot stand on a thinking block. Remove it or set it on the next block.',
        values: { i: message.index, j: blockIndex(part) },
        fixes: () => {
          const rewrite: Rewrite = new Map();
          changeProperties(rewrite, part.node, { remove: ['cache_control'] });
          return [{ title: 'Remove "cache_control"', does: { kind: 'drop-marker', of: marker }, rewrite }];
        },
      });
    }
  },
};
