import { type JsonNode, pointerOf } from './node';
import type { NewJson, Rewrite } from './rewrite';

/** What a step leads to: a node of the source, new JSON with nodes of it inside, or nothing that was there before. */
type Place = JsonNode | NewJson | undefined;

/**
 * Where a place of a rewritten document stood before the rewrite, or the nearest thing around it that did: a report speaks
 * of the document that the person has.
 */
export function originOf(root: JsonNode, rewrite: Rewrite): (pointer: string) => string {
  const spliced = new Map<JsonNode, readonly NewJson[]>();
  const child = (node: JsonNode, step: string): Place => {
    const change = rewrite.get(node);
    const index = Number(step) - (node.firstIndex ?? 0);
    switch (change?.kind) {
      case undefined:
        return node.kind === 'array' ? node.items()[index] : node.get(step);
      case 'items':
        return change.items[index];
      case 'splice': {
        let items = spliced.get(node);
        if (items === undefined) {
          items = splicedItems(node, change);
          spliced.set(node, items);
        }
        return items[index];
      }
      case 'properties':
        return change.set.find(([name]) => name === step)?.[1] ?? node.get(step);
      case 'replace':
        return within(change.with, step);
    }
  };
  const within = (json: NewJson, step: string): Place =>
    json.kind === 'node' ? child(json.node, step) : memberOf(json, step);
  return (pointer) => {
    let at: Place = root;
    let known = root;
    for (const step of stepsOf(pointer)) {
      at = at === undefined ? undefined : 'start' in at ? child(at, step) : within(at, step);
      known = sourceOf(at) ?? known;
    }
    return pointerOf(known);
  };
}

/** As `originOf`, for a document that was made anew: where the thing stood that a place of it is made of. */
export function originIn(made: NewJson, root: JsonNode): (pointer: string) => string {
  return (pointer) => {
    let at: Place = made;
    let known = root;
    for (const step of stepsOf(pointer)) {
      if (at === undefined) break;
      if ('start' in at || at.kind === 'node') {
        const node: JsonNode = 'start' in at ? at : at.node;
        at = node.kind === 'array' ? node.items()[Number(step)] : node.get(step);
      } else at = memberOf(at, step);
      known = sourceOf(at) ?? known;
    }
    return pointerOf(known);
  };
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function memberOf(json: NewJson, step: string): Place {
  if (json.kind === 'array') return json.items[Number(step)];
  return json.kind === 'object' ? json.properties.find(([name]) => name === step)?.[1] : undefined;
}

/** The node of the source that a place is, or is made of. */
function sourceOf(at: Place): JsonNode | undefined {
  if (at === undefined || 'start' in at) return at;
  if (at.kind === 'node') return at.node;
  return at.kind === 'object' ? at.of : undefined;
}

function splicedItems(
  node: JsonNode,
  change: {
    readonly remove: readonly JsonNode[];
    readonly insert: readonly { readonly index: number; readonly items: readonly NewJson[] }[];
  },
): readonly NewJson[] {
  const gone = new Set(change.remove);
  const arriving = new Map<number, NewJson[]>();
  for (const { index, items } of change.insert) arriving.set(index, [...(arriving.get(index) ?? []), ...items]);
  const items: NewJson[] = [];
  for (const [index, item] of node.items().entries()) {
    items.push(...(arriving.get(index) ?? []));
    if (!gone.has(item)) items.push({ kind: 'node', node: item });
  }
  items.push(...(arriving.get(node.size) ?? []));
  return items;
}
