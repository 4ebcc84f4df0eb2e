import type { JsonNode } from '../../json/node';
import { type Change, into, type NewJson, type Rewrite } from '../../json/rewrite';

/** Members that tell what a thing is, not what anybody said. */
export const LABELS: ReadonlySet<string> = new Set(['role', 'type']);

/** A text that is put somewhere else in pieces out of order is looked for from the start so often; then it counts as gone. */
const MOST_SEARCHES = 8;

/**
 * The texts that stand in the document before a rewrite and nowhere in what the rewrite puts in their place. Blank ones and labels
 * are none, nor is what lies in `mayGo`.
 */
export function textsThatGo(rewrite: Rewrite, mayGo: ReadonlySet<JsonNode> | 'all' = NOTHING): string[] {
  if (mayGo === 'all') return [];
  const gone: string[] = [];
  const may = withKept(rewrite, mayGo);
  const out = [...rewrite].flatMap(([node, change]) => outOf(node, change));
  // In the order of the document, which most rewrites keep.
  for (const one of out.length > 1 ? out.sort((a, b) => a.start - b.start) : out) collect(one, may, gone);
  if (gone.length === 0) return [];
  const kept: string[] = [];
  for (const change of rewrite.values()) for (const json of into(change)) textsOf(json, kept);
  const all = kept.join('\n');
  let from = 0;
  let searches = 0;
  return gone.filter((text) => {
    const written = JSON.stringify(text).slice(1, -1);
    for (const form of new Set([text, written])) {
      const at = all.indexOf(form, from);
      if (at >= 0) {
        from = at + form.length;
        return false;
      }
    }
    return ++searches > MOST_SEARCHES || !(all.includes(text) || all.includes(written));
  });
}

const NOTHING: ReadonlySet<JsonNode> = new Set();

/** What comes back as it is need not be read: a long text to which each of a thousand fixes adds something would be, by each. */
function withKept(rewrite: Rewrite, mayGo: ReadonlySet<JsonNode>): ReadonlySet<JsonNode> {
  const kept = new Set(mayGo);
  for (const change of rewrite.values()) for (const json of into(change)) addNodes(json, kept);
  return kept;
}

function addNodes(json: NewJson, to: Set<JsonNode>): void {
  switch (json.kind) {
    case 'node':
      to.add(json.node);
      break;
    case 'value':
      break;
    case 'text':
      for (const part of json.parts) if (typeof part !== 'string') to.add(part);
      break;
    case 'array':
      for (const item of json.items) addNodes(item, to);
      break;
    case 'object':
      for (const [, property] of json.properties) addNodes(property, to);
  }
}

/** The nodes that a change takes out. What it only gives another place comes back in. */
function outOf(node: JsonNode, change: Change): readonly JsonNode[] {
  switch (change.kind) {
    case 'replace':
      return [node];
    case 'items': {
      const named = new Set(change.items.flatMap((item) => (item.kind === 'node' ? [item.node] : [])));
      return node.items().filter((item) => !named.has(item));
    }
    case 'splice':
      return change.remove;
    case 'properties': {
      const names = new Set([...change.remove, ...change.set.map(([name]) => name)]);
      return node.properties().flatMap(({ name, value }) => (names.has(name) ? [value] : []));
    }
  }
}

function collect(root: JsonNode, mayGo: ReadonlySet<JsonNode>, into: string[]): void {
  const pending = [root];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (mayGo.has(at)) continue;
    if (at.kind === 'string') {
      if (at.text().trim() !== '') into.push(at.text());
    } else if (at.kind === 'array') {
      for (const item of [...at.items()].reverse()) pending.push(item);
    } else if (at.kind === 'object') {
      for (const { name, value } of [...at.properties()].reverse()) {
        if (!LABELS.has(name) || value.kind !== 'string') pending.push(value);
      }
    }
  }
}

/** Whether any text stands in a value, that of labels aside. */
export function holdsText(node: JsonNode): boolean {
  const found: string[] = [];
  collect(node, NOTHING, found);
  return found.length > 0;
}

function textsOf(json: NewJson, into: string[]): void {
  switch (json.kind) {
    case 'node':
      collect(json.node, NOTHING, into);
      break;
    case 'value':
      valueTexts(json.value, into);
      break;
    case 'text':
      into.push(json.parts.map((part) => (typeof part === 'string' ? part : part.text())).join(''));
      break;
    case 'array':
      for (const item of json.items) textsOf(item, into);
      break;
    case 'object':
      for (const [, property] of json.properties) textsOf(property, into);
  }
}

/** Values are what rules and writers make: shallow, and never the document's own. */
function valueTexts(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (Array.isArray(value)) for (const item of value) valueTexts(item, into);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) valueTexts(item, into);
}
