import { changeProperties, type Rewrite } from '../json/rewrite';
import type { Rule } from './types';

export const toolCallsEmptyArray: Rule = {
  meta: {
    id: 'tool-calls-empty-array',
    summary: '"tool_calls" is an empty list.',
    severity: 'error',
    only: ({ results }) => results === 'entries',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "OpenAI", "DashScope"',
  },
  message: ({ index, node, shape }, { report }) => {
    const callsNode = node.get('tool_calls');
    if (shape !== 'message' || callsNode?.kind !== 'array' || callsNode.size > 0) return;
    report({
      at: callsNode,
      message: '"tool_calls" is an empty list, which providers refuse. Remove the key from a message without calls.',
      values: { i: index },
      fixes: () => {
        const rewrite: Rewrite = new Map();
        changeProperties(rewrite, node, { remove: ['tool_calls'] });
        return [{ title: 'Remove "tool_calls"', does: { kind: 'drop-empty-member', of: callsNode }, rewrite }];
      },
    });
  },
};
