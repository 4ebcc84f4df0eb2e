import { readSplice } from './changes';
import type { JsonNode } from './node';
import type { Change, NewJson } from './rewrite';

/**
 * A stretch of a list in which something changes: the old members `from`..`to` go and new ones come in their place. Members outside
 * all gaps stay where they are; between two gaps at least one does.
 */
export interface Gap<Item> {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

/** Gaps of an array whose elements after the change are listed whole. The longest run of elements in order stays, the others move. */
export function gapsOfItems(array: JsonNode, items: readonly NewJson[]): Gap<NewJson>[] {
  const old = array.items();
  const kept = keptPlaces(old, items);
  const gaps: Gap<NewJson>[] = [];
  let from = 0;
  let pending: NewJson[] = [];
  const close = (to: number): void => {
    if (to > from || pending.length > 0) gaps.push({ from, to, items: pending });
    pending = [];
  };
  items.forEach((item, place) => {
    const index = kept.get(place);
    if (index === undefined) {
      pending.push(item);
      return;
    }
    close(index);
    from = index + 1;
  });
  close(old.length);
  return gaps;
}

/** Gaps of a splice; what it costs depends on the splice, not on the array. */
export function gapsOfSplice(array: JsonNode, change: Extract<Change, { kind: 'splice' }>): Gap<NewJson>[] {
  const { removed, inserted } = readSplice(array, change);
  return joinGaps(removed, inserted);
}

/** Gaps out of indices that go and of what comes in before an index. */
export function joinGaps<Item>(
  removed: ReadonlySet<number>,
  inserted: ReadonlyMap<number, readonly Item[]>,
): Gap<Item>[] {
  const places = [...new Set([...removed, ...inserted.keys()])].sort((a, b) => a - b);
  const gaps: { from: number; to: number; items: Item[] }[] = [];
  for (const place of places) {
    let gap = gaps.at(-1);
    if (gap === undefined || gap.to < place) {
      gap = { from: place, to: place, items: [] };
      gaps.push(gap);
    }
    for (const item of inserted.get(place) ?? []) gap.items.push(item);
    if (removed.has(place)) gap.to = place + 1;
  }
  return gaps.filter(({ from, to, items }) => to > from || items.length > 0);
}

/** For each place of the new list whose element stays put: its index in the old list. */
function keptPlaces(old: readonly JsonNode[], items: readonly NewJson[]): Map<number, number> {
  const places: number[] = [];
  const indices: number[] = [];
  const seen = new Set<number>();
  items.forEach((item, place) => {
    if (item.kind !== 'node') return;
    const { key } = item.node;
    if (typeof key !== 'number' || old[key] !== item.node || seen.has(key)) return;
    seen.add(key);
    places.push(place);
    indices.push(key);
  });
  return new Map(longestIncreasing(indices).map((i) => [places[i] ?? 0, indices[i] ?? 0]));
}

/** Positions of a longest increasing subsequence of different numbers. */
function longestIncreasing(numbers: readonly number[]): number[] {
  /** Position of the smallest number that ends an increasing run of each length. */
  const ends: number[] = [];
  const before = new Int32Array(numbers.length).fill(-1);
  numbers.forEach((number, position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[position] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = position;
  });
  const run: number[] = [];
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position] ?? -1) run.push(position);
  return run.reverse();
}
