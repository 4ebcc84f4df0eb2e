import type { JsonNode } from '../json/node';
import { parseText } from '../json/scan';

/**
 * How a text breaks off that was meant to be a JSON object. `in-string`: it ends inside a string; `unclosed`: it ends before a
 * bracket closes; `glued`: a second object stands behind the first; `behind`: something else does; `comments`: JSON with
 * comments or trailing commas, which no provider reads; `syntax`: it is no JSON from a place on; `whole`: nothing of it is.
 */
export type BreakKind = 'in-string' | 'unclosed' | 'glued' | 'behind' | 'comments' | 'syntax' | 'whole';

/** The kind and the place: UTF-16 offsets into the text, `start < end` where it holds anything. */
export interface Break {
  readonly kind: BreakKind;
  readonly start: number;
  readonly end: number;
}

/** Where and how a text breaks off that does not parse as JSON. */
export function breakOf(text: string): Break {
  const first = text.search(/\S/);
  if (first < 0 || (text[first] !== '{' && text[first] !== '[')) return { kind: 'whole', start: 0, end: text.length };
  const stop = walk(text, first);
  const { problem } = parseText({ text });
  if (problem === undefined) return { kind: 'comments', start: 0, end: text.length };
  // The earliest fault is the one; what comes behind it may follow from it.
  if (problem.offset < stop.certainTo) return oneAt('syntax', problem.offset, text);
  switch (stop.kind) {
    case 'in-string':
    case 'unclosed':
      return oneAt(stop.kind, lastCharacter(text), text);
    case 'mismatch':
      return oneAt('syntax', stop.at, text);
    case 'behind':
      return text[stop.at] === '{'
        ? oneAt('glued', stop.at, text)
        : { kind: 'behind', start: stop.at, end: text.trimEnd().length };
  }
}

interface Stop {
  readonly kind: 'in-string' | 'unclosed' | 'mismatch' | 'behind';
  readonly at: number;
  /** A fault in front of this place is another one. */
  readonly certainTo: number;
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Looks at strings and brackets alone. */
function walk(text: string, first: number): Stop {
  const open: string[] = [];
  for (let at = first; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === undefined) return { kind: 'in-string', at, certainTo: at };
      at = end;
    } else if (character in CLOSES) open.push(CLOSES[character] ?? '');
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return { kind: 'mismatch', at, certainTo: at };
      if (open.length > 0) continue;
      const rest = text.slice(at + 1).search(/\S/);
      const behind = rest < 0 ? text.length : at + 1 + rest;
      return { kind: 'behind', at: behind, certainTo: behind };
    }
  }
  const { length } = text.trimEnd();
  return { kind: 'unclosed', at: length, certainTo: afterUnfinished(text, length) };
}

/** A word that the end cuts off (`tru`, `-`) is no fault of its own. */
function afterUnfinished(text: string, length: number): number {
  const word = /[\w.+-]*$/.exec(text.slice(0, length))?.[0].length ?? 0;
  return length - word;
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return undefined;
}

function oneAt(kind: BreakKind, at: number, text: string): Break {
  const start = Math.min(at, lastCharacter(text));
  return { kind, start, end: start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) };
}

/** The last character that can be seen; half a pair is none. */
function lastCharacter(text: string): number {
  const last = Math.max(0, text.trimEnd().length - 1);
  return /[\udc00-\udfff]/.test(text[last] ?? '') && last > 0 ? last - 1 : last;
}

/** The place of some decoded characters in the source of a string node; undefined for a value, which has no source. */
export function placeInString(node: JsonNode, { start, end }: Break): { start: number; end: number } | undefined {
  if (node.start < 0 || node.kind !== 'string') return undefined;
  const raw = node.raw();
  let at = 1;
  const places: number[] = [];
  for (let decoded = 0; decoded < end && at < raw.length; decoded++) {
    if (decoded === start) places.push(at);
    at += raw[at] !== '\\' ? 1 : /^u[0-9a-fA-F]{4}/.test(raw.slice(at + 1, at + 6)) ? 6 : 2;
  }
  const [from] = places;
  return from === undefined ? undefined : { start: node.start + from, end: node.start + at };
}

/** The half sentence that says how. */
export const breakWords: Readonly<Record<BreakKind, string>> = {
  'in-string': 'The arguments stop inside a string, probably cut off.',
  unclosed: 'The arguments stop before a bracket closes, probably cut off.',
  glued: 'Two objects stand in the arguments, perhaps those of two calls.',
  behind: 'Something stands behind the object in the arguments.',
  comments: 'The arguments hold a comment or a trailing comma, so they are no JSON.',
  syntax: 'The arguments are no JSON from here on.',
  whole: 'The arguments are no JSON.',
};
