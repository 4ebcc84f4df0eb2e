import { type Edit, sortEdits } from './edits';

/** A stretch of the text in between: kept from the original, or put in. */
type Piece =
  | { readonly kind: 'kept'; readonly start: number; readonly end: number }
  | { readonly kind: 'new'; readonly text: string };

/**
 * The edits that take the original straight to where two steps lead: `first` is in offsets of the original, `second` in offsets of
 * the text after `first`. Linear in the number of edits.
 */
export function composeEdits(length: number, first: readonly Edit[], second: readonly Edit[]): Edit[] {
  return toEdits(length, replay(pieces(length, first), second));
}

function pieces(length: number, edits: readonly Edit[]): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const { start, end, text } of sortEdits(edits)) {
    if (start > at) out.push({ kind: 'kept', start: at, end: start });
    if (text !== '') out.push({ kind: 'new', text });
    at = end;
  }
  if (at < length) out.push({ kind: 'kept', start: at, end: length });
  return out;
}

function replay(before: readonly Piece[], edits: readonly Edit[]): Piece[] {
  const out: Piece[] = [];
  let index = 0;
  let within = 0;
  let at = 0;
  /** Moves on to `to`, keeping or leaving out what lies before it. */
  const advance = (to: number, isKept: boolean) => {
    while (at < to) {
      const piece = before[index];
      if (piece === undefined) return;
      const size = sizeOf(piece);
      const take = Math.min(size - within, to - at);
      if (isKept) out.push(slice(piece, within, within + take));
      within += take;
      at += take;
      if (within === size) {
        index++;
        within = 0;
      }
    }
  };
  for (const { start, end, text } of sortEdits(edits)) {
    advance(start, true);
    if (text !== '') out.push({ kind: 'new', text });
    advance(end, false);
  }
  advance(Number.POSITIVE_INFINITY, true);
  return out;
}

function toEdits(length: number, after: readonly Piece[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let text = '';
  const flush = (to: number) => {
    if (to > at || text !== '') edits.push({ start: at, end: to, text });
    text = '';
  };
  for (const piece of after) {
    if (piece.kind === 'new') {
      text += piece.text;
      continue;
    }
    flush(piece.start);
    at = piece.end;
  }
  flush(length);
  return edits;
}

function sizeOf(piece: Piece): number {
  return piece.kind === 'kept' ? piece.end - piece.start : piece.text.length;
}

function slice(piece: Piece, from: number, to: number): Piece {
  if (piece.kind === 'new') return { kind: 'new', text: piece.text.slice(from, to) };
  return { kind: 'kept', start: piece.start + from, end: piece.start + to };
}
