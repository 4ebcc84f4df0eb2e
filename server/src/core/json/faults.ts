import { COLON, isWordCharacter } from './lexical';

/** A place where text is not JSON, said as a person would say it. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
}

/** Deeper text is refused: readers of the tree may recurse. No conversation comes near. */
export const MAX_DEPTH = 1000;

/** What the grammar allows next. */
export const VALUE = 0;
/** Behind an opening bracket: a member or the closing bracket. */
export const FIRST = 1;
/** Behind a value. */
export const AFTER = 2;
/** Behind a comma. */
export const NEXT = 3;
/** Behind a key. */
export const BEFORE_COLON = 4;

export type Container = 'object' | 'array' | 'none';

const LONGEST_QUOTE = 20;

export const UNTERMINATED_STRING = 'Unterminated string: the closing " is missing';
export const TEXT_BEHIND = 'Expected nothing more behind the JSON value';
export const UNTERMINATED_COMMENT = 'Unterminated comment: the closing */ is missing';

/** The fault at `pos`, where the grammar wanted something else. */
export function unexpected(text: string, pos: number, to: number, state: number, container: Container): SyntaxProblem {
  const length = tokenLength(text, pos, to);
  const wanted = wantedText(state, container);
  if (length === 0) return { offset: pos, length: 0, message: `Unexpected end of the text: ${lowerFirst(wanted)}` };
  return { offset: pos, length, message: remark(text, pos, length, state, container) ?? wanted };
}

function wantedText(state: number, container: Container): string {
  switch (state) {
    case BEFORE_COLON:
      return 'Expected a colon';
    case AFTER:
      if (container === 'none') return TEXT_BEHIND;
      return container === 'object' ? 'Expected a comma or }' : 'Expected a comma or ]';
    case FIRST:
    case NEXT:
      return container === 'object' ? 'Expected a property name in double quotes or }' : 'Expected a value or ]';
    default:
      return 'Expected a value';
  }
}

/** A more helpful word on what stands there, where there is one. */
function remark(text: string, pos: number, length: number, state: number, container: Container): string | undefined {
  const token = text.slice(pos, pos + length);
  const first = token.charAt(0);
  if (state === AFTER || state === BEFORE_COLON) return undefined;
  if (first === "'" || first === '“' || first === '”') return 'Strings stand in double quotes: "…"';
  if (container === 'object' && state !== VALUE) return undefined;
  if (first === '\0') return 'NUL characters are not JSON';
  if (/^[-+.\d]/.test(token)) return `Invalid number ${quoted(token)}`;
  if (/^[\p{L}_$]/u.test(token))
    return `Unknown word ${quoted(token)}: expected true, false, null or a string in double quotes`;
  return undefined;
}

function tokenLength(text: string, pos: number, to: number): number {
  if (pos >= to) return 0;
  let end = pos;
  while (end < to && isWordCharacter(text.charCodeAt(end))) end++;
  if (end > pos) return end - pos;
  const isPair = text.codePointAt(pos) !== text.charCodeAt(pos);
  return isPair && pos + 2 <= to && text.charCodeAt(pos) !== COLON ? 2 : 1;
}

function quoted(token: string): string {
  return `"${token.length > LONGEST_QUOTE ? `${token.slice(0, LONGEST_QUOTE)}…` : token}"`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
