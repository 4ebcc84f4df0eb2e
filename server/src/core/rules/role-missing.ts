import type { Rewrite } from '../json/rewrite';
import { kindWords } from '../json/words';
import { editOf } from '../model/edits/dialectEdit';
import { dropEntry } from '../model/edits/dropping';
import type { Dialect, Message } from '../model/types';
import type { MessageRuleContext, ProposedFix, Rule } from './types';

export const roleMissing: Rule = {
  meta: {
    id: 'role-missing',
    summary: 'A message has no role.',
    severity: 'error',
    sides: ['request', 'assertion'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/normalization.md, "Coerce"',
  },
  message: (message, context) => {
    if (message.shape !== 'no-role') return;
    const { roleNode } = message;
    context.report({
      at: roleNode ?? message.node,
      message: `${problem(message)} Set its role or remove it.`,
      fixes: () => fixes(message, context),
      isUnnecessary: true,
    });
  },
};

function problem({ roleNode }: Message): string {
  if (roleNode === undefined) return 'This message has no role, so nobody says it.';
  if (roleNode.kind === 'string') return 'The role of this message is blank.';
  return `The role of this message is ${kindWords(roleNode)}, not text.`;
}

/** What the entry holds tells who may have said it. Removing it is what normalization does. */
function fixes(message: Message, { conversation }: MessageRuleContext): ProposedFix[] {
  const drop = dropEntry(conversation, message);
  const roles = likelyRoles(message, conversation.dialect);
  return [
    ...roles.map((role): ProposedFix => {
      const rewrite: Rewrite = new Map();
      editOf(conversation.dialect).setRole(rewrite, message, role);
      return { title: `Set the role to "${role}"`, does: { kind: 'set-role' }, rewrite };
    }),
    ...(drop === undefined
      ? []
      : [{ title: 'Remove the message', does: { kind: 'drop-entry', of: message }, rewrite: drop } as const]),
  ];
}

function likelyRoles(message: Message, { roleNames }: Dialect): string[] {
  if (message.results.length > 0) return [roleNames.result];
  if (message.calls.length > 0) return [roleNames.assistant];
  return [roleNames.user, roleNames.assistant];
}
