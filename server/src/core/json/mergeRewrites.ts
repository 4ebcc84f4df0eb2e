import type { JsonNode } from './node';
import { type Change, type Growth, growthOf, into, type NewJson, type Rewrite } from './rewrite';

interface Splice {
  readonly kind: 'splice';
  readonly remove: JsonNode[];
  readonly insert: { readonly index: number; readonly items: readonly NewJson[] }[];
  readonly gone: Set<JsonNode>;
}

interface Properties {
  readonly kind: 'properties';
  readonly remove: string[];
  readonly set: (readonly [name: string, value: NewJson])[];
  readonly names: Set<string>;
  /** Values that several rewrites add to, by name: put together once, when somebody asks for the whole. */
  readonly grown: Map<string, { readonly parts: unknown[]; readonly build: Growth['build'] }>;
}

/** Several rewrites as one; of two that contradict each other the first. */
export function mergeRewrites(rewrites: readonly Rewrite[]): Rewrite {
  const [only, ...more] = rewrites;
  if (only !== undefined && more.length === 0) return only;
  const merger = new RewriteMerger();
  for (const rewrite of rewrites) merger.add(rewrite);
  return merger.rewrite;
}

/**
 * Joins many rewrites into one, each whole or not at all. Splices of one array and property changes of one object combine; two
 * words about the same element or property, or any other two changes of one node, do not. Linear in what is added.
 */
export class RewriteMerger {
  private readonly joined = new Map<JsonNode, Change | Splice | Properties>();
  /** Elements that go, and all nodes in which something changes. */
  private readonly gone = new Set<JsonNode>();
  private readonly touched = new Set<JsonNode>();
  /** Arrays and objects that are made anew: what is changed in them is not seen, save in the nodes that are put back. */
  private readonly dissolved = new Set<JsonNode>();
  private readonly putBack = new Set<JsonNode>();

  get rewrite(): Rewrite {
    return new Map([...this.joined].map(([node, change]) => [node, 'grown' in change ? whole(change) : change]));
  }

  /** False when the rewrite contradicts one that was added before; nothing of it is taken then. */
  add(rewrite: Rewrite): boolean {
    for (const [node, change] of rewrite) {
      if (!this.isCompatible(node, change) || this.isGone(node) || this.takesTouched(change)) return false;
      if (this.isDissolved(node)) return false;
    }
    const anew = [...rewrite].flatMap(([node, change]) => dissolvedBy(node, change));
    const putBack = new Set<JsonNode>();
    if (anew.length > 0)
      for (const change of rewrite.values()) for (const json of into(change)) takeNodes(json, putBack);
    const dissolved = anew.filter((node) => !putBack.has(node));
    if (dissolved.some((node) => this.hidesChange(node, putBack))) return false;
    for (const node of dissolved) this.dissolved.add(node);
    if (dissolved.length > 0) for (const node of putBack) this.putBack.add(node);
    for (const [node, change] of rewrite) {
      this.join(node, change);
      for (let at: JsonNode | undefined = node; at !== undefined && !this.touched.has(at); at = at.parent) {
        this.touched.add(at);
      }
      if (change.kind === 'splice') for (const element of change.remove) this.gone.add(element);
    }
    return true;
  }

  /** What arrives in a message must not go with it because another fix takes the message. */
  private isGone(node: JsonNode): boolean {
    for (let at: JsonNode | undefined = node; at !== undefined; at = at.parent) if (this.gone.has(at)) return true;
    return false;
  }

  /** A change of what another rewrite makes anew would be lost: what arrives there would stand nowhere. */
  private isDissolved(node: JsonNode): boolean {
    if (this.dissolved.size === 0) return false;
    for (let at: JsonNode | undefined = node; at !== undefined; at = at.parent) {
      if (this.putBack.has(at)) return false;
      if (this.dissolved.has(at)) return true;
    }
    return false;
  }

  private hidesChange(dissolved: JsonNode, putBack: ReadonlySet<JsonNode>): boolean {
    if (this.joined.has(dissolved)) return true;
    if (!this.touched.has(dissolved)) return false;
    const inside = [...dissolved.items(), ...dissolved.properties().map(({ value }) => value)];
    return inside.some((node) => this.touched.has(node) && !putBack.has(node));
  }

  private takesTouched(change: Change): boolean {
    return change.kind === 'splice' && change.remove.some((element) => this.touched.has(element));
  }

  private isCompatible(node: JsonNode, change: Change): boolean {
    const before = this.joined.get(node);
    if (before === undefined) return true;
    if ('gone' in before && change.kind === 'splice') return !change.remove.some((element) => before.gone.has(element));
    if (!('names' in before) || change.kind !== 'properties') return false;
    const isNew = (name: string) => !before.names.has(name);
    const mayGrow = ([name, json]: (typeof change.set)[number]) =>
      before.grown.has(name) && growthOf(json) !== undefined;
    return change.remove.every(isNew) && change.set.every((one) => isNew(one[0]) || mayGrow(one));
  }

  private join(node: JsonNode, change: Change): void {
    const before = this.joined.get(node);
    if (change.kind === 'splice') {
      const into = before !== undefined && 'gone' in before ? before : emptySplice();
      for (const element of change.remove) into.remove.push(element);
      for (const insertion of change.insert) into.insert.push(insertion);
      for (const element of change.remove) into.gone.add(element);
      this.joined.set(node, into);
    } else if (change.kind === 'properties') {
      const into = before !== undefined && 'names' in before ? before : emptyProperties();
      addProperties(into, change);
      this.joined.set(node, into);
    } else {
      this.joined.set(node, change);
    }
  }
}

/** Arrays and objects in whose place a change puts another value. */
function dissolvedBy(node: JsonNode, change: Change): JsonNode[] {
  if (change.kind === 'replace') return [node].filter(isContainer);
  if (change.kind !== 'properties') return [];
  const names = [...change.remove, ...change.set.map(([name]) => name)];
  return names.flatMap((name) => node.get(name) ?? []).filter(isContainer);
}

function isContainer({ kind }: JsonNode): boolean {
  return kind === 'array' || kind === 'object';
}

function takeNodes(json: NewJson, found: Set<JsonNode>): void {
  if (json.kind === 'node') found.add(json.node);
  else if (json.kind === 'array') for (const item of json.items) takeNodes(item, found);
  else if (json.kind === 'object') for (const [, property] of json.properties) takeNodes(property, found);
}

function addProperties(into: Properties, { remove, set }: Extract<Change, { kind: 'properties' }>): void {
  for (const name of remove) {
    into.remove.push(name);
    into.names.add(name);
  }
  for (const [name, json] of set) {
    into.names.add(name);
    const growth = growthOf(json);
    if (growth === undefined) into.set.push([name, json]);
    else {
      const grown = into.grown.get(name) ?? { parts: [], build: growth.build };
      for (const part of growth.parts) grown.parts.push(part);
      into.grown.set(name, grown);
    }
  }
}

function whole({ remove, set, grown }: Properties): Change {
  const built = [...grown].map(([name, { parts, build }]) => [name, build(parts)] as const);
  return { kind: 'properties', remove, set: [...set, ...built] };
}

function emptySplice(): Splice {
  return { kind: 'splice', remove: [], insert: [], gone: new Set() };
}

function emptyProperties(): Properties {
  return { kind: 'properties', remove: [], set: [], names: new Set(), grown: new Map() };
}
