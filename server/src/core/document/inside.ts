import { hasBadString } from '../json/badStrings';
import { RowsNode } from '../json/rows';
import { parseText } from '../json/scan';
import { TextNode } from '../json/textNode';
import type { ParsedText } from './parse';
import { entryAround, type Section, type TextChange } from './sections';

/** An entry read again after a change inside it, with its place. */
export interface Inside {
  readonly section: Section;
  readonly index: number;
  readonly list: TextNode | RowsNode;
  readonly fresh: TextNode;
  readonly hasComments: boolean;
}

/** Each edited entry has a tape of its own; past this many, one fresh reading of the text is cheaper than shifting them all. */
const MAX_TAPES = 256;
/** As MAX_DEPTH of parse.ts, less the levels that a list usually lies deep. */
const MAX_ENTRY_DEPTH = 900;

/** The entry that a change lies inside of, read from the text after it; undefined when the whole text has to be read. */
export function readInside(
  { source, tapes, problems, isRows, areStringsChecked }: ParsedText,
  sections: readonly Section[],
  change: TextChange,
  text: string,
): Inside | undefined {
  // A line break in a row of JSON Lines makes two rows of it.
  if (isRows && /[\n\r]/.test(change.text)) return undefined;
  if (problems.length > 0 || tapes.length > MAX_TAPES) return undefined;
  const place = entryAround(sections, change);
  if (place === undefined) return undefined;
  const { section, index, entry } = place;
  const { list } = section.found;
  if (!(list instanceof TextNode || list instanceof RowsNode)) return undefined;
  const before = source.text;
  const start = entry.start;
  const end = entry.end + text.length - before.length;
  source.text = text;
  const { root: fresh, depth, hasComments } = parseText(source, start, end);
  const isWhole = fresh !== undefined && fresh.start === start && fresh.end === end && depth <= MAX_ENTRY_DEPTH;
  const isGood = isWhole && !(areStringsChecked && hasBadString(fresh));
  source.text = before;
  return isGood ? { section, index, list, fresh, hasComments } : undefined;
}
