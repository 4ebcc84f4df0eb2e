import { type JsonNode, pointerOf } from '../json/node';
import type { Recorded } from '../lint/runRules';
import { rules } from '../rules/index';
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

/** Of a list one thing is said, at the first entry that shows it or at the one too many: in a window that is another entry. */
const OF_THE_LIST: ReadonlySet<string> = new Set(rules.flatMap(({ meta }) => (meta.reach === 'list' ? [meta.id] : [])));

/** `entryOf`: which entry of the conversation a root stands for, or `WHOLE` for the list; undefined for nodes that are neither. */
export function faultOf(recorded: Recorded, entryOf: (node: JsonNode) => number | undefined): Fault {
  const { rule, severity, report } = recorded;
  const { message } = report;
  if (OF_THE_LIST.has(rule)) {
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
