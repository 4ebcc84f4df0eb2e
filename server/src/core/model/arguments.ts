import type { Call } from './types';

/**
 * What arguments that are text hold: `object` is right; `double` is a JSON string that holds the object; `empty` is `""`, the
 * usual form of "no arguments"; `other` is JSON that is no object; `invalid` does not parse.
 */
export type ArgumentsText = 'object' | 'double' | 'empty' | 'other' | 'invalid';

const known = new WeakMap<Call, ArgumentsText>();

/** Undefined when the arguments are no text: only text can be malformed. Parsed once for each call, whoever asks. */
export function argumentsText(call: Call): ArgumentsText | undefined {
  if (call.argumentsNode?.kind !== 'string') return undefined;
  let verdict = known.get(call);
  if (verdict === undefined) {
    verdict = judge(call.argumentsNode.text());
    known.set(call, verdict);
  }
  return verdict;
}

function judge(text: string): ArgumentsText {
  if (text === '') return 'empty';
  const parsed = parse(text);
  if (parsed === undefined) return 'invalid';
  if (isObject(parsed.value)) return 'object';
  if (typeof parsed.value !== 'string') return 'other';
  const inner = parse(parsed.value);
  return inner !== undefined && isObject(inner.value) ? 'double' : 'other';
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
