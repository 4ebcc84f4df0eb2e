import type { JsonNode } from '../json/node';
import { textOf } from '../json/textOf';
import { areSilent } from '../model/edits/pieces';
import type { Message, Piece } from '../model/types';

/**
 * Says in place of what is cut that something is: one bracketed line with the number of entries that are really missing, and
 * what they said where somebody sums it up.
 */
export function markerText(missing: number, summary?: string): string {
  const turns = `${missing} earlier turn${missing === 1 ? '' : 's'} left out`;
  return summary === undefined ? `[${turns}]` : `[${turns}, in summary:]\n${summary}\n${SUMMARY_END}`;
}

const SUMMARY_END = '[end of summary]';
/** The line alone, so that text which merely quotes it is none. */
const MARKER = /^\[(\d{1,15}) earlier turns? left out(, in summary:)?\]$/;
/** Longer than any marker line. */
const MAX_MARKER = 80;

/** A marker that an earlier trimming left in a message. */
export interface FoundMarker {
  readonly missing: number;
  /** Which content part it stands in; 0 where the content is one text. */
  readonly part: number;
  /** Where it begins and ends in the text of that part, the line break in front and behind left out. */
  readonly start: number;
  readonly end: number;
}

/**
 * The first marker of a message, in any of its texts. Where head and first user turn are never joined it stands at one end of a
 * content: a line in the middle is what somebody wrote. `mayBeInside`: the target wants them joined.
 */
export function findMarker(message: Message, mayBeInside: boolean): FoundMarker | undefined {
  const { contentNode } = message;
  const isAtEnd = (found: FoundMarker) => {
    const [before, behind] = [piecesBefore(message, found), piecesBehind(message, found)];
    return areSilent(before) || areSilent(behind);
  };
  if (contentNode?.kind !== 'array') {
    const found = lineIn(textOf(contentNode), 0);
    return found === undefined || mayBeInside || isAtEnd(found) ? found : undefined;
  }
  for (const [part, item] of contentNode.items().entries()) {
    const found = lineIn(textOfPart(item), part);
    if (found !== undefined && (mayBeInside || isAtEnd(found))) return found;
  }
  return undefined;
}

function lineIn(text: string, part: number): FoundMarker | undefined {
  // Nearly every text is turned away here without being split into lines.
  if (!text.includes(' left out')) return undefined;
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const match = end - start > MAX_MARKER ? null : MARKER.exec(text.slice(start, end));
    if (match !== null) {
      return { missing: Number(match[1]), part, start, end: match[2] === undefined ? end : summaryEnd(text, end) };
    }
    start = end + 1;
  }
  return undefined;
}

function summaryEnd(text: string, from: number): number {
  const end = text.indexOf(`\n${SUMMARY_END}`, from);
  return end < 0 ? text.length : end + 1 + SUMMARY_END.length;
}

/** Whether the message begins with a marker: nothing of it belongs to what stands before. */
export function startsWithMarker(message: Message): boolean {
  const found = findMarker(message, true);
  return found !== undefined && found.part === 0 && found.start === 0;
}

/** What of a content stands in front of its marker, and what from its first or its last character on. */
export function piecesBefore({ contentNode }: Message, { part, start }: FoundMarker): readonly Piece[] {
  const parts = partsOf(contentNode);
  if (parts === undefined) return [textOf(contentNode).slice(0, Math.max(0, start - 1))];
  const before = textOfPart(parts[part]).slice(0, Math.max(0, start - 1));
  return [{ parts: parts.slice(0, part) }, ...(before === '' ? [] : [before])];
}

export function piecesFrom(message: Message, marker: FoundMarker): readonly Piece[] {
  return piecesAfter(message, marker.part, marker.start);
}

/** The marker itself, with the summary that belongs to it. */
export function markerIn({ contentNode }: Message, { part, start, end }: FoundMarker): string {
  const parts = partsOf(contentNode);
  return (parts === undefined ? textOf(contentNode) : textOfPart(parts[part])).slice(start, end);
}

export function piecesBehind(message: Message, marker: FoundMarker): readonly Piece[] {
  return piecesAfter(message, marker.part, marker.end + 1);
}

function piecesAfter({ contentNode }: Message, part: number, offset: number): readonly Piece[] {
  const parts = partsOf(contentNode);
  if (parts === undefined) return [textOf(contentNode).slice(offset)];
  const behind = textOfPart(parts[part]).slice(offset);
  return [...(behind === '' ? [] : [behind]), { parts: parts.slice(part + 1) }];
}

function partsOf(content: JsonNode | undefined): readonly JsonNode[] | undefined {
  return content?.kind === 'array' ? content.items() : undefined;
}

function textOfPart(part: JsonNode | undefined): string {
  const text = part?.kind === 'string' ? part : part?.get('text');
  return text?.text() ?? '';
}
