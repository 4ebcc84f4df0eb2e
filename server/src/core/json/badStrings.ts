import type { SyntaxProblem } from './faults';
import { SPACE } from './lexical';
import { STRING } from './tape';
import type { TextNode } from './textNode';

/**
 * The first thing in the strings of a value that JSON refuses: an unknown escape or a raw control character. The scanner jumps over
 * strings, so it cannot know; this costs about as much as `JSON.parse`.
 */
export function findBadString(root: TextNode): SyntaxProblem | undefined {
  const { tape, index } = root;
  if (tape.isPlain && parses(root.raw())) return undefined;
  const last = tape.behind(index);
  for (let i = index; i < last; i++) {
    if (tape.kindOf(i) !== STRING) continue;
    const literal = tape.rawOf(i);
    if (parses(literal)) continue;
    const problem = problemIn(literal, tape.startOf(i));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const LONGEST_ESCAPE = 6;

function problemIn(literal: string, start: number): SyntaxProblem | undefined {
  for (let at = 1; at < literal.length - 1; at++) {
    const code = literal.charCodeAt(at);
    if (code < SPACE) {
      const spelling = `\\u${code.toString(16).padStart(4, '0')}`;
      return {
        offset: start + at,
        length: 1,
        message: `A control character stands raw in a string: write it as ${spelling}`,
      };
    }
    if (literal.charAt(at) !== '\\') continue;
    const known = ESCAPE.exec(literal.slice(at, at + LONGEST_ESCAPE));
    if (known === null)
      return { offset: start + at, length: 2, message: `Unknown escape ${literal.slice(at, at + 2)}` };
    at += known[0].length - 1;
  }
  return undefined;
}
