import { type Rewrite, value } from '../json/rewrite';
import { kindWords } from '../json/words';
import { editOf } from '../model/edits/dialectEdit';
import { dropEntry } from '../model/edits/dropping';
import type { Message } from '../model/types';
import { quote } from '../text/quote';
import type { MessageRuleContext, ProposedFix, Rule } from './types';

export const entryNotAMessage: Rule = {
  meta: {
    id: 'entry-not-a-message',
    summary: 'An entry of the conversation is not an object.',
    severity: 'error',
    sides: ['request', 'assertion'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/normalization.md, "Coerce"',
  },
  message: (message, context) => {
    if (message.shape !== 'not-object') return;
    const { node } = message;
    const shown = node.kind === 'string' ? `the text ${quote(node.text())}` : kindWords(node);
    context.report({
      at: node,
      message: `This entry is ${shown}, not a message. Make it a message or remove it.`,
      fixes: () => fixes(message, context),
      isUnnecessary: true,
    });
  },
};

function fixes(message: Message, { conversation }: MessageRuleContext): ProposedFix[] {
  const drop = dropEntry(conversation, message);
  const proposed: ProposedFix[] = [];
  if (message.node.kind === 'string' && message.node.text().trim() !== '') {
    const rewrite: Rewrite = new Map([
      [
        message.node,
        { kind: 'replace', with: value(editOf(conversation.dialect).message('user', message.node.text())) },
      ],
    ]);
    proposed.push({ title: 'Turn the text into a user message', does: { kind: 'text-to-message' }, rewrite });
  }
  if (drop !== undefined)
    proposed.push({ title: 'Remove the entry', does: { kind: 'drop-entry', of: message }, rewrite: drop });
  return proposed;
}
