import type { JsonNode } from './node';

/**
 * The plain value of a node, built from its children: for text that `JSON.parse` does not take (comments, trailing commas, faults).
 * A work list instead of recursion: text may be nested as deep as it is long.
 */
export function buildValue(root: JsonNode): unknown {
  const top: unknown[] = [];
  const jobs: { readonly node: JsonNode; readonly into: object; readonly key: string | number }[] = [
    { node: root, into: top, key: 0 },
  ];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const { node, into, key } = job;
    if (node.kind === 'array') {
      const array: unknown[] = [];
      define(into, key, array);
      const items = node.items();
      for (let i = items.length - 1; i >= 0; i--) {
        const item = items[i];
        if (item !== undefined) jobs.push({ node: item, into: array, key: i });
      }
      array.length = items.length;
    } else if (node.kind === 'object') {
      const object = {};
      define(into, key, object);
      const properties = node.properties();
      for (let i = properties.length - 1; i >= 0; i--) {
        const property = properties[i];
        if (property !== undefined) jobs.push({ node: property.value, into: object, key: property.name });
      }
    } else {
      define(into, key, node.value());
    }
  }
  return top[0];
}

/** Sets an own property; plain assignment of `__proto__` would change the prototype instead. */
export function define(into: object, key: string | number, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (into as Record<string | number, unknown>)[key] = value;
  }
}
