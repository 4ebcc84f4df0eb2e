import type { JsonNode } from '../json/node';
import { type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { kindWords } from '../json/words';
import { isRead } from '../model/entries';
import { blockIndex } from '../model/pairing/exchange';
import type { Call } from '../model/types';
import { isSent } from '../targets/asked';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const toolArgumentsNotString: Rule = {
  meta: {
    id: 'tool-arguments-not-string',
    summary: "A call's arguments are JSON, not text that holds JSON.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'choice',
    waits: false,
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: (message, { conversation, target, report }) => {
    // Training rows, stored histories and local servers keep arguments as objects, and mean it.
    if (conversation.isRow || !isRead(message) || !isSent(conversation, target)) return;
    for (const call of message.calls) {
      const { argumentsNode } = call;
      if (argumentsNode === undefined || !isApiShaped(call)) continue;
      if (argumentsNode.kind === 'string' || argumentsNode.kind === 'null') continue;
      report({
        at: argumentsNode,
        message: `The arguments of ${quote(call.id.text)} are ${kindWords(argumentsNode)}; ${target.name} wants JSON as text. Write them as a string.`,
        values: { i: message.index, j: blockIndex(call), type: typeWords(argumentsNode) },
        fixes: () => {
          const rewrite: Rewrite = new Map([[argumentsNode, { kind: 'replace', with: value(textOf(argumentsNode)) }]]);
          return [{ title: 'Write the arguments as text', does: { kind: 'choice' }, rewrite }];
        },
      });
    }
  },
};

/** A usable id and a `function` object: the API's own shape, in which only text is right. */
function isApiShaped({ id, node, argumentsNode }: Call): boolean {
  const called = node.get('function');
  return id.fault === undefined && called?.kind === 'object' && argumentsNode?.parent === called;
}

/** As the provider names a type. */
function typeWords(node: JsonNode): string {
  if (node.kind === 'object') return 'an object';
  if (node.kind === 'array') return 'an array';
  if (node.kind === 'boolean') return 'a boolean';
  return Number.isInteger(node.value()) ? 'an integer' : 'a decimal number';
}
