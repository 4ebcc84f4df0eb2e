import { dropPart, isSigned } from '../model/edits/dropping';
import { blockIndex } from '../model/pairing/exchange';
import { isResumed } from '../model/pairing/resumed';
import type { Message, ServerPart } from '../model/types';
import { plain, quoteBriefly } from '../text/quote';
import type { Rule, RuleContext } from './types';

export const serverToolResultWithoutCall: Rule = {
  meta: {
    id: 'server-tool-result-without-call',
    summary: "A result of the provider's own tool has no call before it in its turn.",
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: (context) => {
    if (isResumed(context.conversation)) return;
    const called = new Set<string>();
    for (const turn of context.conversation.turns) {
      // A system turn may stand between a call and its result, where the model takes such turns; and so may results that a
      // program of the provider's waits for, which itself calls the tools of the client.
      if (turn.role === 'user' && !turn.messages.every(isResults)) called.clear();
      for (const { parts } of turn.messages) {
        for (const part of parts) {
          if (part.kind === 'server-call') called.add(part.id.text);
          else if (part.kind === 'server-result' && !called.has(part.id.text)) report(part, context);
        }
      }
    }
  },
};

function isResults({ parts }: Message): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === 'result');
}

function report(part: ServerPart, { conversation, report }: RuleContext): void {
  const type = part.node.get('type')?.text() ?? '';
  report({
    at: part.node,
    message: `The ${plain(type)} for ${quoteBriefly(part.id.text)} has no call before it in its turn. Restore or remove.`,
    values: { i: part.message.index, j: blockIndex(part), id: part.id.text, type },
    fixes: () => {
      const rewrite = dropPart(conversation, part);
      if (rewrite === undefined || isSigned(part.message)) return [];
      return [{ title: 'Remove the block', does: { kind: 'choice' }, rewrite }];
    },
  });
}
