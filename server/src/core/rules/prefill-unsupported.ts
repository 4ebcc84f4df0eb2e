import { dropEntry } from '../model/edits/dropping';
import { lastMessage } from '../model/pairing/broken';
import { isSent } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const prefillUnsupported: Rule = {
  meta: {
    id: 'prefill-unsupported',
    summary: 'The conversation ends with the assistant on a model that takes no prefill.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    needsSending: true,
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, target, report }) => {
    const last = lastMessage(conversation.messages);
    if (last === undefined || last.role !== 'assistant' || !isSent(conversation, target)) return;
    // An open call waits for its result; a call that the provider runs is taken up where it stopped.
    if (last.calls.length > 0 || last.parts.some((part) => part.kind === 'server-call')) return;
    report({
      at: last.node,
      message: `${quoteBriefly(conversation.model ?? '')} continues no answer begun for it. End the conversation with the user.`,
      values: { i: last.index },
      fixes: () => {
        const rewrite = dropEntry(conversation, last);
        return rewrite === undefined ? [] : [{ title: 'Remove the begun answer', does: { kind: 'choice' }, rewrite }];
      },
    });
  },
};
