import { type Edit, sortEdits } from '../text/edits';
import { type Rewriting, readProperties, startRewriting, withChange } from './changes';
import { type Gap, gapsOfItems, gapsOfSplice, joinGaps } from './gaps';
import { layoutAround, layoutLike, neighbours, peersOf, propertyPeers } from './layout';
import type { List } from './list';
import { editGap } from './listEdits';
import type { JsonNode, JsonProperty } from './node';
import type { Change, NewJson, Rewrite } from './rewrite';
import { editRows } from './rowEdits';
import { RowsNode } from './rows';
import { TextNode } from './textNode';
import { indentOf } from './trivia';
import { type Place, type Render, writeJson, writeProperty, writeText } from './writeJson';

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
    // What takes the place of a whole document is laid out as that was.
    const outer = parent ?? node;
    const place = { indent: indentOf(textUnder(node), start), peers: [node, ...peersOf(node)], around: outer };
    const around = this.textAround(node, json, place);
    if (around !== undefined) {
      for (const edit of around) edits.push(edit);
      return;
    }
    const text = writeJson(json, place, this.render);
    if (text !== node.raw()) edits.push({ start, end, text });
  }

  /**
   * A text that stays inside what replaces it: its ends are edited, and it is not written again. A thousand fixes that each
   * put a result in front of one text would otherwise hold that text a thousand times.
   */
  private textAround(node: JsonNode, json: NewJson, place: Place): Edit[] | undefined {
    const { start, end } = node;
    if (json.kind === 'text') return this.textBeside(node, json.parts);
    if (json.kind === 'node' || end - start < 2 || this.rewriting.touched.has(node)) return undefined;
    let met = 0;
    const text = writeJson(json, place, (inner) => {
      if (inner !== node) return this.textOf(inner);
      met++;
      return MARK;
    });
    const [before, behind, ...more] = text.split(MARK);
    if (met !== 1 || before === undefined || behind === undefined || more.length > 0) return undefined;
    const source = textUnder(node);
    // Its first and last characters are written anew, so that what others insert in front of it or behind stays outside.
    return [
      { start, end: start + 1, text: before + source.charAt(start) },
      { start: end - 1, end, text: source.charAt(end - 1) + behind },
    ];
  }

  /** What comes before a string and behind it in the string that takes its place. */
  private textBeside(node: JsonNode, parts: readonly (JsonNode | string)[]): Edit[] | undefined {
    const { start, end } = node;
    const at = parts.indexOf(node);
    const isOnce = at >= 0 && parts.lastIndexOf(node) === at;
    if (!isOnce || node.kind !== 'string' || this.rewriting.touched.has(node)) return undefined;
    const [before, behind] = [parts.slice(0, at), parts.slice(at + 1)].map((some) => writeText(some, this.render));
    const edits: Edit[] = [];
    if (before !== '') edits.push({ start, end: start + 1, text: `"${before}` });
    if (behind !== '') edits.push({ start: end - 1, end, text: `${behind}"` });
    return edits;
  }

  private editArray(node: JsonNode, gaps: readonly Gap<NewJson>[], edits: Edit[]): void {
    const write = (json: NewJson, indent: string, index: number): string => {
      const own = node.items()[index];
      const peers = own === undefined ? neighbours(node, index) : [own, ...neighbours(node, index)];
      return writeJson(json, { indent, peers, around: node }, this.render);
    };
    if (node instanceof RowsNode) for (const gap of gaps) addAll(edits, editRows(node, gap, write));
    else {
      const items = node.items();
      const list = listOf(node, items.length, (index) => items[index] ?? node);
      for (const gap of gaps) addAll(edits, editGap(list, gap, write));
    }
    const isGone = goneIndices(gaps);
    this.collectChildren(node, edits, ({ key }) => typeof key !== 'number' || !isGone(key));
  }

  private editObject(node: JsonNode, change: Extract<Change, { kind: 'properties' }>, edits: Edit[]): void {
    const properties = node.properties();
    const places = placesOf(properties);
    const lastOf = (name: string) => places.get(name)?.at(-1);
    const { removed: names, set } = readProperties(change);
    const removed = new Set<number>();
    for (const name of names) {
      for (const index of places.get(name) ?? []) if (!set.has(name) || index !== lastOf(name)) removed.add(index);
    }
    const appended = [...set].filter(([name]) => !places.has(name));
    const list = listOf(node, properties.length, (index) => memberOf(properties[index], node));
    const gaps = joinGaps(removed, new Map(appended.length > 0 ? [[properties.length, appended]] : []));
    for (const gap of gaps) {
      addAll(
        edits,
        editGap(list, gap, ([name, json], indent) =>
          writeProperty(name, json, { indent, peers: propertyPeers(node, name), around: node }, this.render),
        ),
      );
    }
    const replaced = new Set<JsonNode>();
    for (const [name, json] of set) {
      const value = properties[lastOf(name) ?? -1]?.value;
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

/** Stands in new text for a node that stays where it is. No JSON holds it; a text with faults may. */
const MARK = '\u0000';

const indexes = new WeakMap<readonly JsonProperty[], ReadonlyMap<string, readonly number[]>>();

/** Where each name stands among the properties. Kept with them: many fixes may each touch one property of a large object. */
function placesOf(properties: readonly JsonProperty[]): ReadonlyMap<string, readonly number[]> {
  let known = indexes.get(properties);
  if (known === undefined) {
    const places = new Map<string, number[]>();
    for (const [index, { name }] of properties.entries()) {
      const before = places.get(name);
      if (before === undefined) places.set(name, [index]);
      else before.push(index);
    }
    indexes.set(properties, places);
    known = places;
  }
  return known;
}

/** Without spreading into arguments: a gap may hold more edits than the stack takes. */
function addAll(edits: Edit[], more: readonly Edit[]): void {
  for (const edit of more) edits.push(edit);
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
