import { type Rewrite, value } from '../json/rewrite';
import { argumentsText } from '../model/arguments';
import { breakOf, breakWords, placeInString } from '../model/argumentsFault';
import { isRead } from '../model/entries';
import type { Rule } from './types';

export const toolArgumentsInvalidJson: Rule = {
  meta: {
    id: 'tool-arguments-invalid-json',
    summary: "A call's arguments are text that does not parse, in history too.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/providers.md, "MiniMax"',
  },
  message: (message, { target, report }) => {
    if (!isRead(message)) return;
    for (const call of message.calls) {
      const { argumentsNode } = call;
      if (argumentsNode === undefined || argumentsText(call) !== 'invalid') continue;
      const at = breakOf(argumentsNode.text());
      const place = placeInString(argumentsNode, at);
      report({
        at: place === undefined ? argumentsNode : { ...place, node: argumentsNode },
        message: `${breakWords[at.kind]} ${target.name} refuses it: mend them or send {}.`,
        values: { id: call.id.text },
        fixes: () => {
          const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value('{}') }]]);
          return [{ title: 'Replace the arguments by {}', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
  },
};
