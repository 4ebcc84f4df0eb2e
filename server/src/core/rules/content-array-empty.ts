import { type Rewrite, value } from '../json/rewrite';
import type { Rule } from './types';

export const contentArrayEmpty: Rule = {
  meta: {
    id: 'content-array-empty',
    summary: 'Content is an empty list beside tool calls.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: ({ calls, contentNode, index, shape }, { report }) => {
    if (shape !== 'message' || calls.length === 0 || contentNode?.kind !== 'array' || contentNode.size > 0) return;
    report({
      at: contentNode,
      message: 'Content is an empty list beside tool calls, which has been refused. Write null.',
      values: { i: index },
      fixes: () => {
        const rewrite: Rewrite = new Map([[contentNode, { kind: 'replace', with: value(null) }]]);
        return [{ title: 'Write null', does: { kind: 'fill-in' }, rewrite }];
      },
    });
  },
};
