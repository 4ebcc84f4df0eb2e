import { isEmptyText } from '../../json/textOf';
import type { Piece } from '../types';

/** Whether pieces of contents say nothing, all of them. */
export function areSilent(pieces: readonly Piece[]): boolean {
  return pieces.every(isSilent);
}

export function isSilent(piece: Piece): boolean {
  if (piece === undefined || piece === '') return true;
  if (typeof piece === 'string') return false;
  if ('parts' in piece) return piece.parts.length === 0;
  return piece.kind === 'array' ? piece.size === 0 : isEmptyText(piece);
}
