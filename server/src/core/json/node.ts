/**
 * One reader for two worlds: a node of a source text (with offsets) and a node of a JavaScript value (without). Dialects,
 * rules and normalization are written against this interface alone, so the editor's edit, the command line's output and the
 * library's value come from one pass.
 */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'other';

export interface JsonNode {
  /** `other`: what JSON cannot hold and only library callers can pass (undefined, function, symbol, bigint). */
  readonly kind: JsonKind;
  /** UTF-16 offset of the first character; -1 when the node comes from a value. */
  readonly start: number;
  /** UTF-16 offset behind the last character; -1 when the node comes from a value. */
  readonly end: number;
  readonly parent: JsonNode | undefined;
  /** The property name or array index under `parent`; `''` for a root. */
  readonly key: string | number;
  /** Of an array whose elements are a chunk of a longer one: how many stand before them. */
  readonly firstIndex?: number;
  /** Member count of an array or object (duplicate keys counted), else 0. */
  readonly size: number;
  /** The property's value; the last one wins when a key stands twice, as in `JSON.parse`. The same object at each call. */
  get(key: string): JsonNode | undefined;
  /** Elements of an array, else empty. The same node objects at each call. */
  items(): readonly JsonNode[];
  /** Properties of an object in source order, duplicates included, else empty. The same objects at each call. */
  properties(): readonly JsonProperty[];
  /** The decoded text of a string node, else `''`. */
  text(): string;
  /** The source spelling (numbers keep their digits); for value nodes what `JSON.stringify` gives, `''` if nothing. */
  raw(): string;
  /** The plain JavaScript value; objects have `__proto__` as an own key where the text has one. Deep: use with care. */
  value(): unknown;
}

export interface JsonProperty {
  readonly name: string;
  readonly value: JsonNode;
  /** Offsets of the key with its quotes; -1 for value nodes. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** A later property of the same object has the same name. */
  readonly isShadowed: boolean;
}

/** RFC 6901 pointer of a node from its root, such as `/messages/3/tool_calls/0`. */
export function pointerOf(node: JsonNode): string {
  const steps: string[] = [];
  for (let at: JsonNode | undefined = node; at?.parent !== undefined; at = at.parent) {
    const key = typeof at.key === 'number' ? at.key + (at.parent.firstIndex ?? 0) : at.key;
    steps.push(String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return steps.reverse().reduce((pointer, step) => `${pointer}/${step}`, '');
}

/** The node that a pointer names under `root`, if there is one. */
export function nodeAt(root: JsonNode, pointer: string): JsonNode | undefined {
  let at: JsonNode | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (at?.kind === 'array') {
      const index: number = Number(name) - (at.firstIndex ?? 0);
      at = /^(0|[1-9]\d*)$/.test(name) ? at.items()[index] : undefined;
    } else at = at?.get(name);
  }
  return at;
}

/** Whether a property is there at all, whatever its value. */
export function has(node: JsonNode, key: string): boolean {
  return node.get(key) !== undefined;
}
