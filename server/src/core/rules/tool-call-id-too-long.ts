import { isSent, pathOf, rowsFor } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const toolCallIdTooLong: Rule = {
  meta: {
    id: 'tool-call-id-too-long',
    summary: 'A call id is longer than the provider takes.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    waits: false,
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.calls.length === 0 || !isSent(conversation, target)) return;
    const limits = rowsFor(conversation, target, 'tool-call-id-too-long').map(({ options }) => options.max);
    const max = Math.min(...limits);
    for (const { id } of message.calls) {
      if (id.node?.kind !== 'string' || id.text.length <= max) continue;
      report({
        at: id.node,
        message: `The id ${quoteBriefly(id.text)} has ${id.text.length} characters; ${target.name} may refuse more than ${max}. Shorten both.`,
        values: { n: id.text.length, path: pathOf({ target, conversation }, message, id.node) },
      });
    }
  },
};
