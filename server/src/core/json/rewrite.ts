import type { JsonNode } from './node';

/**
 * A change of a JSON tree, said once and carried out twice: `rewriteValue` gives a new JavaScript value (untouched parts by
 * reference), `rewriteText` (jsonEdits.ts) gives minimal edits of the source. Normalization, text to message and the fixes of
 * rules all speak this language, so that text and value cannot drift apart.
 */
export type NewJson =
  /** An existing node, from anywhere in the document, with the changes that the rewrite holds for it. Keeps its own source text. */
  | { readonly kind: 'node'; readonly node: JsonNode }
  /** Fresh JSON, written in the style of its surroundings. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** A string made of texts: those of string nodes, which keep their spelling, and others. */
  | { readonly kind: 'text'; readonly parts: readonly (JsonNode | string)[] }
  | { readonly kind: 'array'; readonly items: readonly NewJson[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly (readonly [name: string, value: NewJson])[];
      /** What it says anew, for whoever asks where it came from. */
      readonly of?: JsonNode;
    };

export type Change =
  /** Another value in the node's place. */
  | { readonly kind: 'replace'; readonly with: NewJson }
  /**
   * The array's elements after the change, in order. Elements of this array that are named keep their place where order
   * allows; elements that are not named go; nodes of other arrays come in with their source text (the other array's own
   * change must drop them).
   */
  | { readonly kind: 'items'; readonly items: readonly NewJson[] }
  /**
   * A few elements of a long array out or in; costs what it touches, not the array's length (10^5 fixes must not be quadratic).
   * `index` counts the array before the change; `index === size` appends. Insertions at one index keep their order.
   */
  | {
      readonly kind: 'splice';
      readonly remove: readonly JsonNode[];
      readonly insert: readonly { readonly index: number; readonly items: readonly NewJson[] }[];
    }
  /** Properties of an object: removed (every duplicate of the name), set in place, or appended behind the last one. */
  | {
      readonly kind: 'properties';
      readonly remove: readonly string[];
      readonly set: readonly (readonly [name: string, value: NewJson])[];
    };

/** At most one change a node; changes of nested nodes combine with those of the nodes around them. */
export type Rewrite = Map<JsonNode, Change>;

export const node = (of: JsonNode): NewJson => ({ kind: 'node', node: of });
export const value = (of: unknown): NewJson => ({ kind: 'value', value: of });

/** Adds property changes to a node, joining those that are there already. */
export function changeProperties(
  rewrite: Rewrite,
  of: JsonNode,
  change: { readonly remove?: readonly string[]; readonly set?: readonly (readonly [string, NewJson])[] },
): void {
  const before = rewrite.get(of);
  const old = before?.kind === 'properties' ? before : { remove: [], set: [] };
  const names = new Set((change.set ?? []).map(([name]) => name));
  rewrite.set(of, {
    kind: 'properties',
    remove: [...old.remove, ...(change.remove ?? [])],
    set: [...old.set.filter(([name]) => !names.has(name)), ...(change.set ?? [])],
  });
}

/** A new value made of parts, to which other rewrites may add theirs. */
export interface Growth {
  readonly parts: readonly unknown[];
  readonly build: (parts: readonly unknown[]) => NewJson;
}

const growths = new WeakMap<NewJson, Growth>();

/** `build(parts)`, known to be made of them: joined with another such value of the same property, it is built of all parts. */
export function growing<Part>(parts: readonly Part[], build: (parts: readonly Part[]) => NewJson): NewJson {
  const json = build(parts);
  growths.set(json, { parts, build: (all) => build(all as readonly Part[]) });
  return json;
}

export function growthOf(json: NewJson): Growth | undefined {
  return growths.get(json);
}

/** What a change puts in. */
export function into(change: Change): readonly NewJson[] {
  switch (change.kind) {
    case 'replace':
      return [change.with];
    case 'items':
      return change.items;
    case 'splice':
      return change.insert.flatMap(({ items }) => items);
    case 'properties':
      return change.set.map(([, json]) => json);
  }
}
