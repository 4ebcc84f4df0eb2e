import type { Rule } from './types';

export const messagesEmpty: Rule = {
  meta: {
    id: 'messages-empty',
    summary: 'The list of messages is empty.',
    severity: 'error',
    sides: ['request'],
    reach: 'length',
    fixable: 'none',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "Anthropic", "OpenAI", "Mistral"',
  },
  conversation: ({ conversation, report }) => {
    const { list } = conversation;
    if (list.kind !== 'array' || list.size > 0) return;
    report({ at: list, message: 'The conversation has no message. Providers want at least one: add it.' });
  },
};
