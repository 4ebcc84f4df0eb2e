import type { JsonKind, JsonNode, JsonProperty } from './node';

/** Reads a JavaScript value through the same interface as text. The value is never changed, and read lazily: cycles don't hang. */
export function nodeOfValue(value: unknown): JsonNode {
  return new ValueNode(value, undefined, '');
}

/** The value that a node was made of, by reference; for a node of a text, its parsed value. */
export function sourceOf(node: JsonNode): unknown {
  return node instanceof ValueNode ? node.source : node.value();
}

const NO_PROPERTIES: readonly JsonProperty[] = [];
const NO_NODES: readonly ValueNode[] = [];

class ValueNode implements JsonNode {
  readonly start = -1;
  readonly end = -1;
  readonly parent: JsonNode | undefined;
  readonly key: string | number;
  /** The value as it was given. */
  readonly source: unknown;
  readonly kind: JsonKind;
  /** What JSON sees: the result of `toJSON`, the primitive in a wrapper object. */
  private readonly seen: unknown;
  private elements: readonly ValueNode[] | undefined;
  private members: readonly JsonProperty[] | undefined;
  private table: Map<string, JsonNode> | undefined;

  constructor(source: unknown, parent: JsonNode | undefined, key: string | number, isReadable = true) {
    this.source = source;
    this.parent = parent;
    this.key = key;
    const seen = isReadable ? jsonView(source, key) : UNREADABLE;
    this.seen = seen;
    this.kind = kindOf(seen);
  }

  /** As `JSON.stringify` leaves properties out that are undefined, they are absent here too. */
  get isAbsent(): boolean {
    return this.seen === undefined;
  }

  get size(): number {
    if (this.kind === 'array') return this.items().length;
    return this.kind === 'object' ? this.properties().length : 0;
  }

  get(key: string): JsonNode | undefined {
    if (this.kind !== 'object') return undefined;
    this.table ??= new Map(this.properties().map((property) => [property.name, property.value]));
    return this.table.get(key);
  }

  items(): readonly ValueNode[] {
    if (this.kind !== 'array') return NO_NODES;
    this.elements ??= readElements(this.seen as readonly unknown[], this);
    return this.elements;
  }

  properties(): readonly JsonProperty[] {
    if (this.kind !== 'object') return NO_PROPERTIES;
    this.members ??= readMembers(this.seen as object, this);
    return this.members;
  }

  text(): string {
    return this.kind === 'string' ? String(this.seen) : '';
  }

  raw(): string {
    if (this.kind === 'other') return '';
    try {
      return JSON.stringify(this.seen) ?? '';
    } catch {
      return '';
    }
  }

  value(): unknown {
    return this.kind === 'other' ? this.source : this.seen;
  }
}

/** Stands for what cannot be looked at: a getter or a proxy that throws. */
const UNREADABLE = Symbol('unreadable');

function jsonView(source: unknown, key: string | number): unknown {
  if (typeof source !== 'object' || source === null) return source;
  try {
    const { toJSON } = source as { readonly toJSON?: unknown };
    const seen: unknown = typeof toJSON === 'function' ? toJSON.call(source, String(key)) : source;
    if (seen instanceof Number || seen instanceof String || seen instanceof Boolean) return seen.valueOf();
    return seen;
  } catch {
    return UNREADABLE;
  }
}

function kindOf(seen: unknown): JsonKind {
  switch (typeof seen) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof seen as JsonKind;
    case 'object':
      if (seen === null) return 'null';
      try {
        return Array.isArray(seen) ? 'array' : 'object';
      } catch {
        return 'other';
      }
    default:
      return 'other';
  }
}

function readElements(array: readonly unknown[], parent: ValueNode): ValueNode[] {
  const elements: ValueNode[] = [];
  const length = readSafely(() => array.length, 0);
  for (let i = 0; i < length; i++) elements.push(childNode(() => array[i], parent, i));
  return elements;
}

function readMembers(object: object, parent: ValueNode): JsonProperty[] {
  const members: JsonProperty[] = [];
  const names = readSafely(() => Object.keys(object), []);
  for (const name of names) {
    const value = childNode(() => (object as Record<string, unknown>)[name], parent, name);
    if (value.isAbsent) continue;
    members.push({ name, value, keyStart: -1, keyEnd: -1, isShadowed: false });
  }
  return members;
}

function childNode(read: () => unknown, parent: ValueNode, key: string | number): ValueNode {
  let source: unknown;
  try {
    source = read();
  } catch {
    return new ValueNode(undefined, parent, key, false);
  }
  return new ValueNode(source, parent, key);
}

function readSafely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
