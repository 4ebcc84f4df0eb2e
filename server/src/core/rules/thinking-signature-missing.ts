import { type Rewrite, value } from '../json/rewrite';
import { dropPart } from '../model/edits/dropping';
import { blockIndex } from '../model/pairing/exchange';
import type { Conversation, Part } from '../model/types';
import { isSent } from '../targets/asked';
import type { ProposedFix, Rule } from './types';

export const thinkingSignatureMissing: Rule = {
  meta: {
    id: 'thinking-signature-missing',
    summary: 'A thinking block has no signature.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.shape !== 'message' || !isSent(conversation, target)) return;
    for (const part of message.parts) {
      if (part.kind !== 'reasoning' || part.node.get('type')?.text() !== 'thinking') continue;
      const signature = part.node.get('signature');
      if (signature !== undefined && signature.kind !== 'null') continue;
      report({
        at: part.node,
        message: `This thinking block has no signature, so ${target.name} did not write it. Remove it or turn it into text.`,
        values: { i: message.index, j: blockIndex(part) },
        fixes: () => fixes(part, conversation),
      });
    }
  },
};

function fixes(part: Part, conversation: Conversation): ProposedFix[] {
  const drop = dropPart(conversation, part);
  const thinking = part.node.get('thinking');
  const proposed: ProposedFix[] = [];
  if (drop !== undefined) proposed.push({ title: 'Remove the block', does: { kind: 'choice' }, rewrite: drop });
  if (thinking?.kind === 'string' && thinking.text().trim() !== '') {
    const block = value({ type: 'text', text: thinking.text() });
    const rewrite: Rewrite = new Map([[part.node, { kind: 'replace', with: block }]]);
    proposed.push({ title: 'Turn it into a text block', does: { kind: 'choice' }, rewrite });
  }
  return proposed;
}
