import { isSent, rowsFor } from '../targets/asked';
import type { Rule } from './types';

export const messagesTooLong: Rule = {
  meta: {
    id: 'messages-too-long',
    summary: 'The list holds more messages than the provider is said to take.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    needsSending: true,
    fixable: 'none',
    waits: false,
    source: 'docs/design/providers.md, "OpenAI"',
  },
  conversation: ({ conversation, target, report }) => {
    const { list } = conversation;
    if (list.kind !== 'array' || !isSent(conversation, target)) return;
    for (const { options } of rowsFor(conversation, target, 'messages-too-long')) {
      const { max } = options;
      if (list.size <= max) continue;
      report({
        at: { start: list.start, end: Math.min(list.start + 1, list.end), node: list },
        message: `The list holds ${list.size} messages; ${target.name} is said to take ${max}. Trim the conversation.`,
        values: { n: list.size },
      });
    }
  },
};
