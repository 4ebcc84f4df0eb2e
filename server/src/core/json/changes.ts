import type { JsonNode } from './node';
import type { Change, NewJson, Rewrite } from './rewrite';

/** A rewrite on its way to a value or to edits. */
export interface Rewriting {
  readonly rewrite: Rewrite;
  /** Nodes that have a change, and all nodes around them. What is not in here comes through as it is. */
  readonly touched: ReadonlySet<JsonNode>;
  /** Nodes whose change is being carried out: named inside it, they mean themselves as they were. */
  readonly active: Set<JsonNode>;
}

export function startRewriting(rewrite: Rewrite): Rewriting {
  const touched = new Set<JsonNode>();
  for (const node of rewrite.keys()) {
    for (let at: JsonNode | undefined = node; at !== undefined && !touched.has(at); at = at.parent) touched.add(at);
  }
  return { rewrite, touched, active: new Set() };
}

/** Runs `carryOut` with the change that holds for a node now, if there is one. */
export function withChange<T>(
  { rewrite, active }: Rewriting,
  node: JsonNode,
  carryOut: (change: Change | undefined) => T,
): T {
  const change = active.has(node) ? undefined : rewrite.get(node);
  if (change === undefined) return carryOut(undefined);
  active.add(node);
  try {
    return carryOut(change);
  } finally {
    active.delete(node);
  }
}

/** A splice by indices of the array before the change: those that go, and what comes in before each. */
export interface SplicePlan {
  readonly removed: ReadonlySet<number>;
  readonly inserted: ReadonlyMap<number, readonly NewJson[]>;
}

export function readSplice(node: JsonNode, { remove, insert }: Extract<Change, { kind: 'splice' }>): SplicePlan {
  const removed = new Set<number>();
  for (const { parent, key } of remove) if (parent === node && typeof key === 'number') removed.add(key);
  const inserted = new Map<number, NewJson[]>();
  for (const { index, items } of insert) {
    const place = Math.max(0, Math.min(index, node.size));
    const before = inserted.get(place);
    if (before === undefined) inserted.set(place, [...items]);
    else for (const item of items) before.push(item);
  }
  return { removed, inserted };
}

/** A change of properties, one word for each name: setting a name to `undefined` removes it, as in `JSON.stringify`. */
export interface PropertyPlan {
  readonly removed: ReadonlySet<string>;
  readonly set: ReadonlyMap<string, NewJson>;
}

export function readProperties({ remove, set }: Extract<Change, { kind: 'properties' }>): PropertyPlan {
  const removed = new Set(remove);
  const kept = new Map<string, NewJson>();
  for (const [name, json] of set) {
    if (json.kind === 'value' && json.value === undefined) {
      kept.delete(name);
      removed.add(name);
    } else kept.set(name, json);
  }
  return { removed, set: kept };
}
