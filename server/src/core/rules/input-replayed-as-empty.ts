import { type Rewrite, value } from '../json/rewrite';
import { kindWords } from '../json/words';
import { argumentsText } from '../model/arguments';
import { isRead } from '../model/entries';
import type { Call } from '../model/types';
import { takes } from '../targets/index';
import type { ProposedFix, Rule, RuleContext } from './types';

export const inputReplayedAsEmpty: Rule = {
  meta: {
    id: 'input-replayed-as-empty',
    summary: "A call's input is no object, and becomes {} when the conversation is replayed through Messages.",
    severity: 'info',
    only: ({ callInput }) => callInput !== 'object',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/conversion.md, "Malformed arguments of history"',
  },
  conversation: (context) => {
    const { conversation, target, targetDialects, report } = context;
    // Only where somebody says that a conversation of another shape goes to an API that wants objects.
    const { dialect } = conversation;
    const isReplayed = targetDialects.some(({ callInput }) => callInput === 'object') && !takes(target, dialect);
    if (dialect.callInput === 'object' || !isReplayed) return;
    for (const message of conversation.messages) {
      if (!isRead(message)) continue;
      for (const call of message.calls) {
        const what = describe(call);
        if (call.argumentsNode === undefined || what === undefined) continue;
        const isNew = isNewCall(call, context);
        report({
          at: call.argumentsNode,
          message: isNew
            ? `The input is ${what}; ${target.name} wants an object, and this call is new. Write a JSON object.`
            : `The input is ${what}. Replayed through ${target.name}, it becomes {}.`,
          ...(isNew ? { severity: 'error' } : {}),
          fixes: () => fixes(call),
        });
      }
    }
  },
};

/** Text that is malformed in every dialect has a rule of its own, which says the same. */
function describe(call: Call): string | undefined {
  const node = call.argumentsNode;
  if (node === undefined || node.kind === 'object') return undefined;
  if (node.kind !== 'string') return kindWords(node);
  return argumentsText(call) === 'double' ? 'JSON text inside JSON text' : undefined;
}

/** A call that nothing answers yet, in the last turn. One of an aborted turn was never meant to be answered. */
function isNewCall(call: Call, { pairing }: RuleContext): boolean {
  const outcome = pairing.calls.get(call);
  return outcome?.kind === 'kept' && outcome.isTail && outcome.answer === undefined && !call.message.mayStayOpen;
}

function fixes({ argumentsNode }: Call): ProposedFix[] {
  if (argumentsNode === undefined) return [];
  const empty: unknown = argumentsNode.kind === 'string' ? '{}' : {};
  const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value(empty) }]]);
  return [{ title: 'Replace the input by {}', does: { kind: 'choice' }, rewrite }];
}
