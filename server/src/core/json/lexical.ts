export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const COLON = 58;
export const UPPER_E = 69;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const LOWER_E = 101;
export const LOWER_F = 102;
export const LOWER_N = 110;
export const LOWER_T = 116;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const BYTE_ORDER_MARK = 0xfeff;

export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a character would go on with a number or a word: `1abc`, `nullx`, `1.2.3`. */
export function isWordCharacter(code: number): boolean {
  return (
    isDigit(code) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code === DOT ||
    code === PLUS ||
    code === MINUS ||
    (code >= 0xc0 && code !== BYTE_ORDER_MARK)
  );
}

/** The place behind a number in JSON's own grammar, or -1. */
export function behindNumber(text: string, from: number, to: number): number {
  let i = codeAt(text, from, to) === MINUS ? from + 1 : from;
  const first = codeAt(text, i, to);
  if (!isDigit(first)) return -1;
  i = first === ZERO ? i + 1 : behindDigits(text, i + 1, to);
  let code = codeAt(text, i, to);
  if (code === DOT) {
    if (!isDigit(codeAt(text, i + 1, to))) return -1;
    i = behindDigits(text, i + 2, to);
    code = codeAt(text, i, to);
  }
  if (code === LOWER_E || code === UPPER_E) {
    i++;
    code = codeAt(text, i, to);
    if (code === PLUS || code === MINUS) i++;
    if (!isDigit(codeAt(text, i, to))) return -1;
    i = behindDigits(text, i + 1, to);
  }
  return i;
}

function codeAt(text: string, at: number, to: number): number {
  return at < to ? text.charCodeAt(at) : -1;
}

function behindDigits(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isDigit(text.charCodeAt(i))) i++;
  return i;
}

/**
 * The place behind a comment that starts at `from`; -1 when it has no end, 0 when there is none. Walked and not searched:
 * a search would not stop at `to`, and rows with an open comment each would cost the whole text each.
 */
export function behindComment(text: string, from: number, to: number): number {
  if (from + 1 >= to) return 0;
  const second = text.charCodeAt(from + 1);
  let i = from + 2;
  if (second === SLASH) {
    while (i < to && text.charCodeAt(i) !== LINE_FEED && text.charCodeAt(i) !== CARRIAGE_RETURN) i++;
    return i;
  }
  if (second !== STAR) return 0;
  for (; i + 1 < to; i++) {
    if (text.charCodeAt(i) === STAR && text.charCodeAt(i + 1) === SLASH) return i + 2;
  }
  return -1;
}
