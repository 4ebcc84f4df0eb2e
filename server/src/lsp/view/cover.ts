import type { TextChange } from '../../core/index';

/** All changes between two states of a text as one: what stood in `[start, end)` is `length` characters now. */
export interface Cover {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** The cover with one change more, which is told in offsets of the text as the others left it. */
export function widen(cover: Cover | undefined, { start, end, text }: TextChange): Cover {
  if (cover === undefined) return { start, end, length: text.length };
  const behind = Math.max(cover.start + cover.length, end);
  const from = Math.min(cover.start, start);
  return { start: from, end: behind - growth(cover), length: behind - from + text.length - (end - start) };
}

export function growth({ start, end, length }: Cover): number {
  return length - (end - start);
}

/** Where a place of the text before is now; the start of a range moves with what is put in at it, its end does not. */
export function placeNow(cover: Cover | undefined, offset: number, isEnd = false): number {
  if (cover === undefined || offset < cover.start) return offset;
  if (isEnd && offset === cover.start) return offset;
  if (offset >= cover.end) return offset + growth(cover);
  return cover.start;
}

/** Where a place of the text now was before; what is new stands for the nearer side of what it replaced. */
export function placeBefore(cover: Cover | undefined, offset: number, isEnd = false): number {
  if (cover === undefined || offset <= cover.start) return offset;
  if (offset >= cover.start + cover.length) return offset - growth(cover);
  return isEnd ? cover.end : cover.start;
}
