import type { JsonNode } from '../json/node';
import { isEmptyString } from '../json/words';
import { dropPart } from '../model/edits/dropping';
import type { Message, Part } from '../model/types';
import type { MessageRuleContext, ProposedFix, Rule } from './types';

export const contentEmptyTextBlock: Rule = {
  meta: {
    id: 'content-empty-text-block',
    summary: 'A text block is empty.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic", "xAI"',
  },
  message: (message, context) => {
    for (const part of message.parts) {
      if (part.kind === 'text' && part.textNode !== part.node) check(part.node, part, message, context);
      else if (part.kind === 'result' && part.contentNode?.kind === 'array' && part.node !== message.node) {
        for (const block of part.contentNode.items()) check(block, undefined, message, context);
      }
    }
  },
};

function check(block: JsonNode, part: Part | undefined, message: Message, context: MessageRuleContext): void {
  const text = block.get('text');
  if (text === undefined || !isEmptyString(text)) return;
  if (block.get('type')?.text() !== 'text') return;
  if (block.get('cache_control') !== undefined && context.enforces('cache-control-on-empty-text')) return;
  context.report({
    at: block,
    message: 'This text block is empty. Give it text or remove it.',
    values: { i: message.index },
    fixes: () => fixes(block, part, context),
  });
}

function fixes(block: JsonNode, part: Part | undefined, { conversation }: MessageRuleContext): ProposedFix[] {
  const { parent } = block;
  const nested = parent?.kind === 'array' && parent.size > 1 ? parent : undefined;
  const rewrite =
    part !== undefined
      ? dropPart(conversation, part)
      : nested && new Map([[nested, { kind: 'splice', remove: [block], insert: [] } as const]]);
  return rewrite === undefined ? [] : [{ title: 'Remove the block', does: { kind: 'choice' }, rewrite }];
}
