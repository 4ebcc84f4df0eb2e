import type { JsonNode } from '../json/node';
import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { isRead } from '../model/entries';
import type { Pairing } from '../model/pairing/pairing';
import type { Call, Conversation, Result } from '../model/types';
import { quote } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const toolNameEmpty: Rule = {
  meta: {
    id: 'tool-name-empty',
    summary: 'The tool name of a call or result is blank.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"',
  },
  conversation: ({ conversation, pairing, report }) => {
    for (const message of conversation.messages) {
      if (!isRead(message)) continue;
      for (const call of message.calls) {
        const answer = answerOf(pairing, call);
        const other = answer === undefined ? undefined : resultName(answer);
        if (isBlankName(call.nameNode)) check(call.nameNode, other, `call ${quote(call.id.text)}`);
        else if (call.nameNode === undefined) checkMissing(call, other);
      }
      for (const result of message.results) {
        const outcome = pairing.results.get(result);
        const name = resultName(result);
        const call = outcome?.kind === 'kept' ? outcome.call : undefined;
        if (isBlankName(name)) check(name, call?.nameNode, `result for ${quote(result.id.text)}`);
      }
    }

    function checkMissing(call: Call, partner: JsonNode | undefined): void {
      const holder = nameHolder(call, conversation);
      if (holder === undefined) return;
      const known = textOf(partner) ?? onlyDeclared(conversation);
      report({
        at: call.node,
        message: `The call ${quote(call.id.text)} names no tool. Write the tool's name.`,
        fixes: () => {
          if (known === undefined) return [];
          const rewrite: Rewrite = new Map();
          changeProperties(rewrite, holder, { set: [['name', value(known)]] });
          return [{ title: `Write the name ${quote(known)}`, does: { kind: 'choice' }, rewrite }];
        },
      });
    }

    function check(name: JsonNode, partner: JsonNode | undefined, what: string): void {
      report({
        at: name,
        message: `The ${what} names no tool: the name is blank. Write the tool's name.`,
        fixes: () => fixes(name, partner, conversation),
      });
    }
  },
};

/** The object that should hold the name, where the shape leaves no doubt that it does. */
function nameHolder({ node }: Call, { dialect }: Conversation): JsonNode | undefined {
  if (dialect.calls !== 'list') return node;
  const called = node.get('function');
  return called?.kind === 'object' ? called : undefined;
}

function isBlankName(node: JsonNode | undefined): node is JsonNode {
  return node?.kind === 'string' && node.text().trim() === '';
}

/** Results of flat and chat may repeat the tool's name; blocks of Messages have none. */
function resultName(result: Result): JsonNode | undefined {
  return result.node === result.message.node ? result.node.get('name') : undefined;
}

function answerOf(pairing: Pairing, call: Call): Result | undefined {
  const outcome = pairing.calls.get(call);
  return outcome?.kind === 'kept' ? outcome.answer : undefined;
}

function fixes(name: JsonNode, partner: JsonNode | undefined, conversation: Conversation): ProposedFix[] {
  const known = textOf(partner) ?? onlyDeclared(conversation);
  if (known === undefined) return [];
  const rewrite: Rewrite = new Map([[name, { kind: 'replace', with: value(known) }]]);
  if (isBlankName(partner)) rewrite.set(partner, { kind: 'replace', with: value(known) });
  return [{ title: `Write the name ${quote(known)}`, does: { kind: 'choice' }, rewrite }];
}

function onlyDeclared({ body }: Conversation): string | undefined {
  const tools = body?.get('tools')?.items() ?? [];
  const [only] = tools;
  return tools.length === 1 ? textOf(only?.get('function')?.get('name') ?? only?.get('name')) : undefined;
}

function textOf(node: JsonNode | undefined): string | undefined {
  const text = node?.kind === 'string' ? node.text() : '';
  return text.trim() === '' ? undefined : text;
}
