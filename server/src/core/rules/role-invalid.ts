import { type Rewrite, value } from '../json/rewrite';
import type { Conversation, Dialect, Message } from '../model/types';
import { isSent, rowsFor } from '../targets/asked';
import { nearest } from '../text/nearest';
import { listed, quote } from '../text/quote';
import type { ProposedFix, Rule } from './types';

/** Names that other programs give the roles; compared without case. */
const MEANT: Readonly<Record<string, string>> = {
  user: 'user',
  human: 'user',
  customer: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  gpt: 'assistant',
  chatbot: 'assistant',
  agent: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
  tool_result: 'tool',
};

export const roleInvalid: Rule = {
  meta: {
    id: 'role-invalid',
    summary: "A message's role is outside the closed set of its dialect.",
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'choice',
    source:
      'docs/design/rules.md, "Rules of our own"; docs/design/providers.md, "Anthropic", "OpenAI", "DashScope", "Groq"',
  },
  conversation: (context) => {
    const { conversation } = context;
    const wrong = conversation.messages.filter((message) => isWrong(message, conversation));
    const refused = refusedRoles(context);
    const isDialect = wrong.length > 0 && !isSent(conversation, context.target) && isConsistent(conversation, wrong);
    for (const message of conversation.messages) {
      const isRefused = message.shape === 'message' && refused.has(message.roleText);
      if (!isRefused && !isWrong(message, conversation)) continue;
      const { roleText } = message;
      const known = conversation.dialect.roles.filter((role) => !refused.has(role));
      const meant = meantBy(roleText, known, conversation.dialect);
      context.report({
        at: message.roleNode ?? message.node,
        message: `${quote(roleText)} is no role ${isRefused ? `that ${context.target.name} takes` : 'here'}. ${
          meant === undefined ? `Use ${listed(known, 'or')}.` : `Write "${meant}".`
        }`,
        ...(isDialect && !isRefused ? { severity: 'hint' } : {}),
        values: { i: message.index, role: roleText },
        fixes: () => fixes(message, meant, known, conversation.dialect.roleNames.user),
      });
    }
  },
};

/** Instructions inside a list that has a field for them are a matter of their own (`system-role-in-messages`). */
function isWrong(message: Message, conversation: Conversation): boolean {
  if (message.shape !== 'message') return false;
  // Left out where the dialect says whose the entry is then.
  if (message.roleText === '') return false;
  const { roles, instructions } = conversation.dialect;
  return !roles.includes(message.roleText) && !instructions.roles.some((role) => role === message.roleText);
}

/** Roles that the dialect knows and the target does not. */
function refusedRoles({
  conversation,
  target,
}: Parameters<Extract<Rule, { conversation: unknown }>['conversation']>[0]) {
  const rows = rowsFor(conversation, target, 'role-invalid');
  return new Set(rows.flatMap((row) => row.options?.refuses ?? []));
}

/**
 * A program's own names for the roles, used throughout: its export, not a slip. One that stands beside the name it replaces is
 * a slip, a role of another dialect is a mix-up, and the flat shape is closed.
 */
function isConsistent(conversation: Conversation, wrong: readonly Message[]): boolean {
  if (conversation.dialect.isClosed) return false;
  const spelled = new Set<string>();
  for (const message of conversation.messages) if (message.shape === 'message') spelled.add(message.roleText);
  return wrong.every(({ role, roleText }) => {
    if (role !== 'other') return false;
    const name = roleText.trim().toLowerCase();
    const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
    return meant !== undefined && !spelled.has(meant);
  });
}

function meantBy(roleText: string, known: readonly string[], { roleNames }: Dialect): string | undefined {
  const word = Object.hasOwn(MEANT, roleText.trim().toLowerCase()) ? MEANT[roleText.trim().toLowerCase()] : undefined;
  if (word === undefined) return nearest(roleText.trim().toLowerCase(), known);
  if (word === roleText && known.includes(word)) return undefined;
  const meant = word === 'assistant' ? roleNames.assistant : word;
  if (known.includes(meant)) return meant;
  return word === 'tool' && word !== roleText ? roleNames.user : undefined;
}

function fixes(message: Message, meant: string | undefined, known: readonly string[], user: string): ProposedFix[] {
  const { roleNode } = message;
  if (roleNode === undefined) return [];
  const offers = [...new Set([...(meant === undefined ? [] : [meant]), ...(known.includes(user) ? [user] : [])])];
  return offers.map((role) => {
    const rewrite: Rewrite = new Map([[roleNode, { kind: 'replace', with: value(role) }]]);
    return { title: `Change the role to "${role}"`, does: { kind: 'set-role' }, rewrite };
  });
}
