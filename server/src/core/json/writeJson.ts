import { type Layout, layoutAround, layoutLike } from './layout';
import type { JsonKind, JsonNode } from './node';
import type { NewJson } from './rewrite';
import { nodeOfValue } from './valueNode';

/** A place where new JSON is written. */
export interface Place {
  /** Indentation of the line that the value starts on. */
  readonly indent: string;
  /** Nodes that play the same part nearby; the new one is laid out like them. */
  readonly peers: readonly JsonNode[];
  /** The container that the value goes into. */
  readonly around: JsonNode | undefined;
}

/** Text of an existing node as it comes out of the rewrite; `undefined` for one that has no text. */
export type Render = (node: JsonNode) => string | undefined;

/** New JSON as text in the layout of its surroundings. What JSON cannot hold is `null`, and left out of objects. */
export function writeJson(json: NewJson, place: Place, render: Render): string {
  return write(json, place, layoutAround(place.around), render) ?? 'null';
}

/** A property, key and all. */
export function writeProperty(name: string, json: NewJson, place: Place, render: Render): string {
  const layout = layoutAround(place.around);
  return JSON.stringify(name) + layout.colon + writeJson(json, place, render);
}

function write(json: NewJson, place: Place, outer: Layout, render: Render): string | undefined {
  switch (json.kind) {
    case 'node':
      return render(json.node) ?? writeNode(json.node, place, outer, render);
    case 'value':
      return writeNode(nodeOfValue(json.value), place, outer, render);
    case 'text':
      return `"${writeText(json.parts, render)}"`;
    case 'array':
      return writeArray(json.items, place, outer, render);
    case 'object':
      return writeObject(json.properties, place, outer, render);
  }
}

/** What stands between the quotes of a string that is made of these texts. */
export function writeText(parts: readonly (JsonNode | string)[], render: Render): string {
  const literals = parts.map((part) => {
    if (typeof part === 'string') return JSON.stringify(part);
    const own = render(part);
    return own?.startsWith('"') === true ? own : JSON.stringify(part.text());
  });
  return literals.map((literal) => literal.slice(1, -1)).join('');
}

function writeNode(node: JsonNode, place: Place, outer: Layout, render: Render): string | undefined {
  if (node.kind === 'array') {
    const items = node.items().map((item) => ({ kind: 'node', node: item }) as const);
    return writeArray(items, place, outer, render);
  }
  if (node.kind === 'object') {
    const properties = node
      .properties()
      .filter(({ isShadowed }) => !isShadowed)
      .map(({ name, value }) => [name, { kind: 'node', node: value }] as const);
    return writeObject(properties, place, outer, render);
  }
  return node.kind === 'other' ? undefined : node.raw();
}

function writeArray(items: readonly NewJson[], place: Place, outer: Layout, render: Render): string {
  const peers = ofKind(place.peers, 'array');
  const layout = layoutLike(peers, outer);
  const memberPlace = within(
    place,
    layout,
    peers.flatMap((peer) => peer.items().slice(0, 2)),
  );
  const members = items.map((item) => write(item, memberPlace, layout, render) ?? 'null');
  return enclose('[', members, ']', place.indent, layout, layout.arrayPad);
}

function writeObject(
  properties: readonly (readonly [string, NewJson])[],
  place: Place,
  outer: Layout,
  render: Render,
): string {
  const peers = alikeFirst(
    ofKind(place.peers, 'object'),
    properties.every(([, json]) => isFlatJson(json)),
  );
  const layout = layoutLike(peers, outer);
  const members: string[] = [];
  for (const [name, json] of properties) {
    const memberPlace = within(
      place,
      layout,
      peers.flatMap((peer) => peer.get(name) ?? []),
    );
    const text = write(json, memberPlace, layout, render);
    if (text !== undefined) members.push(JSON.stringify(name) + layout.colon + text);
  }
  return enclose('{', members, '}', place.indent, layout, layout.objectPad);
}

function enclose(
  open: string,
  members: readonly string[],
  close: string,
  indent: string,
  layout: Layout,
  pad: string,
): string {
  if (members.length === 0) return open + close;
  if (!layout.isExpanded) return open + pad + members.join(`,${layout.gap}`) + pad + close;
  const line = layout.lineBreak + indent;
  return open + members.map((member) => line + layout.unit + member).join(',') + line + close;
}

/** The place of a member of a container that is written with `layout`. */
function within(place: Place, layout: Layout, peers: readonly JsonNode[]): Place {
  return { indent: layout.isExpanded ? place.indent + layout.unit : place.indent, peers, around: place.around };
}

function ofKind(nodes: readonly JsonNode[], kind: JsonKind): JsonNode[] {
  return nodes.filter((node) => node.kind === kind && node.size > 0);
}

/** An object of more members than this is not looked through; nobody keeps one on a line. */
const MOST_ON_A_LINE = 32;

/** Neighbours that hold nested values, or none, as the new object does: short messages stay on a line among long ones. */
function alikeFirst(peers: readonly JsonNode[], isFlat: boolean): JsonNode[] {
  const alike = (peer: JsonNode) => isFlatObject(peer) === isFlat;
  return [...peers.filter(alike), ...peers.filter((peer) => !alike(peer))];
}

function isFlatObject(node: JsonNode): boolean {
  return (
    node.size <= MOST_ON_A_LINE &&
    node.properties().every(({ value }) => value.kind !== 'object' && value.kind !== 'array')
  );
}

function isFlatJson(json: NewJson): boolean {
  if (json.kind === 'node') return json.node.kind !== 'object' && json.node.kind !== 'array';
  if (json.kind === 'text') return true;
  return json.kind === 'value' && (typeof json.value !== 'object' || json.value === null);
}
