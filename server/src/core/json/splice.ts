import type { JsonNode } from './node';
import type { RowsNode } from './rows';
import { TextNode } from './textNode';

/** Puts a newly read element in the place of element `index`. The other elements keep their node objects. */
export function replaceChild(parent: TextNode | RowsNode, index: number, child: TextNode): void {
  spliceItems(parent, index, 1, [child]);
}

/**
 * Takes `removed` elements out of an array from `index` on and puts newly read ones there. Children keep their node objects and get
 * their new indices. The owner of the text swaps `source.text` and shifts the tapes.
 */
export function spliceItems(
  parent: TextNode | RowsNode,
  index: number,
  removed: number,
  inserted: readonly TextNode[],
): void {
  const before = parent.items();
  const items =
    removed === inserted.length
      ? (before as TextNode[])
      : [...before.slice(0, index), ...inserted, ...before.slice(index + removed)];
  for (const [i, child] of inserted.entries()) {
    items[index + i] = child;
    child.parent = parent;
    child.key = index + i;
    if (!child.tape.isPlain) markUneven(parent);
  }
  if (items === before) return;
  for (let i = index + inserted.length; i < items.length; i++) {
    const child = items[i];
    if (child !== undefined) child.key = i;
  }
  parent.setItems(items);
}

/** What is around an element that is not plain JSON is none either: its slice cannot be handed to `JSON.parse`. */
function markUneven(around: JsonNode): void {
  for (let at: JsonNode | undefined = around; at !== undefined; at = at.parent) {
    if (at instanceof TextNode) at.tape.isPlain = false;
  }
}
