import type { JsonNode } from './node';
import type { Change, Rewrite } from './rewrite';

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
