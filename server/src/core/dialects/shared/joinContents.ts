import type { JsonNode } from '../../json/node';
import { type NewJson, node, value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import { isSilent } from '../../model/edits/pieces';
import type { Piece } from '../../model/types';
import { isTypedParts } from './entry';
import { textPart } from './textPart';

/**
 * Contents one behind the other: texts joined by a newline, and where one has parts, part lists joined, `tool_result` blocks
 * first (docs/design/windows.md, "Merge"). Undefined where nothing is said at all.
 */
export function joinContents(pieces: readonly Piece[]): NewJson | undefined {
  const said = pieces.filter((piece) => !isSilent(piece));
  const [only] = said;
  if (only === undefined) return undefined;
  if (said.length === 1 && !isParts(only)) return typeof only === 'string' ? value(only) : node(only);
  if (!said.some(hasParts)) return value(said.map(textOfPiece).join('\n'));
  const parts = said.flatMap(partsOf);
  const results = parts.filter(isResult);
  if (results.length === 0) return { kind: 'array', items: parts };
  return { kind: 'array', items: [...results, ...parts.filter((part) => !isResult(part))] };
}

function isParts(piece: Piece): piece is { readonly parts: readonly JsonNode[] } {
  return typeof piece === 'object' && 'parts' in piece;
}

function hasParts(piece: Piece): boolean {
  return isParts(piece) || (typeof piece === 'object' && isPartList(piece));
}

/** An array of anything else is text, as normalization has it. */
function isPartList(piece: JsonNode): boolean {
  return piece.kind === 'array' && isTypedParts(piece);
}

function textOfPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return piece === undefined || isParts(piece) ? '' : textOf(piece);
}

function partsOf(piece: Piece): readonly NewJson[] {
  if (piece === undefined) return [];
  if (typeof piece === 'string') return [textPart(piece)];
  if (isParts(piece)) return piece.parts.map(node);
  return isPartList(piece) ? piece.items().map(node) : [textPart(piece)];
}

function isResult(part: NewJson): boolean {
  return part.kind === 'node' && part.node.get('type')?.text() === 'tool_result';
}
