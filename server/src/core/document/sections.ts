import type { DetectedConversation } from '../detect/types';
import type { JsonNode } from '../json/node';
import type { RuleRun } from '../lint/runRules';
import type { Conversation } from '../model/types';

/** A replacement of `start`..`end` of the text as it was before this change. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One list of the document, with what is known of it. */
export interface Section {
  readonly found: DetectedConversation;
  readonly conversation: Conversation;
  run: RuleRun | undefined;
  /** The run before the edits that `run` is yet to see: what it says of other messages holds. */
  readonly before: RuleRun | undefined;
}

/** The entry that a change lies inside of, its own brackets untouched; undefined when it lies anywhere else. */
export function entryAround(
  sections: readonly Section[],
  change: TextChange,
): { section: Section; index: number; entry: JsonNode } | undefined {
  const section = sections.find(({ found }) => found.list.start < change.start && change.end < found.list.end);
  if (section === undefined || section.found.isLone) return undefined;
  const entries = section.found.list.items();
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry === undefined) return undefined;
    if (entry.end <= change.start) low = middle + 1;
    else if (entry.start >= change.end) high = middle - 1;
    else return entry.start < change.start && change.end < entry.end ? { section, index: middle, entry } : undefined;
  }
  return undefined;
}
