import type { ResolvedConfig } from '../config/types';
import type { JsonNode } from '../json/node';
import type { Conversation } from '../model/types';
import type { Severity } from '../rules/types';
import { sortFindings, toFinding } from './finding';
import { recordedOf, runRules } from './runRules';

/** One thing wrong with a value: a finding without offsets. */
export interface Problem {
  readonly rule: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
  readonly related: readonly { readonly message: string; readonly pointer: string }[];
  readonly providerError?: string;
}

/** What the rules say of a conversation, in document order. `root` is where pointers start. */
export function problemsOf(conversation: Conversation, config: ResolvedConfig, root: JsonNode): Problem[] {
  const run = runRules(conversation, config);
  // Sorted as in a text first: that also takes out what is said twice.
  return sortFindings(recordedOf(run).map((one) => toFinding(one, root, 0)))
    .sort((a, b) => comparePointers(a.pointer, b.pointer))
    .map(({ rule, severity, pointer, message, related, providerError }) => ({
      rule,
      severity,
      pointer,
      message,
      related: related.map((place) => ({ message: place.message, pointer: place.pointer })),
      ...(providerError === undefined ? {} : { providerError }),
    }));
}

/** Values have no offsets: array indices and then names order them, which is document order for all but odd key orders. */
function comparePointers(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let i = 1; i < Math.min(left.length, right.length); i++) {
    const one = left[i] ?? '';
    const other = right[i] ?? '';
    if (one === other) continue;
    const numbers = Number(one) - Number(other);
    if (!Number.isNaN(numbers)) return numbers;
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
