import { lastMessage } from '../model/pairing/broken';
import type { Rule } from './types';

export const trailingAssistantsMultiple: Rule = {
  meta: {
    id: 'trailing-assistants-multiple',
    summary: 'Two or more assistant messages end the list.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    fixable: 'none',
    source: 'docs/design/providers.md, "Ollama", "llama.cpp"',
  },
  conversation: ({ conversation, report }) => {
    if (lastMessage(conversation.messages) === undefined) return;
    const read = conversation.messages.filter((message) => message.shape === 'message');
    let first = read.length;
    while (first > 0 && read[first - 1]?.role === 'assistant') first--;
    const second = read[first + 1];
    if (second === undefined) return;
    report({
      at: second.node,
      message: 'More than one assistant message ends the list. Merge them or let the user speak last.',
      values: { i: second.index },
    });
  },
};
