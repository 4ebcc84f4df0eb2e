/** Something with an id, and its place in the conversation. */
export interface Placed {
  readonly id: string;
  readonly at: number;
}

/** How much two ids differ, the smaller the nearer; undefined when one is not likely to have been meant for the other. */
export type Distance = 0 | 1 | 2 | 3 | 4;

/** Ids are about 30 characters long. What two longer ones have in common is not looked into: each may be the other. */
const MAX_ID = 200;
/** Ids that are compared letter by letter for one question. Past that the answer is that one of them may well be meant. */
const MOST_COMPARED = 64;
/** What a question is answered with: enough to offer, never all of a crowd. */
const MOST_FOUND = 4;
/** An affix shorter than this says nothing: half of all ids begin with "c". */
const LEAST_AFFIX = 4;

/**
 * Whether one id may have been meant for the other: the same letters and digits without regard to case, one the beginning or the
 * end of the other, or a slip of the pen.
 */
export function distanceOfIds(a: string, b: string): Distance | undefined {
  if (a === b) return 0;
  if (a === '' || b === '') return undefined;
  if (a.length > MAX_ID && b.length > MAX_ID) return 4;
  const plain = lettersOf(a);
  if (plain !== '' && plain === lettersOf(b)) return 1;
  const edits = editsBetween(a, b, slipsAllowed(a, b));
  if (edits !== undefined) return edits < 2 ? 2 : 3;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= LEAST_AFFIX && (long.startsWith(short) || long.endsWith(short)) ? 4 : undefined;
}

/** At most two, and one for four characters of the longer one. */
function slipsAllowed(a: string, b: string): number {
  return Math.min(2, Math.floor(Math.max(a.length, b.length) / 4));
}

function lettersOf(id: string): string {
  return id
    .slice(0, MAX_ID)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Insertions, deletions, replacements and swaps of neighbours; undefined when they are more than `most`. */
function editsBetween(a: string, b: string, most: number): number | undefined {
  if (most === 0 || Math.abs(a.length - b.length) > most) return undefined;
  let from = 0;
  let [endA, endB] = [a.length, b.length];
  while (from < endA && from < endB && a[from] === b[from]) from++;
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  // Two edits touch few places far apart; the stretch between them is filled in as a narrow band of a table.
  let older: number[] = [];
  let old = Array.from({ length: endB - from + 1 }, (_, j) => j);
  for (let i = 1; i <= endA - from; i++) {
    const row = new Array<number>(endB - from + 1).fill(most + 1);
    row[0] = i;
    let least = row[0];
    for (let j = Math.max(1, i - most); j <= Math.min(endB - from, i + most); j++) {
      const [x, y] = [a[from + i - 1], b[from + j - 1]];
      let cost = Math.min((old[j] ?? most) + 1, (row[j - 1] ?? most) + 1, (old[j - 1] ?? most) + (x === y ? 0 : 1));
      if (i > 1 && j > 1 && x === b[from + j - 2] && a[from + i - 2] === y)
        cost = Math.min(cost, (older[j - 2] ?? most) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return undefined;
    older = old;
    old = row;
  }
  const edits = old[endB - from] ?? most + 1;
  return edits <= most ? edits : undefined;
}

/** What a search found: a few of the nearest, and whether there is one at all. */
export interface Found<Item> {
  readonly best: readonly Item[];
  readonly isAny: boolean;
}

/**
 * Finds ids near to one among many, each question at about the cost of its own length: by their letters, by what they begin and
 * end with, and for slips by thirds, one of which two edits leave whole. `side` says where what is found has to stand.
 */
export class NearIds<Item extends Placed> {
  private readonly byLetters = new Map<string, Item[]>();
  private readonly byText = new Map<string, Item[]>();
  private readonly byThird = new Map<string, Item[]>();
  private readonly beginnings: Affixes<Item>;
  private readonly ends: Affixes<Item>;
  private readonly long: Item[] = [];
  private readonly lengths = new Set<number>();
  private readonly side: 'before' | 'behind';

  constructor(items: readonly Item[], side: 'before' | 'behind') {
    this.side = side;
    // The one that stands nearest to the question comes last where what is found stands before it, first where behind.
    const usable = items.filter(({ id }) => id !== '').sort((a, b) => a.at - b.at);
    for (const item of usable) {
      const { id } = item;
      if (id.length > MAX_ID) this.long.push(item);
      add(this.byText, id, item);
      const letters = lettersOf(id);
      if (letters !== '') add(this.byLetters, letters, item);
      this.lengths.add(id.length);
      if (id.length > 2 && id.length <= MAX_ID)
        for (const [third, text] of thirds(id)) add(this.byThird, `${id.length} ${third} ${text}`, item);
    }
    this.beginnings = new Affixes(usable, side, (id) => id.slice(0, MAX_ID));
    this.ends = new Affixes(usable, side, (id) => reversed(id.slice(-MAX_ID)));
  }

  /** Items with this very id, wherever they stand. */
  equalTo(id: string): readonly Item[] {
    return id === '' ? [] : (this.byText.get(id)?.slice(0, MOST_FOUND) ?? []);
  }

  /** Items near to an id that stands at a place. */
  nearTo(id: string, at: number): Found<Item> {
    if (id === '' || this.lengths.size === 0) return { best: [], isAny: false };
    const found = new Map<Item, Distance>();
    const take = (items: readonly Item[] | undefined) => {
      for (const item of this.inPlace(items, at)) {
        const distance = distanceOfIds(id, item.id);
        if (distance !== undefined) found.set(item, distance);
      }
    };
    take(this.byText.get(id));
    take(this.byLetters.get(lettersOf(id)));
    if (id.length > MAX_ID) take(this.long);
    const isCrowded = this.takeSlips(id, at, found);
    for (const length of this.lengths) {
      if (length < LEAST_AFFIX || length >= id.length || length > MAX_ID) continue;
      take(this.byText.get(id.slice(0, length)));
      take(this.byText.get(id.slice(-length)));
    }
    if (id.length >= LEAST_AFFIX && id.length <= MAX_ID) {
      take(this.beginnings.startingWith(id));
      take(this.ends.startingWith(reversed(id)));
    }
    const best = [...found].sort(([a, x], [b, y]) => x - y || Math.abs(a.at - at) - Math.abs(b.at - at));
    return { best: best.slice(0, MOST_FOUND).map(([item]) => item), isAny: best.length > 0 || isCrowded };
  }

  /** True when so many share a third with the id that not all of them were looked at. */
  private takeSlips(id: string, at: number, found: Map<Item, Distance>): boolean {
    if (id.length > MAX_ID) return false;
    let compared = 0;
    const met = new Set<Item>();
    for (let length = Math.max(3, id.length - 2); length <= id.length + 2; length++) {
      if (!this.lengths.has(length)) continue;
      for (const [third, from, to] of bounds(length)) {
        for (let shift = -2; shift <= 2; shift++) {
          if (from + shift < 0 || to + shift > id.length) continue;
          const items = this.byThird.get(`${length} ${third} ${id.slice(from + shift, to + shift)}`);
          for (const item of this.inPlace(items, at, MOST_COMPARED + 1)) {
            if (met.has(item)) continue;
            met.add(item);
            if (++compared > MOST_COMPARED) return found.size === 0;
            // What else makes ids near is looked up in ways of its own.
            const edits = editsBetween(id, item.id, slipsAllowed(id, item.id));
            if (edits !== undefined && !found.has(item)) found.set(item, edits < 2 ? 2 : 3);
            if (found.size > MOST_FOUND) return false;
          }
        }
      }
    }
    return false;
  }

  /** The few items of a sorted list that stand on the right side of a place, the nearest to it first. */
  private *inPlace(items: readonly Item[] | undefined, at: number, most = MOST_FOUND): Generator<Item> {
    if (items === undefined) return;
    const isBefore = this.side === 'before';
    const first = firstBehind(items, isBefore ? at - 1 : at);
    for (let i = 0; i < most; i++) {
      const item = items[isBefore ? first - 1 - i : first + i];
      if (item === undefined) return;
      yield item;
    }
  }
}

/** The index of the first item that stands behind a place. */
export function firstBehind(items: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.at ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

function bounds(length: number): readonly (readonly [third: number, from: number, to: number])[] {
  const cut = [0, Math.floor(length / 3), Math.floor((2 * length) / 3), length];
  return [0, 1, 2].map((third) => [third, cut[third] ?? 0, cut[third + 1] ?? length] as const);
}

function thirds(id: string): (readonly [third: number, text: string])[] {
  return bounds(id.length).map(([third, from, to]) => [third, id.slice(from, to)]);
}

function reversed(id: string): string {
  return [...id].reverse().join('');
}

/** Sorted texts, each asked for by what it begins with. Of a crowd that begins alike the outermost in the list stands for all. */
class Affixes<Item extends Placed> {
  private readonly sorted: readonly { readonly text: string; readonly item: Item }[];
  /** For runs of 2^k sorted texts the item that stands first (`before`) or last (`behind`): the easiest one to be found. */
  private readonly levels: Item[][] = [];
  private readonly isEasier: (a: Item, b: Item) => boolean;

  constructor(items: readonly Item[], side: 'before' | 'behind', textOf: (id: string) => string) {
    this.sorted = items
      .map((item) => ({ text: textOf(item.id), item }))
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.item.at - b.item.at));
    this.isEasier = side === 'before' ? (a, b) => a.at <= b.at : (a, b) => a.at >= b.at;
    let level = this.sorted.map(({ item }) => item);
    this.levels.push(level);
    for (let width = 1; width * 2 <= this.sorted.length; width *= 2) {
      const next: Item[] = [];
      for (let i = 0; i + 2 * width <= this.sorted.length; i++) {
        const [a, b] = [level[i], level[i + width]];
        if (a !== undefined && b !== undefined) next.push(this.isEasier(a, b) ? a : b);
      }
      this.levels.push(next);
      level = next;
    }
  }

  /** A few items whose text begins with another, in the order of their places; the easiest to be found among them. */
  startingWith(text: string): Item[] {
    const from = this.firstFrom((other) => other >= text);
    const to = this.firstFrom((other) => other > text && !other.startsWith(text));
    if (to <= from) return [];
    const level = 31 - Math.clz32(to - from);
    const outer = [this.levels[level]?.[from], this.levels[level]?.[to - 2 ** level]];
    const inner = this.sorted.slice(from, Math.min(to, from + MOST_FOUND)).map(({ item }) => item);
    const few = new Set([...outer, ...inner].filter((item) => item !== undefined));
    return [...few].sort((a, b) => a.at - b.at);
  }

  private firstFrom(isThere: (text: string) => boolean): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isThere(this.sorted[middle]?.text ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
