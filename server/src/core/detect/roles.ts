import { Sign } from './signature';
import { roles } from './vocabulary';

/** Spellings that people and other tools use for the same speakers. Used throughout a list they are a hint, not an error. */
const NEAR_ROLES: ReadonlyMap<string, number> = new Map([
  ['human', Sign.user],
  ['bot', Sign.assistant],
  ['chatbot', Sign.assistant],
  ['ai', Sign.assistant],
  ['model', Sign.assistant],
  ['gpt', Sign.assistant],
]);

/** Longest role that is looked up; what is longer is text, and decoding it would cost. */
const MAX_ROLE = 16;

/** Role bits of a role as spelled; 0 when it is outside the closed set and no near miss. */
export function roleSign(role: string): number {
  if (role.length > MAX_ROLE) return 0;
  const exact = roles.get(role);
  if (exact !== undefined) return exact;
  const name = role.trim().toLowerCase();
  const near = (roles.get(name) ?? 0) | (NEAR_ROLES.get(name) ?? 0);
  return near === 0 ? 0 : near | Sign.nearRole;
}

/** The same for a text that is not parsed yet: `"role": "user"`, in any case. */
export const KNOWN_ROLE_NAMES: readonly string[] = [...roles.keys(), ...NEAR_ROLES.keys()];
