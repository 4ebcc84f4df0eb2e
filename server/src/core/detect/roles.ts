import { Sign } from './signature';

/** Closed set of the dialects read here. `function` and `developer` are Chat Completions'. */
const ROLES: Readonly<Record<string, number>> = {
  system: Sign.system,
  developer: Sign.system,
  user: Sign.user,
  assistant: Sign.assistant,
  tool: Sign.tool,
  // Legacy Chat Completions, and nobody else's.
  function: Sign.tool | Sign.chatPart,
};

/** Spellings that people and other tools use for the same speakers. Used throughout a list they are a hint, not an error. */
const NEAR_ROLES: Readonly<Record<string, number>> = {
  human: Sign.user,
  bot: Sign.assistant,
  chatbot: Sign.assistant,
  ai: Sign.assistant,
  model: Sign.assistant,
  gpt: Sign.assistant,
};

/** Longest role that is looked up; what is longer is text, and decoding it would cost. */
const MAX_ROLE = 16;

/** Role bits of a role as spelled; 0 when it is outside the closed set and no near miss. */
export function roleSign(role: string): number {
  if (role.length > MAX_ROLE) return 0;
  const exact = lookUp(ROLES, role);
  if (exact !== 0) return exact;
  const name = role.trim().toLowerCase();
  const near = lookUp(ROLES, name) | lookUp(NEAR_ROLES, name);
  return near === 0 ? 0 : near | Sign.nearRole;
}

/** The same for a text that is not parsed yet: `"role": "user"`, in any case. */
export const KNOWN_ROLE_NAMES: readonly string[] = [...Object.keys(ROLES), ...Object.keys(NEAR_ROLES)];

function lookUp(table: Readonly<Record<string, number>>, name: string): number {
  return Object.hasOwn(table, name) ? (table[name] ?? 0) : 0;
}
