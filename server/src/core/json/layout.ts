import { COMMA, isSpace } from './lexical';
import type { JsonNode } from './node';
import { TextNode } from './textNode';
import { behindFirstBreak, behindLastBreak, breakBefore, indentOf, lineStartBefore } from './trivia';

/** How a piece of JSON is laid out; new pieces are written the same way. */
export interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly lineBreak: string;
  /** What stands between a key and its value, such as `: `. */
  readonly colon: string;
  /** What stands behind a comma on one line. */
  readonly gap: string;
  /** White space inside the braces of an object on one line. */
  readonly objectPad: string;
  readonly arrayPad: string;
  /** Whether members stand on lines of their own. */
  readonly isExpanded: boolean;
}

/** White space or comments longer than this tell nothing of style. */
const LONGEST_SAMPLE = 512;
/** Neighbours on each side that are looked at for how things are written. */
const NEIGHBOURS = 4;
/** Nodes around a place that are looked at. */
const LEVELS = 8;

const DEFAULT: Layout = {
  unit: '  ',
  lineBreak: '\n',
  colon: ': ',
  gap: ' ',
  objectPad: '',
  arrayPad: '',
  isExpanded: true,
};

type Traits = { -readonly [Trait in keyof Layout]?: Layout[Trait] };

/** The layout around a place: what the containers there show, the innermost first. */
export function layoutAround(container: JsonNode | undefined): Layout {
  const traits: Traits = {};
  let at = container;
  for (let level = 0; at !== undefined && level < LEVELS; level++, at = at.parent) readTraits(at, traits);
  return complete(traits, DEFAULT);
}

/** The layout that samples show, the first word on each trait counts; `otherwise` where they show nothing. */
export function layoutLike(samples: readonly JsonNode[], otherwise: Layout): Layout {
  if (samples.length === 0) return otherwise;
  const traits: Traits = {};
  for (const sample of samples) readTraits(sample, traits);
  return complete(traits, otherwise);
}

function complete(traits: Traits, otherwise: Layout): Layout {
  // Where no two members share a line, `:` or `: ` tells whether the text is written tight.
  if (traits.gap === undefined && traits.colon !== undefined) traits.gap = traits.colon.endsWith(' ') ? ' ' : '';
  return { ...otherwise, ...traits };
}

/** Values near a node's place that play the same part: neighbours in its array, the same property of its object's neighbours. */
export function peersOf(node: JsonNode): JsonNode[] {
  const { parent, key } = node;
  if (parent === undefined) return [];
  if (typeof key === 'number') return neighbours(parent, key);
  return propertyPeers(parent, key);
}

/** What stands under `key` in the neighbours of an object. */
export function propertyPeers(object: JsonNode, key: string): JsonNode[] {
  if (object.parent === undefined || typeof object.key !== 'number') return [];
  return neighbours(object.parent, object.key).flatMap((peer) => peer.get(key) ?? []);
}

/** Elements of an array next to `index`, nearest first, `index` itself left out. */
export function neighbours(array: JsonNode, index: number): JsonNode[] {
  const items = array.items();
  const near: JsonNode[] = [];
  for (let distance = 1; distance <= NEIGHBOURS; distance++) {
    const before = items[index - distance];
    const after = items[index + distance];
    if (before !== undefined) near.push(before);
    if (after !== undefined) near.push(after);
  }
  return near;
}

function readTraits(node: JsonNode, traits: Traits): void {
  if (!(node instanceof TextNode)) {
    // The rows of JSON Lines: each is one line.
    if (node.kind === 'array' && node.start >= 0) traits.isExpanded ??= false;
    return;
  }
  const first = firstMember(node);
  if (first === undefined) return;
  const { text } = node.tape.source;
  const open = node.start + 1;
  if (first.start - open > LONGEST_SAMPLE) return;
  if (first.colon !== undefined && isTrait(first.colon, /^\s*:[ \t]*$/)) traits.colon ??= first.colon;
  const isExpanded = behindFirstBreak(text, open, first.start) >= 0;
  traits.isExpanded ??= isExpanded;
  if (isExpanded) readExpanded(text, node, first.start, traits);
  else readInline(text, node, open, first, traits);
}

function readExpanded(text: string, node: TextNode, first: number, traits: Traits): void {
  const lineStart = lineStartBefore(text, first);
  const inner = indentOf(text, first);
  const outer = indentOf(text, node.start);
  if (lineStart > 0) traits.lineBreak ??= breakBefore(text, lineStart);
  if (inner.length > outer.length && inner.startsWith(outer)) traits.unit ??= inner.slice(outer.length);
}

function readInline(text: string, node: TextNode, open: number, first: Member, traits: Traits): void {
  const pad = text.slice(open, first.start);
  if (isTrait(pad, /^[ \t]*$/)) {
    if (node.kind === 'object') traits.objectPad ??= pad;
    else traits.arrayPad ??= pad;
  }
  if (text.charCodeAt(first.end) !== COMMA) return;
  let end = first.end + 1;
  while (end - first.end <= LONGEST_SAMPLE && isSpace(text.charCodeAt(end))) end++;
  const gap = text.slice(first.end + 1, end);
  if (isTrait(gap, /^[ \t]*$/)) traits.gap ??= gap;
}

function isTrait(sample: string, pattern: RegExp): boolean {
  return sample.length <= LONGEST_SAMPLE && pattern.test(sample);
}

interface Member {
  readonly start: number;
  readonly end: number;
  readonly colon: string | undefined;
}

function firstMember(node: TextNode): Member | undefined {
  if (node.kind === 'array') {
    const item = node.items()[0];
    return item === undefined ? undefined : { start: item.start, end: item.end, colon: undefined };
  }
  const { tape, index } = node;
  // Read from the tape: making all properties of a large object for its first one would cost its size.
  if (node.kind !== 'object' || tape.behind(index) === index + 1) return undefined;
  const [key, value] = [index + 1, index + 2];
  const from = tape.endOf(key);
  const to = tape.startOf(value);
  const colon = to - from > LONGEST_SAMPLE ? undefined : tape.source.text.slice(from, to);
  return { start: tape.startOf(key), end: tape.endOf(value), colon };
}

/** White space that a member at `to` is set off with from what stands before it: a line break and indentation, or a gap. */
export function separatorBefore(text: string, from: number, to: number): string {
  const lowest = Math.max(from, to - LONGEST_SAMPLE);
  const lineStart = behindLastBreak(text, lowest, to);
  if (lineStart >= 0) return breakBefore(text, lineStart) + indentOf(text, to);
  let start = to;
  while (start > lowest && isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, to);
}
