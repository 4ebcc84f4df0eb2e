import { copyOf } from '../json/copyOf';
import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { parseText } from '../json/scan';
import { kindWords } from '../json/words';
import { argumentsText } from '../model/arguments';
import { isRead } from '../model/entries';
import { blockIndex } from '../model/pairing/exchange';
import type { Call, Conversation } from '../model/types';
import { quote } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const toolArgumentsNotObject: Rule = {
  meta: {
    id: 'tool-arguments-not-object',
    summary: "A call's input is not an object.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic", "Ollama"',
  },
  message: (message, { conversation, target, report }) => {
    if (!isRead(message)) return;
    for (const call of message.calls) {
      const { argumentsNode } = call;
      if (argumentsNode === undefined && conversation.dialect.callInput === 'object' && call.node.kind === 'object') {
        report({
          at: call.node,
          message: `The call ${quote(call.id.text)} has no input; ${target.name} wants an object, be it empty. Write "input": {}.`,
          fixes: () => emptyInput(call),
        });
      }
      if (argumentsNode === undefined || argumentsNode.kind === 'object') continue;
      report({
        at: argumentsNode,
        message: `The input of ${quote(call.id.text)} is ${kindWords(argumentsNode)}; ${target.name} wants an object. ${
          argumentsText(call) === 'object' ? 'Parse the text.' : 'Write an object.'
        }`,
        values: { i: message.index, j: blockIndex(call), id: call.id.text },
        fixes: () => fixes(call, conversation),
      });
    }
  },
};

/** What the model meant to pass is lost: that it was nothing is a guess. */
function emptyInput(call: Call): ProposedFix[] {
  const rewrite: Rewrite = new Map();
  changeProperties(rewrite, call.node, { set: [['input', value({})]] });
  return [{ title: 'Write an empty input', does: { kind: 'choice' }, rewrite }];
}

/**
 * Text that holds the object loses nothing by being parsed; anything else is a guess. Where calls are Chat Completions' the same
 * server has an endpoint that wants the text: which one the request goes to is for the person to know.
 */
function fixes(call: Call, { dialect }: Conversation): ProposedFix[] {
  const { argumentsNode } = call;
  if (argumentsNode === undefined) return [];
  if (argumentsText(call) === 'object') {
    const { root } = parseText({ text: argumentsNode.text() });
    if (root === undefined) return [];
    const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: copyOf(root) }]]);
    const unless = dialect.callInput === 'object' ? undefined : 'another endpoint of the same server wants the text';
    return [{ title: 'Parse the text into an object', does: { kind: 'read-text', unless }, rewrite }];
  }
  const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value({}) }]]);
  return [{ title: 'Replace the input by {}', does: { kind: 'choice' }, rewrite }];
}
