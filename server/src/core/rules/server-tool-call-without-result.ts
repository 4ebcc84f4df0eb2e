import { dropPart, isSigned } from '../model/edits/dropping';
import { blockIndex } from '../model/pairing/exchange';
import type { Conversation, ServerPart } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const serverToolCallWithoutResult: Rule = {
  meta: {
    id: 'server-tool-call-without-result',
    summary: "A call of the provider's own tool was kept, and its result was not.",
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    const answered = new Set<string>();
    const running = runningLoop(conversation);
    const open: { readonly part: ServerPart; readonly turn: number }[] = [];
    for (const turn of conversation.turns) {
      for (const { parts } of turn.messages) {
        for (const part of parts) {
          if (part.kind === 'server-result') answered.add(part.id.text);
          else if (part.kind === 'server-call' && turn.index < running) open.push({ part, turn: turn.index });
        }
      }
    }
    for (const { part, turn } of open) {
      if (answered.has(part.id.text)) continue;
      const name = part.node.get('name');
      const i = conversation.turns[turn + 1]?.messages[0]?.index;
      report({
        at: part.node,
        message: `The result block of the provider's call ${quoteBriefly(part.id.text)}${name?.kind === 'string' ? ` of ${quoteBriefly(name.text())}` : ''} is gone. Restore it or remove the call.`,
        values: { j: blockIndex(part), id: part.id.text, ids: part.id.text, ...(i === undefined ? {} : { i }) },
        fixes: () => {
          const rewrite = dropPart(conversation, part);
          if (rewrite === undefined || isSigned(part.message)) return [];
          return [{ title: 'Remove the call', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
  },
};

/**
 * The turn from which on a call may still be running: the last assistant turn while nothing but results stands behind it. The
 * provider takes those, and gives its own result with its next answer.
 */
function runningLoop({ turns }: Conversation): number {
  let at = turns.length - 1;
  const last = turns[at];
  if (last?.role === 'user' && last.messages.every((message) => message.parts.every((part) => part.kind === 'result')))
    at--;
  return turns[at]?.role === 'assistant' ? at : turns.length;
}
