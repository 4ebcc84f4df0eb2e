import { type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { addSplice } from '../model/edits/dropping';
import type { Conversation, DialectEdit, Message } from '../model/types';
import { quote } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const rolesNotAlternating: Rule = {
  meta: {
    id: 'roles-not-alternating',
    summary: 'Two neighbouring messages have the same role.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source:
      'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "Bedrock and Vertex", "DeepSeek", "Perplexity", "llama.cpp"',
  },
  conversation: ({ conversation, report }) => {
    let before: Message | undefined;
    for (const message of conversation.messages) {
      // What cannot be read may be the very turn that is missing.
      if (message.shape === 'broken') before = undefined;
      if (message.shape !== 'message') continue;
      const first = before;
      if (
        first !== undefined &&
        first.role === message.role &&
        (message.role === 'user' || message.role === 'assistant')
      ) {
        report({
          at: message.node,
          message: `Two ${quote(message.roleText)} messages stand in a row. Merge them or put the other role's turn between.`,
          related: [{ message: 'The message before it', at: first.node }],
          values: { i: message.index, a: first.index, b: message.index, role: message.roleText },
          fixes: () => fixes(first, message, conversation),
        });
      }
      before = message;
    }
  },
};

/** Contents are joined, calls of the second come along; other keys are the first one's. */
function fixes(first: Message, second: Message, conversation: Conversation): ProposedFix[] {
  const edit = editOf(conversation.dialect);
  const content = merged(first, second, edit);
  // Results of the first one's calls would be cut off from them by the calls of the second.
  if (content === undefined || (first.calls.length > 0 && first.callsNode !== undefined)) return [];
  const rewrite: Rewrite = new Map();
  addSplice(rewrite, conversation.list, [second.node], []);
  const calls = second.callsNode;
  edit.setContent(rewrite, first, content);
  if (calls !== undefined && calls.kind !== 'null') edit.calls?.set(rewrite, first, node(calls));
  const isMergedAnyway = conversation.dialect.turns === 'merged';
  return [
    {
      title: 'Merge it into the message before',
      does: isMergedAnyway ? { kind: 'merge', of: second } : { kind: 'choice' },
      rewrite,
    },
  ];
}

function merged(first: Message, second: Message, edit: DialectEdit): NewJson | undefined {
  const [a, b] = [first.contentNode, second.contentNode];
  if (a === undefined || a.kind === 'null') return b === undefined ? undefined : node(b);
  if (b === undefined || b.kind === 'null') return node(a);
  if (a.kind === 'string' && b.kind === 'string') {
    return value([a.text(), b.text()].filter((text) => text !== '').join('\n'));
  }
  const parts = [a, b].map((content) => partsOf(content, edit));
  return parts.every((items) => items !== undefined) ? { kind: 'array', items: parts.flat() } : undefined;
}

function partsOf(content: NonNullable<Message['contentNode']>, edit: DialectEdit): NewJson[] | undefined {
  if (content.kind === 'array') return content.items().map(node);
  if (content.kind !== 'string') return undefined;
  return content.text() === '' ? [] : [edit.textPart(content)];
}
