import type { JsonNode } from '../json/node';
import type { Message } from '../model/types';
import { takes, takesUnlisted } from '../targets/index';
import { listed } from '../text/quote';
import type { Rule } from './types';

export const dialectNotAccepted: Rule = {
  meta: {
    id: 'dialect-not-accepted',
    summary: 'The conversation has the shape of another API than the one of the target that was chosen.',
    severity: 'error',
    sides: ['request'],
    reach: 'list',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Dialect and target"',
  },
  conversation: ({ conversation: { dialect, isTargetChosen, messages }, target, targetDialects, report }) => {
    if (!isTargetChosen || takes(target, dialect) || takesUnlisted(target, dialect)) return;
    // Plain role and text are of any dialect; one such place decides, and more of them would say the same.
    for (const message of messages) {
      const at = placeOfDialect(message);
      if (at === undefined) continue;
      const shapes = listed(
        targetDialects.map(({ name }) => name),
        'or',
      );
      report({
        at,
        message: `${target.name} takes ${shapes}, not ${dialect.name}. Convert it to "${targetDialects[0]?.id}" or change the target.`,
        values: { i: message.index },
      });
      return;
    }
  },
  looksAt: (message) => placeOfDialect(message) !== undefined,
};

/** What only the message's own dialect has: a call, a result, a block that is no text. */
function placeOfDialect({
  shape,
  role,
  roleNode,
  node,
  callsNode,
  calls,
  results,
  parts,
}: Message): JsonNode | undefined {
  if (shape !== 'message') return undefined;
  if (role === 'tool' || role === 'function') return roleNode ?? node;
  if (calls.length > 0 && callsNode !== undefined) return callsNode;
  const part = [...calls, ...results][0] ?? parts.find(({ kind }) => kind !== 'text' && kind !== 'unknown');
  return part?.node;
}
