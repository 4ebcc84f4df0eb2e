import { blockIndex } from '../model/pairing/exchange';
import { isSent } from '../targets/asked';
import { quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

export const imageInNonUserRole: Rule = {
  meta: {
    id: 'image-in-non-user-role',
    summary: "An image stands on a message that is not the user's.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: (message, { conversation, target, report }) => {
    const { index, role, roleText, parts, shape } = message;
    if (shape !== 'message' || role === 'user' || role === 'other' || !isSent(conversation, target)) return;
    for (const part of parts) {
      if (part.kind !== 'media' || part.node.get('type')?.text() !== 'image_url') continue;
      report({
        at: part.node,
        message: `An image on ${quoteWithArticle(roleText)} message. ${target.name} takes them from the user alone: move it there.`,
        values: { i: index, j: blockIndex(part), role: roleText },
      });
    }
  },
};
