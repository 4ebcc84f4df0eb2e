import { type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { kindWords } from '../json/words';
import type { Rule } from './types';

export const contentNotText: Rule = {
  meta: {
    id: 'content-not-text',
    summary: 'The content of a flat message is a list or an object, not text.',
    severity: { flat: 'warning' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 03, rule 1',
  },
  message: (message, { conversation, report }) => {
    const { contentNode } = message;
    if (conversation.dialect !== 'flat' || message.shape !== 'message' || contentNode === undefined) return;
    if (contentNode.kind !== 'array' && contentNode.kind !== 'object') return;
    report({
      at: contentNode,
      message: `Content is ${kindWords(contentNode)}, and the flat shape holds text. Write it as text.`,
      fixes: () => {
        const rewrite: Rewrite = new Map([[contentNode, { kind: 'replace', with: value(textOf(contentNode)) }]]);
        return [{ title: 'Write the content as JSON text', safety: 'safe', rewrite }];
      },
    });
  },
};
