import type { JsonNode, Range, TranscriptDocument } from '../../core/index';

/** What is read of a text to know where its entries stand. */
export type Entries = Pick<TranscriptDocument, 'text' | 'root' | 'isRows' | 'conversations'>;

/**
 * The stretch that an edit of `[start, end)` belongs to: an entry with the gaps around it, a gap between two entries, or what
 * lies between two lists. Undefined where the edit touches more than one of them.
 */
export function slotAround(entries: Entries, start: number, end: number): Range | undefined {
  let before = 0;
  for (const { list } of entries.conversations) {
    // A lone message is no list: it lies between the lists, with all that is around it.
    if (list.kind !== 'array') continue;
    const inner = insideOf(entries, list);
    if (inner.start > end) {
      const isBetween = before <= start && end <= list.start;
      return isBetween ? { start: before, end: list.start } : undefined;
    }
    if (inner.end < start) before = list.end;
    else return inner.start <= start && end <= inner.end ? slotIn(list.items(), inner, start, end) : undefined;
  }
  return before <= start ? { start: before, end: entries.text.length } : undefined;
}

/** What stands between the brackets of a list. Rows have none, and of a half-typed list the last one may be missing. */
function insideOf({ text, root, isRows }: Entries, list: JsonNode): Range {
  if (isRows && list === root) return { start: 0, end: text.length };
  return { start: list.start + 1, end: text.charAt(list.end - 1) === ']' ? list.end - 1 : list.end };
}

function slotIn(items: readonly JsonNode[], inner: Range, start: number, end: number) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.end ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const [before, entry, next] = [items[low - 1], items[low], items[low + 1]];
  const from = before?.end ?? inner.start;
  // What touches an entry is an edit of it.
  if (entry === undefined || entry.start > end) return { start: from, end: entry?.start ?? inner.end };
  if (next !== undefined && next.start <= end) return undefined;
  return { start: from, end: next?.start ?? inner.end };
}
