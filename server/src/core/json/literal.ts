import type { JsonNode } from './node';

/** One unit or pair of a string literal, by its offsets in the source. */
export interface LiteralRange {
  readonly start: number;
  readonly end: number;
}

/** Every escape of a literal is one match, plain characters are jumped over natively; raw surrogates count as escapes here. */
const ESCAPES = /\\(?:u([0-9a-fA-F]{4})|[\s\S])|[\ud800-\udfff]/g;

/** The surrogates of a string literal that have no partner, escaped (`\ud83d`) or raw, in order. */
export function loneSurrogates(literal: string, offset: number): LiteralRange[] {
  const lone: LiteralRange[] = [];
  let high: LiteralRange | undefined;
  for (const match of literal.matchAll(ESCAPES)) {
    const unit = match[0].startsWith('\\') ? Number.parseInt(match[1] ?? '0', 16) : match[0].charCodeAt(0);
    const range = { start: offset + match.index, end: offset + match.index + match[0].length };
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow && high?.end === range.start) {
      high = undefined;
      continue;
    }
    if (high !== undefined) lone.push(high);
    high = unit >= 0xd800 && unit <= 0xdbff ? range : undefined;
    if (isLow) lone.push(range);
  }
  if (high !== undefined) lone.push(high);
  return lone;
}

/** The source offset at which the white space behind the last other character of a string begins. */
export function trailingSpaceStart(node: JsonNode): number {
  const literal = node.raw();
  let end = 1;
  for (const match of literal.matchAll(/\\u([0-9a-fA-F]{4})|\\([\s\S])|[^\\\s"]+|\s+/g)) {
    const [whole, unit, escaped] = match;
    const isSpace =
      unit !== undefined
        ? String.fromCharCode(Number.parseInt(unit, 16)).trim() === ''
        : escaped !== undefined
          ? 'nrtf'.includes(escaped)
          : whole.trim() === '';
    if (!isSpace) end = match.index + whole.length;
  }
  return node.start + end;
}
