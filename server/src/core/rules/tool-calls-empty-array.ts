import { changeProperties, type Rewrite } from '../json/rewrite';
import type { Rule } from './types';

export const toolCallsEmptyArray: Rule = {
  meta: {
    id: 'tool-calls-empty-array',
    summary: '"tool_calls" is an empty list.',
    severity: 'error',
    only: ({ callsKey }) => callsKey !== undefined,
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "OpenAI", "DashScope"',
  },
  message: ({ index, node, shape }, { conversation, report }) => {
    const { callsKey } = conversation.dialect;
    // The list on the entry itself, though the calls may stand in another one.
    const callsNode = callsKey === undefined ? undefined : node.get(callsKey);
    if (callsKey === undefined || shape !== 'message' || callsNode?.kind !== 'array' || callsNode.size > 0) return;
    report({
      at: callsNode,
      message: `"${callsKey}" is an empty list, which providers refuse. Remove the key from a message without calls.`,
      values: { i: index },
      fixes: () => {
        const rewrite: Rewrite = new Map();
        changeProperties(rewrite, node, { remove: [callsKey] });
        return [{ title: `Remove "${callsKey}"`, does: { kind: 'drop-empty-member', of: callsNode }, rewrite }];
      },
    });
  },
};
