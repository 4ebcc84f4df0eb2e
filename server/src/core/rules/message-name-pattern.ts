import { isSent, rowsFor, textOption } from '../targets/asked';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const messageNamePattern: Rule = {
  meta: {
    id: 'message-name-pattern',
    summary: "A participant's name holds characters that the provider does not take.",
    severity: {},
    sides: ['request'],
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: ({ node, index, role, shape }, { conversation, target, report }) => {
    // On tool and function messages the name is the tool's.
    if (shape !== 'message' || role === 'tool' || role === 'function' || !isSent(conversation, target)) return;
    const name = node.get('name');
    if (name?.kind !== 'string' || name.text() === '') return;
    for (const row of rowsFor(conversation, target, 'message-name-pattern')) {
      if (new RegExp(textOption(row, 'pattern') ?? '').test(name.text())) continue;
      const later = textOption(row, 'laterPattern');
      const isDisputed = later !== undefined && new RegExp(later).test(name.text());
      report({
        at: name,
        message: `The name ${quote(name.text())} holds more than letters, digits, "_" and "-". Rename the participant.`,
        ...(isDisputed ? { severity: 'warning' } : {}),
        values: { i: index, name: name.text() },
      });
    }
  },
};
