import { changeProperties, type Rewrite } from '../json/rewrite';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const idOnWrongRole: Rule = {
  meta: {
    id: 'id-on-wrong-role',
    summary: 'A message that is no tool result carries a tool_call_id.',
    severity: { flat: 'warning', chat: 'warning' },
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02; spec 04, rule 2',
  },
  message: ({ node, role, roleText, shape }, { conversation, report }) => {
    // A role that is itself wrong may well have meant "tool"; and the legacy role pairs by name.
    if (shape !== 'message' || conversation.dialect === 'messages') return;
    if (role === 'tool' || role === 'function' || role === 'other') return;
    const id = node.get('tool_call_id');
    if (id === undefined || id.kind === 'null') return;
    report({
      at: id,
      message: `A message of role ${quote(roleText)} answers no call, so its "tool_call_id" says nothing. Remove it, or make the role "tool".`,
      fixes: () => {
        const rewrite: Rewrite = new Map();
        changeProperties(rewrite, node, { remove: ['tool_call_id'] });
        return [{ title: 'Remove "tool_call_id"', safety: 'safe', rewrite }];
      },
    });
  },
};
