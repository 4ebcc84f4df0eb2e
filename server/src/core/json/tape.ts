/** The text that a tape speaks of. Mutable on purpose: after an edit the owner puts the new text in and shifts the tape. */
export interface TextSource {
  text: string;
}

/**
 * What a cell of the tape holds. Two codes for strings: most keys are known to hold no escape, so that they can be compared
 * without decoding.
 */
export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
export const PLAIN_STRING = 3;
export const NUMBER = 4;
export const TRUE = 5;
export const FALSE = 6;
export const NULL = 7;
/** Something that is no JSON value: a hole in half-typed text, a row that does not parse. */
export const OTHER = 8;

/** Integers a cell takes: start, end, and "index behind the subtree" packed with kind and flag. */
export const STRIDE = 3;
export const KIND_MASK = 15;
export const BROKEN_FLAG = 16;
/** Low bits of the packed integer that are kind and flag; the 27 bits above hold the index. */
export const LINK_SHIFT = 5;

const SMALLEST = 16;
/** A small guess of how many characters a value takes; a wrong guess costs one copy more. */
const CHARACTERS_PER_CELL = 48;

/**
 * Positions of every value and key of a text, in document order, as plain integers: a tenth of the memory of a tree, and no work
 * for the parts that nobody asks about. Members of an object are two cells: the key, then the value.
 */
export class Tape {
  cells: Int32Array;
  /** Cells in use. */
  count = 0;
  /** Whether slices are plain JSON: no comment, no trailing comma, no fault. */
  isPlain = true;
  readonly source: TextSource;

  constructor(source: TextSource, characters: number) {
    this.source = source;
    this.cells = new Int32Array(STRIDE * Math.max(SMALLEST, Math.ceil(characters / CHARACTERS_PER_CELL)));
  }

  /** Adds `delta` to every position at or behind `at`: the text before that place changed its length. */
  shift(at: number, delta: number): void {
    const { cells } = this;
    for (let i = 0, end = this.count * STRIDE; i < end; i += STRIDE) {
      const stop = cells[i + 1] ?? 0;
      if (stop < at) continue;
      cells[i + 1] = stop + delta;
      const start = cells[i] ?? 0;
      if (start >= at) cells[i] = start + delta;
    }
  }

  /** Doubles the room; the scanner keeps the array in a local variable and asks for the new one. */
  grow(): Int32Array {
    const larger = new Int32Array(this.cells.length * 2);
    larger.set(this.cells);
    this.cells = larger;
    return larger;
  }

  /** Gives unused room back once a text is read. */
  trim(): void {
    const used = this.count * STRIDE;
    if (used * 4 < this.cells.length * 3) this.cells = this.cells.slice(0, used);
  }

  startOf(index: number): number {
    return this.cells[index * STRIDE] ?? -1;
  }

  endOf(index: number): number {
    return this.cells[index * STRIDE + 1] ?? -1;
  }

  kindOf(index: number): number {
    return (this.cells[index * STRIDE + 2] ?? OTHER) & KIND_MASK;
  }

  isBroken(index: number): boolean {
    return ((this.cells[index * STRIDE + 2] ?? 0) & BROKEN_FLAG) !== 0;
  }

  markBroken(index: number): void {
    const at = index * STRIDE + 2;
    this.cells[at] = (this.cells[at] ?? 0) | BROKEN_FLAG;
  }

  /** Index of the cell behind a value and all that is in it. */
  behind(index: number): number {
    return (this.cells[index * STRIDE + 2] ?? 0) >>> LINK_SHIFT;
  }

  rawOf(index: number): string {
    return this.source.text.slice(this.startOf(index), this.endOf(index));
  }
}
