import type { JsonNode } from '../json/node';
import { changeProperties, type Rewrite } from '../json/rewrite';
import { resultBlocks } from '../model/resultBlocks';
import type { Message } from '../model/types';
import { isSent, pathOf } from '../targets/asked';
import { quote, quoteBriefly } from '../text/quote';
import type { MessageRuleContext, Rule } from './types';

const MESSAGE: ReadonlySet<string> = new Set(['role', 'content']);

/** What each type of block may hold. Types that are not listed are not checked. */
const BLOCKS: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set(['type', 'text', 'cache_control', 'citations']),
  image: new Set(['type', 'source', 'cache_control']),
  document: new Set(['type', 'source', 'title', 'context', 'citations', 'cache_control']),
  tool_use: new Set(['type', 'id', 'name', 'input', 'cache_control', 'caller']),
  tool_result: new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']),
  // `cache_control` has a rule of its own there.
  thinking: new Set(['type', 'thinking', 'signature', 'cache_control']),
  redacted_thinking: new Set(['type', 'data', 'cache_control']),
  server_tool_use: new Set(['type', 'id', 'name', 'input', 'cache_control', 'caller']),
};

export const unknownField: Rule = {
  meta: {
    id: 'unknown-field',
    summary: 'A key that the provider does not know.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'choice',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, context) => {
    if (message.shape !== 'message' || !isSent(context.conversation, context.target)) return;
    check(message.node, MESSAGE, message, context);
    const blocks = [...message.parts.map(({ node }) => node), ...resultBlocks(message).map(({ block }) => block)];
    for (const node of blocks) {
      const type = node.kind === 'object' ? node.get('type') : undefined;
      const known = type?.kind === 'string' && Object.hasOwn(BLOCKS, type.text()) ? BLOCKS[type.text()] : undefined;
      if (known !== undefined) check(node, known, message, context);
    }
  },
};

function check(holder: JsonNode, known: ReadonlySet<string>, message: Message, context: MessageRuleContext): void {
  for (const property of holder.properties()) {
    const { name, value, isShadowed } = property;
    if (known.has(name) || isShadowed) continue;
    context.report({
      at: value,
      message: `${context.target.name} refuses the key ${quoteBriefly(name)} here. Remove it before sending.`,
      values: { i: message.index, field: name, path: pathOf(context, message, value) },
      fixes: () => {
        const rewrite: Rewrite = new Map();
        changeProperties(rewrite, holder, { remove: [name] });
        return [{ title: `Remove ${quote(name)}`, does: { kind: 'choice' }, rewrite }];
      },
    });
  }
}
