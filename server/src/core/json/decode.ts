import { BACKSLASH, QUOTE } from './lexical';

/** V8 copies slices shorter than this; longer ones keep the whole document alive. */
const COPIED_LENGTH = 13;

/**
 * The text of a string literal `text[start, end)` with its quotes. Never throws: what JSON refuses (raw control characters,
 * unknown escapes, a missing closing quote) is read the way a person would.
 */
export function decodeString(text: string, start: number, end: number): string {
  if (end - start - 2 < COPIED_LENGTH && isPlain(text, start, end)) return text.slice(start + 1, end - 1);
  const literal = text.slice(start, end);
  try {
    // Also for long plain text: JSON.parse makes a copy, so that what is kept of a message does not pin the old document.
    const decoded: unknown = JSON.parse(literal);
    if (typeof decoded === 'string') return decoded;
  } catch {
    // Read leniently below.
  }
  return decodeLeniently(literal);
}

function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start + 1; i < end - 1; i++) if (text.charCodeAt(i) === BACKSLASH) return false;
  return end - start > 1 && text.charCodeAt(end - 1) === QUOTE;
}

const SIMPLE: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeLeniently(literal: string): string {
  const parts: string[] = [];
  const end = isClosed(literal) ? literal.length - 1 : literal.length;
  let from = 1;
  for (let at = literal.indexOf('\\', 1); at >= 0 && at + 1 < end; at = literal.indexOf('\\', from)) {
    parts.push(literal.slice(from, at));
    const escaped = literal.charAt(at + 1);
    const code = escaped === 'u' ? literal.slice(at + 2, Math.min(at + 6, end)) : '';
    if (/^[0-9a-fA-F]{4}$/.test(code)) parts.push(String.fromCharCode(Number.parseInt(code, 16)));
    else parts.push(SIMPLE[escaped] ?? escaped);
    from = at + (/^[0-9a-fA-F]{4}$/.test(code) ? 6 : 2);
  }
  parts.push(literal.slice(from, end));
  return parts.join('');
}

function isClosed(literal: string): boolean {
  if (literal.length < 2 || !literal.endsWith('"')) return false;
  let at = literal.length - 2;
  while (at > 0 && literal.charCodeAt(at) === BACKSLASH) at--;
  return (literal.length - 2 - at) % 2 === 0;
}
