import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const toolResultErrorNontext: Rule = {
  meta: {
    id: 'tool-result-error-nontext',
    summary: 'A failed result holds something other than text.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.results.length === 0 || !isSent(conversation, target)) return;
    for (const result of message.results) {
      if (result.node.get('is_error')?.value() !== true || result.contentNode?.kind !== 'array') continue;
      const other = result.contentNode.items().find((block) => block.get('type')?.text() !== 'text');
      if (other === undefined) continue;
      report({
        at: other,
        message: `The result for ${quoteBriefly(result.id.text)} is an error, and errors are text alone. Take this out or drop "is_error".`,
        values: { i: message.index, j: blockIndex(result), id: result.id.text },
      });
    }
  },
};
