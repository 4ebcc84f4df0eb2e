import { type JsonNode, pointerOf } from '../json/node';
import type { Recorded } from '../lint/runRules';
import type { RuleId } from '../rules/ids';
import type { Severity } from '../rules/types';

/** A problem of a window or of a prefix, held by the entry that it is about, whatever its index there. */
export interface Fault {
  readonly rule: string;
  readonly severity: Severity;
  /** Index in the conversation that is replayed; below zero: of the request as a whole. */
  readonly entry: number;
  readonly message: string;
  /** The same fault in a window and in its prefix has the same key. */
  readonly key: string;
}

/** Faults of the body or the list. */
export const WHOLE = -1;

/** Faults of the whole that are shown at the first entry that has them: in a window that is another one. */
export const OF_THE_WHOLE: ReadonlySet<RuleId> = new Set(['dialect-not-accepted']);

/** `entryOf`: which entry of the conversation a root stands for; undefined for nodes that are no entry. */
export function faultOf(recorded: Recorded, entryOf: (node: JsonNode) => number | undefined): Fault {
  const { rule, severity, report } = recorded;
  const { message } = report;
  if (OF_THE_WHOLE.has(rule)) {
    return { rule, severity, entry: WHOLE, message, key: `${rule}\u0000${WHOLE}\u0000` };
  }
  const at = 'kind' in report.at ? report.at : report.at.node;
  const steps: string[] = [];
  let node = at;
  let entry = entryOf(node);
  while (entry === undefined && node.parent !== undefined) {
    steps.push(String(node.key));
    node = node.parent;
    entry = entryOf(node);
  }
  const place = entry === undefined ? pointerOf(at) : steps.reverse().join('/');
  return {
    rule,
    severity,
    entry: entry ?? WHOLE,
    message,
    key: `${rule}\u0000${entry ?? WHOLE}\u0000${place}`,
  };
}

/** Nothing said twice. */
export function distinct(faults: readonly Fault[]): readonly Fault[] {
  if (faults.length < 2) return faults;
  const keys = new Set<string>();
  return faults.filter(({ key }) => !keys.has(key) && keys.add(key) !== undefined);
}
