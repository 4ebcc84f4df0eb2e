import { trailingSpaceStart } from '../json/literal';
import type { JsonNode } from '../json/node';
import { isBlank } from '../json/words';
import { lastMessage } from '../model/pairing/broken';
import { isSent } from '../targets/asked';
import type { ProposedFix, Rule } from './types';

export const contentTrailingWhitespace: Rule = {
  meta: {
    id: 'content-trailing-whitespace',
    summary: 'The answer that is begun for the assistant ends in white space.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    needsSending: true,
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, target, enforces, report }) => {
    // A model that takes no prefill at all says that first.
    if (enforces('prefill-unsupported') || !isSent(conversation, target)) return;
    const last = lastMessage(conversation.messages);
    const part = last?.role === 'assistant' ? last.parts.at(-1) : undefined;
    const text = part?.kind === 'text' ? part.textNode : undefined;
    if (text?.kind !== 'string' || isBlank(text) || !/\s$/.test(text.text().slice(-1))) return;
    report({
      at: text,
      message: 'The answer begun for the assistant ends in white space. Trim its end.',
      fixes: () => fixes(text),
    });
  },
};

function fixes(text: JsonNode): ProposedFix[] {
  const edit = { start: trailingSpaceStart(text), end: text.end - 1, text: '' };
  return [{ title: 'Trim the end', does: { kind: 'trim' }, rewrite: new Map(), edits: [edit] }];
}
