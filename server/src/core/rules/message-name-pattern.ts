import { isSent, rowsFor } from '../targets/asked';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const messageNamePattern: Rule = {
  meta: {
    id: 'message-name-pattern',
    summary: "A participant's name holds characters that the provider does not take.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: ({ node, index, role, shape }, { conversation, target, report }) => {
    // On tool and function messages the name is the tool's.
    if (shape !== 'message' || role === 'tool' || role === 'function' || !isSent(conversation, target)) return;
    const name = node.get('name');
    if (name?.kind !== 'string' || name.text() === '') return;
    for (const { options } of rowsFor(conversation, target, 'message-name-pattern')) {
      const { pattern, laterPattern } = options;
      if (new RegExp(pattern).test(name.text())) continue;
      const isDisputed = laterPattern !== undefined && new RegExp(laterPattern).test(name.text());
      report({
        at: name,
        message: `The name ${quote(name.text())} holds more than letters, digits, "_" and "-". Rename the participant.`,
        ...(isDisputed ? { severity: 'warning' } : {}),
        values: { i: index, name: name.text() },
      });
    }
  },
};
