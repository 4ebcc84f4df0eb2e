import { type Rewriting, readProperties, readSplice, startRewriting, withChange } from './changes';
import type { JsonNode } from './node';
import type { Change, NewJson, Rewrite } from './rewrite';
import { define } from './value';
import { sourceOf } from './valueNode';

/**
 * The value after a rewrite. What no change touches comes through by reference; the input is never changed. Recursion goes as deep
 * as the changes lie, which is where callers looked for them.
 */
export function rewriteValue(root: JsonNode, rewrite: Rewrite): unknown {
  return nodeValue(root, startRewriting(rewrite));
}

/** The value of a node with what the rewrite holds for it. */
export function nodeValue(node: JsonNode, rewriting: Rewriting): unknown {
  if (!rewriting.touched.has(node)) return sourceOf(node);
  return withChange(rewriting, node, (change) => changedValue(node, change, rewriting));
}

function changedValue(node: JsonNode, change: Change | undefined, rewriting: Rewriting): unknown {
  if (change?.kind === 'replace') return newValue(change.with, rewriting);
  if (change?.kind === 'items') return change.items.map((item) => newValue(item, rewriting));
  if (change?.kind === 'splice') return splicedValue(node, change, rewriting);
  if (node.kind === 'array') return node.items().map((item) => nodeValue(item, rewriting));
  if (node.kind === 'object') return objectValue(node, change?.kind === 'properties' ? change : NO_CHANGE, rewriting);
  return sourceOf(node);
}

type SpliceChange = Extract<Change, { kind: 'splice' }>;

function splicedValue(node: JsonNode, change: SpliceChange, rewriting: Rewriting): unknown[] {
  const { removed, inserted } = readSplice(node, change);
  const array: unknown[] = [];
  const insert = (items: readonly NewJson[] = []): void => {
    for (const item of items) array.push(newValue(item, rewriting));
  };
  for (const [i, item] of node.items().entries()) {
    insert(inserted.get(i));
    if (!removed.has(i)) array.push(nodeValue(item, rewriting));
  }
  insert(inserted.get(node.size));
  return array;
}

type PropertyChange = Extract<Change, { kind: 'properties' }>;

const NO_CHANGE: PropertyChange = { kind: 'properties', remove: [], set: [] };

function objectValue(node: JsonNode, change: PropertyChange, rewriting: Rewriting): unknown {
  const { removed, set } = readProperties(change);
  const object = {};
  for (const { name, value, isShadowed } of node.properties()) {
    if (set.has(name) || !removed.has(name))
      define(object, name, isShadowed || set.has(name) ? null : nodeValue(value, rewriting));
  }
  for (const [name, json] of set) define(object, name, newValue(json, rewriting));
  return object;
}

function newValue(json: NewJson, rewriting: Rewriting): unknown {
  switch (json.kind) {
    case 'node':
      return nodeValue(json.node, rewriting);
    case 'value':
      return json.value;
    case 'text':
      return json.parts.map((part) => (typeof part === 'string' ? part : nodeText(part, rewriting))).join('');
    case 'array':
      return json.items.map((item) => newValue(item, rewriting));
    case 'object': {
      const object = {};
      for (const [name, property] of json.properties) define(object, name, newValue(property, rewriting));
      return object;
    }
  }
}

function nodeText(node: JsonNode, rewriting: Rewriting): string {
  const value = nodeValue(node, rewriting);
  return typeof value === 'string' ? value : node.text();
}
