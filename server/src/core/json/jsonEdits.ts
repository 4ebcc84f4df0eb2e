import { type Edit, sortEdits } from '../text/edits';
import { type Rewriting, readProperties, startRewriting, withChange } from './changes';
import { type Gap, gapsOfItems, gapsOfSplice, joinGaps } from './gaps';
import { layoutAround, layoutLike, neighbours, peersOf, propertyPeers } from './layout';
import { editGap, type List } from './listEdits';
import type { JsonNode, JsonProperty } from './node';
import type { Change, NewJson, Rewrite } from './rewrite';
import { editRows } from './rowEdits';
import { RowsNode } from './rows';
import { TextNode } from './textNode';
import { indentOf } from './trivia';
import { type Render, writeJson, writeProperty } from './writeJson';

/**
 * The edits that carry a rewrite out on the source text, sorted and disjoint. Elements and properties are removed, inserted, moved or
 * replaced; everything else stays byte for byte. The text after the edits parses to what `rewriteValue` gives.
 */
export function rewriteText(root: JsonNode, rewrite: Rewrite): Edit[] {
  return new TextRewriter(rewrite).editsIn(root);
}

class TextRewriter {
  private readonly rewriting: Rewriting;
  private readonly touchedChildren = new Map<JsonNode, JsonNode[]>();
  private readonly render: Render = (node) => this.textOf(node);

  constructor(rewrite: Rewrite) {
    this.rewriting = startRewriting(rewrite);
    for (const node of this.rewriting.touched) {
      if (node.parent === undefined) continue;
      const siblings = this.touchedChildren.get(node.parent);
      if (siblings === undefined) this.touchedChildren.set(node.parent, [node]);
      else siblings.push(node);
    }
  }

  editsIn(node: JsonNode): Edit[] {
    const edits: Edit[] = [];
    this.collect(node, edits);
    return sortEdits(edits);
  }

  private collect(node: JsonNode, edits: Edit[]): void {
    if (!this.rewriting.touched.has(node)) return;
    withChange(this.rewriting, node, (change) => {
      if (change === undefined) this.collectChildren(node, edits, () => true);
      else this.carryOut(node, change, edits);
    });
  }

  private carryOut(node: JsonNode, change: Change, edits: Edit[]): void {
    switch (change.kind) {
      case 'replace':
        if (change.with.kind === 'array' && node.kind === 'array') {
          this.editArray(node, gapsOfItems(node, change.with.items), edits);
        } else this.replace(node, change.with, edits);
        break;
      case 'items':
        this.editArray(node, gapsOfItems(node, change.items), edits);
        break;
      case 'splice':
        this.editArray(node, gapsOfSplice(node, change), edits);
        break;
      case 'properties':
        this.editObject(node, change, edits);
    }
  }

  private collectChildren(node: JsonNode, edits: Edit[], isKept: (child: JsonNode) => boolean): void {
    for (const child of this.touchedChildren.get(node) ?? []) if (isKept(child)) this.collect(child, edits);
  }

  private replace(node: JsonNode, json: NewJson, edits: Edit[]): void {
    const { start, end, parent } = node;
    const place = { indent: indentOf(textUnder(node), start), peers: [node, ...peersOf(node)], around: parent };
    const text = writeJson(json, place, this.render);
    if (text !== node.raw()) edits.push({ start, end, text });
  }

  private editArray(node: JsonNode, gaps: readonly Gap<NewJson>[], edits: Edit[]): void {
    const write = (json: NewJson, indent: string, index: number): string => {
      const own = node.items()[index];
      const peers = own === undefined ? neighbours(node, index) : [own, ...neighbours(node, index)];
      return writeJson(json, { indent, peers, around: node }, this.render);
    };
    if (node instanceof RowsNode) for (const gap of gaps) edits.push(...editRows(node, gap, write));
    else {
      const items = node.items();
      const list = listOf(node, items.length, (index) => items[index] ?? node);
      for (const gap of gaps) edits.push(...editGap(list, gap, write));
    }
    const isGone = goneIndices(gaps);
    this.collectChildren(node, edits, ({ key }) => typeof key !== 'number' || !isGone(key));
  }

  private editObject(node: JsonNode, change: Extract<Change, { kind: 'properties' }>, edits: Edit[]): void {
    const properties = node.properties();
    const places = new Map(properties.map(({ name }, index) => [name, index]));
    const { removed: names, set } = readProperties(change);
    const removed = new Set<number>();
    for (const [index, { name }] of properties.entries()) {
      if (names.has(name) && !(set.has(name) && places.get(name) === index)) removed.add(index);
    }
    const appended = [...set].filter(([name]) => !places.has(name));
    const list = listOf(node, properties.length, (index) => memberOf(properties[index], node));
    const gaps = joinGaps(removed, new Map(appended.length > 0 ? [[properties.length, appended]] : []));
    for (const gap of gaps) {
      edits.push(
        ...editGap(list, gap, ([name, json], indent) =>
          writeProperty(name, json, { indent, peers: propertyPeers(node, name), around: node }, this.render),
        ),
      );
    }
    const replaced = new Set<JsonNode>();
    for (const [name, json] of set) {
      const value = properties[places.get(name) ?? -1]?.value;
      if (value === undefined) continue;
      replaced.add(value);
      if (json.kind === 'node' && json.node === value) this.collect(value, edits);
      else this.replace(value, json, edits);
    }
    const gone = new Set([...removed].map((index) => properties[index]?.value));
    this.collectChildren(node, edits, (child) => !replaced.has(child) && !gone.has(child as TextNode));
  }

  /** A node's own text with the changes inside it. */
  private textOf(node: JsonNode): string | undefined {
    if (!(node instanceof TextNode)) return undefined;
    if (!this.rewriting.touched.has(node)) return node.raw();
    const text = textUnder(node);
    const parts: string[] = [];
    let at = node.start;
    for (const edit of this.editsIn(node)) {
      parts.push(text.slice(at, edit.start), edit.text);
      at = edit.end;
    }
    parts.push(text.slice(at, node.end));
    return parts.join('');
  }
}

function textUnder(node: JsonNode): string {
  if (node instanceof TextNode) return node.tape.source.text;
  return node instanceof RowsNode ? node.source.text : '';
}

function listOf(node: JsonNode, size: number, member: List['member']): List {
  const peers = peersOf(node).filter((peer) => peer.kind === node.kind && peer.size > 0);
  const layout = layoutLike(peers, layoutAround(node));
  const pad = node.kind === 'object' ? layout.objectPad : layout.arrayPad;
  return {
    text: textUnder(node),
    open: node.start + 1,
    close: node.end - 1,
    size,
    member,
    filling: { ...layout, pad },
  };
}

function memberOf(property: JsonProperty | undefined, node: JsonNode): { start: number; end: number } {
  return property === undefined ? node : { start: property.keyStart, end: property.value.end };
}

/** Whether an old element is gone from its place; binary search, as a splice of few elements must not cost the array. */
function goneIndices(gaps: readonly Gap<unknown>[]): (index: number) => boolean {
  return (index) => {
    let low = 0;
    let high = gaps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((gaps[middle]?.to ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const gap = gaps[low];
    return gap !== undefined && gap.from <= index;
  };
}
