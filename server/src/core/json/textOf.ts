import { compactJson } from './compactJson';
import type { JsonNode } from './node';

/**
 * Any JSON as message text (docs/design/normalization.md, "Any JSON as text"): strings stay, numbers keep their source digits,
 * other scalars are cast, `null` is empty, arrays and objects become compact JSON, and what JSON cannot hold is empty, save a
 * bigint, which only a program can pass and which has digits like any number. Never throws.
 */
export function textOf(node: JsonNode | undefined): string {
  switch (node?.kind) {
    case undefined:
    case 'null':
      return '';
    case 'other': {
      const given = node.value();
      return typeof given === 'bigint' ? String(given) : '';
    }
    case 'string':
      return node.text();
    case 'number':
      // Values alone hold numbers that JSON has no spelling for.
      return node.start < 0 ? String(node.value()) : node.raw();
    case 'boolean':
      return String(node.value());
    case 'array':
    case 'object':
      return compactJson(node);
  }
}

/** Whether `textOf` would give nothing; costs nothing for long texts. */
export function isEmptyText(node: JsonNode | undefined): boolean {
  if (node?.kind === 'string' && node.start >= 0) return node.end - node.start === 2;
  if (node?.kind === 'array' || node?.kind === 'object') return node.start < 0 && compactJson(node) === '';
  return textOf(node) === '';
}
