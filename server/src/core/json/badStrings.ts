import type { SyntaxProblem } from './faults';
import { SPACE } from './lexical';
import type { JsonNode } from './node';
import { STRING } from './tape';
import { TextNode } from './textNode';

/** Problems that are kept; a person mends the first ones first. */
const MOST_PROBLEMS = 100;

/**
 * What JSON refuses in the strings of a value, keys too: unknown escapes and raw control characters, the first of each string. The
 * scanner jumps over strings, so it cannot know; this costs about as much as `JSON.parse`.
 */
export function findBadStrings({ tape, index }: TextNode, most = MOST_PROBLEMS): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  if (tape.isPlain && parses(tape.rawOf(index))) return problems;
  const last = tape.behind(index);
  for (let i = index; i < last && problems.length < most; i++) {
    if (tape.kindOf(i) !== STRING) continue;
    const literal = tape.rawOf(i);
    if (parses(literal)) continue;
    const problem = problemIn(literal, tape.startOf(i));
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

export function findBadString(root: TextNode): SyntaxProblem | undefined {
  return findBadStrings(root, 1)[0];
}

const known = new WeakMap<JsonNode, boolean>();

/** Whether JSON refuses a string in a value. Looked up once: a value of a text does not change, another takes its place. */
export function hasBadString(node: JsonNode): boolean {
  if (!(node instanceof TextNode)) return false;
  let isBad = known.get(node);
  if (isBad === undefined) {
    isBad = findBadString(node) !== undefined;
    known.set(node, isBad);
  }
  return isBad;
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
