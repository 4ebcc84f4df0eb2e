import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { offersForResult, relatedCalls } from '../model/edits/pairTogether';
import { mayHoldStrayId } from '../model/pairing/strayIds';
import type { Call, Message, PairingId } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const idOnWrongRole: Rule = {
  meta: {
    id: 'id-on-wrong-role',
    summary: 'A message that is no tool result carries a tool_call_id.',
    severity: 'warning',
    only: ({ strayId }) => strayId !== undefined,
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/text-to-message.md, "Three closed rules"',
  },
  conversation: (context) => {
    const { conversation, report } = context;
    const { strayId, roleNames } = conversation.dialect;
    if (strayId === undefined) return;
    let open: ReadonlyMap<string, Call> | undefined;
    // A role that is itself wrong may well have meant "tool", and is reported as such.
    for (const message of conversation.messages) {
      if (!mayHoldStrayId(message)) continue;
      const { node, role, roleText } = message;
      const [id] = message.namedIds();
      if (id === undefined) continue;
      open ??= openCalls(context);
      const call = open.get(id.text);
      if (call !== undefined && call.message.index < message.index) {
        reportResult(message, id, call, context);
        continue;
      }
      // The legacy role pairs by name, and keys of other frameworks may be anything here.
      if (role === 'function' || id.key !== strayId) continue;
      report({
        at: id.node ?? node,
        message: `"${strayId}" says nothing on a message of role ${quoteBriefly(roleText)}. Remove it, or make the role "${roleNames.result}".`,
        related: relatedCalls(conversation, context.pairing, node),
        fixes: () => [
          ...offersForResult(conversation, context.pairing, node),
          {
            title: `Remove "${strayId}"`,
            does: { kind: 'drop-id', of: message, id: id.text },
            rewrite: without(message, id),
          },
        ],
      });
    }
  },
};

/** It is the result that the call waits for: the role is the fault, and the call's want of a result what follows from it. */
function reportResult(message: Message, id: PairingId, call: Call, { conversation, report }: RuleContext): void {
  const { result: role } = conversation.dialect.roleNames;
  const { node, roleText, roleNode } = message;
  report({
    at: id.node ?? node,
    message: `The result for ${quoteBriefly(id.text)} has the role ${quoteBriefly(roleText)}, so it answers nothing. Make it "${role}".`,
    severity: 'error',
    related: [{ message: 'The call that it answers', at: call.node }],
    fixes: () => {
      const proposed: ProposedFix[] = [
        { title: `Remove "${id.key}"`, does: { kind: 'choice' }, rewrite: without(message, id) },
      ];
      if (roleNode === undefined) return proposed;
      const rewrite: Rewrite = new Map([[roleNode, { kind: 'replace', with: value(role) }]]);
      return [{ title: `Make the role "${role}"`, does: { kind: 'set-role' }, rewrite }, ...proposed];
    },
  });
}

function without({ node }: Message, { key }: PairingId): Rewrite {
  const rewrite: Rewrite = new Map();
  changeProperties(rewrite, node, { remove: [key] });
  return rewrite;
}

/** The calls that no result answers, by their ids. */
function openCalls({ pairing }: RuleContext): Map<string, Call> {
  const open = new Map<string, Call>();
  for (const [call, outcome] of pairing.calls) {
    if (outcome.kind === 'kept' && outcome.answer === undefined && call.id.text !== '') open.set(call.id.text, call);
  }
  return open;
}
