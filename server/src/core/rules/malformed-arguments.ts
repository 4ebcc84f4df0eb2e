import { type Rewrite, value } from '../json/rewrite';
import { type ArgumentsText, argumentsText } from '../model/arguments';
import { type Break, breakOf, breakWords, placeInString } from '../model/argumentsFault';
import { isRead } from '../model/entries';
import type { Call } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { Rule, RuleContext, Severity } from './types';

export const malformedArguments: Rule = {
  meta: {
    id: 'malformed-arguments',
    summary: "A call's arguments are text that is not a JSON object.",
    severity: 'error',
    only: ({ callInput }) => callInput !== 'object',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/conversion.md, "Malformed arguments of history"',
  },
  conversation: (context) => {
    const { conversation, report } = context;
    // Where the target wants an object, text of any kind is the fault.
    if (conversation.dialect.callInput === 'object' || context.enforces('tool-arguments-not-object')) return;
    for (const message of conversation.messages) {
      if (!isRead(message)) continue;
      for (const call of message.calls) {
        const { argumentsNode } = call;
        const verdict = argumentsText(call);
        if (argumentsNode === undefined || verdict === undefined || verdict === 'object' || verdict === 'double')
          continue;
        if (verdict === 'invalid' && context.enforces('tool-arguments-invalid-json')) continue;
        const isNew = isNewCall(call, context);
        const text = argumentsNode.text();
        const at = verdict === 'invalid' ? breakOf(text) : undefined;
        const place = at && placeInString(argumentsNode, at);
        report({
          at: place === undefined ? argumentsNode : { ...place, node: argumentsNode },
          message: describe(verdict, text, at, isNew),
          severity: severityOf(verdict, isNew),
          fixes: () => {
            const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value('{}') }]]);
            return [{ title: 'Replace the arguments by {}', does: { kind: 'choice' }, rewrite }];
          },
        });
      }
    }
  },
};

/** A call that nothing answers yet, in the last turn. One of an aborted turn was never meant to be answered. */
function isNewCall(call: Call, { pairing }: RuleContext): boolean {
  const outcome = pairing.calls.get(call);
  return outcome?.kind === 'kept' && outcome.isTail && outcome.answer === undefined && !call.message.mayStayOpen;
}

/** History is evidence and stays; `""` is how many models say that there are no arguments. */
function severityOf(verdict: ArgumentsText, isNew: boolean): Severity {
  if (!isNew) return 'info';
  return verdict === 'empty' ? 'warning' : 'error';
}

function describe(verdict: ArgumentsText, text: string, at: Break | undefined, isNew: boolean): string {
  const what =
    at !== undefined
      ? breakWords[at.kind]
      : verdict === 'empty'
        ? 'The arguments are empty.'
        : `The arguments ${quoteBriefly(text)} are no JSON object.`;
  return `${what} ${isNew ? 'Write a JSON object.' : 'Through Messages they become {}.'}`;
}
