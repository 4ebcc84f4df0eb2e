import type { JsonNode } from './node';
import type { Change, NewJson, Rewrite } from './rewrite';

/** Whether a rewrite puts in the place of scalars what stands there already, and does nothing else. Costs what it names. */
export function changesNothing(rewrite: Rewrite): boolean {
  for (const [node, change] of rewrite) if (!isVoid(node, change)) return false;
  return true;
}

function isVoid(node: JsonNode, change: Change): boolean {
  switch (change.kind) {
    case 'replace':
      return isSame(node, change.with);
    case 'items':
      return false;
    case 'splice':
      return change.remove.length === 0 && change.insert.every(({ items }) => items.length === 0);
    case 'properties':
      return (
        change.remove.every((name) => node.get(name) === undefined) &&
        change.set.every(([name, json]) => isSame(node.get(name), json))
      );
  }
}

function isSame(node: JsonNode | undefined, json: NewJson): boolean {
  if (node === undefined) return false;
  if (json.kind === 'node') return json.node === node;
  if (json.kind !== 'value' || node.kind === 'object' || node.kind === 'array') return false;
  return node.kind === 'string' ? node.text() === json.value : node.value() === json.value;
}
