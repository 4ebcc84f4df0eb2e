import type { Conversation, Turn } from '../model/types';
import type { Rule } from './types';

export const thinkingBlockNotFirst: Rule = {
  meta: {
    id: 'thinking-block-not-first',
    summary: 'Thinking is on, and the assistant turn of the running tool loop does not start with it.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    if (conversation.body?.get('thinking')?.get('type')?.text() !== 'enabled') return;
    const steps = runningLoop(conversation);
    const last = steps[0];
    // Later steps of a loop come without thinking; what counts is that the loop began with it.
    if (last === undefined || steps.some(startsWithThinking)) return;
    const message = last.messages.find((each) => each.parts.length > 0);
    const first = message?.parts[0];
    if (message === undefined || first === undefined) return;
    report({
      at: first.node,
      message: 'Thinking is on, and this turn does not start with a thinking block. Restore it or turn thinking off.',
      values: { i: message.index, type: first.node.get('type')?.text() ?? 'text' },
    });
  },
};

/** The assistant turns of the loop that the conversation ends in, latest first; none when it does not end in results. */
function runningLoop({ turns }: Conversation): Turn[] {
  const steps: Turn[] = [];
  for (let at = turns.length - 1; at > 0; at -= 2) {
    const user = turns[at];
    const assistant = turns[at - 1];
    if (user?.role !== 'user' || assistant?.role !== 'assistant') break;
    const parts = user.messages.flatMap((message) => message.parts);
    const isLoop =
      steps.length === 0 ? parts.some((part) => part.kind === 'result') : parts.every((part) => part.kind === 'result');
    if (!isLoop || parts.length === 0) break;
    steps.push(assistant);
  }
  return steps;
}

function startsWithThinking({ messages }: Turn): boolean {
  return messages.find((message) => message.parts.length > 0)?.parts[0]?.kind === 'reasoning';
}
