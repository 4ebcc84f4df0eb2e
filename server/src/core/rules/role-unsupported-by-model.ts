import { type Rewrite, value } from '../json/rewrite';
import { rowsFor } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const roleUnsupportedByModel: Rule = {
  meta: {
    id: 'role-unsupported-by-model',
    summary: 'The model named by the request does not take this role.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'choice',
    waits: false,
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: ({ index, role, roleNode, roleText, shape }, { conversation, target, report }) => {
    if (shape !== 'message' || roleNode === undefined) return;
    const rows = rowsFor(conversation, target, 'role-unsupported-by-model');
    if (!rows.some((row) => row.options.roles.includes(role))) return;
    report({
      at: roleNode,
      message: `${quoteBriefly(conversation.model ?? '')} takes no ${quoteBriefly(roleText)} message. ${
        role === 'system' ? 'Say it as the user.' : 'Write "tool_calls" and a "tool" message.'
      }`,
      values: { i: index, role: roleText },
      fixes: () => {
        if (role !== 'system') return [];
        const rewrite: Rewrite = new Map([[roleNode, { kind: 'replace', with: value('user') }]]);
        return [{ title: 'Change the role to "user"', does: { kind: 'set-role' }, rewrite }];
      },
    });
  },
};
