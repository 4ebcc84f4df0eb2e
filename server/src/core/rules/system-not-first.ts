import { node, type Rewrite, value } from '../json/rewrite';
import type { Conversation, Message } from '../model/types';
import { rowsFor } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const systemNotFirst: Rule = {
  meta: {
    id: 'system-not-first',
    summary: 'A system message stands behind another role.',
    severity: 'warning',
    only: ({ instructions }) => instructions.stand === 'front',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/normalization.md, "System first"',
  },
  conversation: ({ conversation, target, enforces, report }) => {
    // Where the list takes none at all, that is the fault, wherever it stands.
    if (enforces('system-role-in-messages')) return;
    const instructionRoles = conversation.dialect.instructions.roles;
    const isSystem = (message: Message) => instructionRoles.includes(message.role);
    const refusedAfter = rowsFor(conversation, target, 'system-not-first').flatMap((row) => row.options?.after ?? []);
    let before: Message | undefined;
    let firstOther: Message | undefined;
    for (const message of conversation.messages) {
      if (message.shape !== 'message') continue;
      const isLate = isSystem(message) && firstOther !== undefined;
      const isTaken = refusedAfter.length > 0 && !refusedAfter.includes(before?.role ?? '');
      const front = firstOther;
      if (isLate && !isTaken && front !== undefined) {
        report({
          at: message.node,
          message: `This ${quoteBriefly(message.roleText)} message stands behind a ${quoteBriefly(front.roleText)} message. Move it to the front.`,
          values: { i: message.index, before: before?.roleText ?? '' },
          fixes: () => fixes(message, front, conversation),
        });
      }
      if (!isSystem(message)) firstOther ??= message;
      before = message;
    }
  },
};

function fixes(message: Message, front: Message, conversation: Conversation): ProposedFix[] {
  const moving: ProposedFix = {
    title: 'Move it to the front',
    does: { kind: 'move-instruction', of: message },
    rewrite: toFront(message, front, conversation),
  };
  const { roleNode } = message;
  if (roleNode === undefined) return [moving];
  const asUser: ProposedFix = {
    title: 'Make it a user turn',
    does: { kind: 'set-role' },
    rewrite: new Map([[roleNode, { kind: 'replace', with: value('user') }]]),
  };
  return [moving, asUser];
}

/** Behind the system messages that stand in front already, so that each keeps its order. */
function toFront(message: Message, front: Message, { list }: Conversation): Rewrite {
  return new Map([
    [list, { kind: 'splice', remove: [message.node], insert: [{ index: front.index, items: [node(message.node)] }] }],
  ]);
}
