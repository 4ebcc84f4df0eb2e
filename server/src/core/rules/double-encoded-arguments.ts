import { type Rewrite, value } from '../json/rewrite';
import { argumentsText } from '../model/arguments';
import { isRead } from '../model/entries';
import type { Rule } from './types';

export const doubleEncodedArguments: Rule = {
  meta: {
    id: 'double-encoded-arguments',
    summary: "A call's arguments are JSON text inside JSON text.",
    severity: 'warning',
    only: ({ callInput }) => callInput !== 'object',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"',
  },
  message: (message, { conversation, enforces, report }) => {
    if (conversation.dialect.callInput === 'object' || !isRead(message)) return;
    if (enforces('tool-arguments-not-object')) return;
    for (const call of message.calls) {
      const { argumentsNode } = call;
      if (argumentsNode === undefined || argumentsText(call) !== 'double') continue;
      report({
        at: argumentsNode,
        message: 'The arguments are encoded twice: a JSON string that holds the object. Unwrap it once.',
        fixes: () => {
          const inner: unknown = JSON.parse(argumentsNode.text());
          const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value(inner) }]]);
          return [{ title: 'Unwrap the arguments once', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
  },
};
