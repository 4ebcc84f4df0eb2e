import type { JsonNode } from '../json/node';
import { node, type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { kindWords } from '../json/words';
import { editOf } from '../model/edits/dialectEdit';
import type { Conversation, Message } from '../model/types';
import { isSent } from '../targets/asked';
import type { MessageRuleContext, ProposedFix, Rule } from './types';

export const contentNotText: Rule = {
  meta: {
    id: 'content-not-text',
    summary:
      'The content of a message is no text where text belongs: an object, in the flat shape a list, or what only a cast makes text.',
    severity: 'warning',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/normalization.md, "Coerce"',
  },
  message: (message, { conversation, target, report }) => {
    const { contentNode } = message;
    if (message.shape !== 'message' || contentNode === undefined) return;
    const isFlat = conversation.dialect.content === 'text';
    if (contentNode.kind === 'string' || contentNode.kind === 'null') return;
    if (contentNode.kind !== 'object' && !(isFlat && contentNode.kind === 'array')) {
      // Numbers are cast before sending; where nothing stands between the list and the provider, it refuses them.
      if (!isFlat && isSent(conversation, target)) sayUncast(message, contentNode, conversation, report);
      return;
    }
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
        if (isFlat) return [{ title, does: { kind: 'write-as-text' }, rewrite: asText }];
        const inList: Rewrite = new Map([
          [contentNode, { kind: 'replace', with: { kind: 'array', items: [node(contentNode)] } }],
        ]);
        const listing: ProposedFix = { title: 'Put the part in a list', does: { kind: 'choice' }, rewrite: inList };
        return [...(isPart ? [listing] : []), { title, does: { kind: 'choice' }, rewrite: asText }];
      },
    });
  },
};

function sayUncast(
  { index }: Message,
  contentNode: JsonNode,
  conversation: Conversation,
  report: MessageRuleContext['report'],
): void {
  const values = { i: index };
  if (contentNode.kind !== 'array') {
    report({
      at: contentNode,
      message: `Content is ${kindWords(contentNode)}, and text or a list of parts belongs there. Write it as text.`,
      severity: 'error',
      values,
      fixes: () => {
        if (contentNode.kind === 'other') return [];
        const rewrite: Rewrite = new Map([[contentNode, { kind: 'replace', with: value(textOf(contentNode)) }]]);
        return [{ title: 'Write the content as text', does: { kind: 'choice' }, rewrite }];
      },
    });
    return;
  }
  const part = contentNode.items().find(({ kind }) => kind !== 'object');
  if (part === undefined) return;
  report({
    at: part,
    message: `A part of the content is ${kindWords(part)}. Write { "type": "text", "text": … }.`,
    severity: 'error',
    values,
    fixes: () => {
      if (part.kind !== 'string') return [];
      const asPart: Rewrite = new Map([[part, { kind: 'replace', with: editOf(conversation.dialect).textPart(part) }]]);
      return [{ title: 'Make it a text part', does: { kind: 'choice' }, rewrite: asPart }];
    },
  });
}
