import { liftInstruction } from '../model/instructions';
import type { Rule } from './types';

export const systemRoleInMessages: Rule = {
  meta: {
    id: 'system-role-in-messages',
    summary: 'Instructions stand in the list of a dialect that has a field of its own for them.',
    severity: {},
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02b §1.1, §2; spec 03, rule 2',
  },
  message: (message, { conversation, target, report }) => {
    if (message.shape !== 'message' || message.role !== 'system') return;
    report({
      at: message.node,
      message: `${target.name} takes instructions in the "system" field beside the list, not as a message. Move them there.`,
      values: { i: message.index, role: message.roleText },
      fixes: () => {
        const rewrite = liftInstruction(conversation, message);
        return rewrite === undefined ? [] : [{ title: 'Lift it into the "system" field', safety: 'safe', rewrite }];
      },
    });
  },
};
