import type { Range, TextChange } from '../../core/index';
import { type Cover, growth, widen } from './cover';
import type { Shown } from './shown';

/** How long an entry must be left alone until what its rules say of unfinished entries is said. */
export const REST = 800;
/** How long it must be left alone until a save may change it. */
export const STILL = 2000;

/** The findings of a text at some moment; read when somebody asks, for most moments are never looked at. */
export type Reading = () => readonly Shown[];

/** A moment before some edits, and these edits. */
export interface Since {
  readonly reading: Reading;
  readonly cover: Cover | undefined;
  /** What it knew of the place itself was never said. */
  readonly isUnsaid: boolean;
}

/**
 * Where somebody edits: one entry with the gaps around it, or a gap. It stays the entry edited last until an edit falls somewhere
 * else; what is known of the text before its edits is what nothing that is typed in it may change at once.
 */
export interface EditedLast {
  /** Its place in the text as it is now. */
  readonly slot: Range;
  /** When it was edited last. */
  readonly at: number;
  /** A save has asked for all that is held back. */
  readonly isReleased: boolean;
  /** The last edit was no typing: several lines were put in at once. */
  readonly isWritten: boolean;
  /** Before the first edit in it. */
  readonly first: Since;
  /** Before the first edit in it since its last rest. */
  readonly since: Since;
}

/**
 * One more edit: in the place edited last, or in another that begins with it. `read` gives what is known of the text right before
 * the edit, and is asked only where that matters.
 */
export function goOn(
  before: EditedLast | undefined,
  slot: Range,
  change: TextChange,
  now: number,
  read: () => Reading,
): EditedLast {
  const rest = before === undefined ? Number.POSITIVE_INFINITY : now - before.at;
  const isSaid = before === undefined || before.isReleased || rest >= REST;
  const begin = (): Since => ({ reading: read(), cover: undefined, isUnsaid: !isSaid });
  const since = isSaid || before.isWritten ? begin() : before.since;
  const first = before === undefined || rest >= STILL ? since : before.first;
  return {
    slot: { start: slot.start, end: slot.end + change.text.length - (change.end - change.start) },
    at: now,
    isReleased: false,
    isWritten: /\n[^\S\n]*\S/.test(change.text),
    first: { ...first, cover: widen(first.cover, change) },
    since: { ...since, cover: widen(since.cover, change) },
  };
}

/** Whether findings are held back for it. */
export function isTyped({ isReleased, at }: EditedLast, now: number): boolean {
  return !isReleased && now - at < REST;
}

/** The place as it was before the edits that `since` tells of. */
export function slotBefore({ slot }: EditedLast, { cover }: Since): Range {
  return cover === undefined ? slot : { start: slot.start, end: slot.end - growth(cover) };
}
