import { node, type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { kindWords } from '../json/words';
import { isSent } from '../targets/asked';
import type { ProposedFix, Rule } from './types';

export const contentNotText: Rule = {
  meta: {
    id: 'content-not-text',
    summary: 'The content of a message is an object, or in the flat shape a list, where text belongs.',
    severity: { flat: 'warning', chat: 'warning', messages: 'warning' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 03, rule 1',
  },
  message: (message, { conversation, target, report }) => {
    const { contentNode } = message;
    if (message.shape !== 'message' || contentNode === undefined) return;
    const isFlat = conversation.dialect === 'flat';
    if (contentNode.kind !== 'object' && !(isFlat && contentNode.kind === 'array')) return;
    const isPart = contentNode.get('type')?.kind === 'string';
    report({
      at: contentNode,
      message: isFlat
        ? `Content is ${kindWords(contentNode)}, and the flat shape holds text. Write it as text.`
        : `Content is an object, and text or a list of parts belongs there. ${isPart ? 'Put it in a list.' : 'Write it as text.'}`,
      ...(!isFlat && isSent(conversation, target) ? { severity: 'error' } : {}),
      values: { i: message.index },
      fixes: () => {
        const asText: Rewrite = new Map([[contentNode, { kind: 'replace', with: value(textOf(contentNode)) }]]);
        const title = 'Write the content as JSON text';
        if (isFlat) return [{ title, safety: 'safe', rewrite: asText }];
        const inList: Rewrite = new Map([
          [contentNode, { kind: 'replace', with: { kind: 'array', items: [node(contentNode)] } }],
        ]);
        const listing: ProposedFix = { title: 'Put the part in a list', safety: 'unsafe', rewrite: inList };
        return [...(isPart ? [listing] : []), { title, safety: 'unsafe', rewrite: asText }];
      },
    });
  },
};
