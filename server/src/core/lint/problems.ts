import type { ResolvedConfig } from '../config/types';
import type { JsonNode } from '../json/node';
import type { Conversation } from '../model/types';
import type { RuleId } from '../rules/ids';
import type { Severity } from '../rules/types';
import { type LiveFinding, sortFindings, toFinding } from './finding';
import { recordedOf, runRules } from './runRules';

/** One thing wrong with a value: a finding without offsets. */
export interface Problem<Name extends string = string> {
  readonly rule: Name;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
  readonly related: readonly { readonly message: string; readonly pointer: string }[];
  readonly providerError?: string;
}

/** What the rules say of a conversation, in document order. `root` is where pointers start. */
export function problemsOf(conversation: Conversation, config: ResolvedConfig, root: JsonNode): Problem<RuleId>[] {
  return toProblems(findingsOf(conversation, config, root), root);
}

/** The findings of a conversation of values, each once, in no order. */
export function findingsOf(conversation: Conversation, config: ResolvedConfig, root: JsonNode): LiveFinding[] {
  return sortFindings(recordedOf(runRules(conversation, config)).map((one) => toFinding(one, root, 0)));
}

export function toProblems(findings: readonly LiveFinding[], root: JsonNode): Problem<RuleId>[] {
  const known = new Map<JsonNode, ReadonlyMap<string, number>>();
  return findings
    .map((finding) => ({ finding, places: placesOf(finding.pointer, root, known) }))
    .sort((a, b) => comparePlaces(a.places, b.places))
    .map(({ finding: { rule, severity, pointer, message, related, providerError } }) => ({
      rule,
      severity,
      pointer,
      message,
      related: related.map((place) => ({ message: place.message, pointer: place.pointer })),
      ...(providerError === undefined ? {} : { providerError }),
    }));
}

/** Values have no offsets: the indices of elements and the places of properties, step by step, are document order. */
function placesOf(pointer: string, root: JsonNode, known: Map<JsonNode, ReadonlyMap<string, number>>): number[] {
  const places: number[] = [];
  let at: JsonNode | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    if (at === undefined) break;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (at.kind === 'array') {
      places.push(Number(name));
      at = at.items()[Number(name)];
      continue;
    }
    let order = known.get(at);
    if (order === undefined) {
      order = new Map(at.properties().map((property, index) => [property.name, index]));
      known.set(at, order);
    }
    places.push(order.get(name) ?? order.size);
    at = at.get(name);
  }
  return places;
}

function comparePlaces(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
