import { type Analysis, type Finding, type Range, type RuleId, rules } from '../../core/index';
import { focusOf } from '../focus';
import type { OpenDocument } from '../openDocument';
import { type Cover, placeNow } from './cover';
import { type EditedLast, STILL, slotBefore } from './editedLast';
import type { Shown, View } from './shown';

/** Rules whose findings no further typing in their entry can mend. All others may say "not finished yet". */
const FINAL: ReadonlySet<RuleId> = new Set(rules.filter(({ waits }) => waits === false).map(({ id }) => id));

/**
 * Findings with the part of each that is underlined, which is looked for when somebody asks: few of ten thousand are shown. The
 * text is that of the analysis, whatever is typed until then; its nodes stay where they are until the document is read again.
 */
export function readingOf({ text, transcript }: OpenDocument, { findings }: Analysis): readonly Shown[] {
  const of = { text, transcript };
  return findings.map((finding) => {
    let focus: Range | undefined;
    return {
      finding,
      get focus() {
        focus ??= focusOf(of, finding);
        return focus;
      },
    };
  });
}

/**
 * The view: what the analysis says, less what would only flicker while somebody types. Findings of other entries stay as they
 * were before the typing began, wherever they have moved to; in the entry itself those are said that were said before, and those
 * that no further typing can mend.
 * `truth`: all that the analysis says. `edited`: the entry that somebody is typing in, if anybody is.
 */
export function viewOf(document: OpenDocument, truth: readonly Shown[], edited: EditedLast | undefined): View {
  if (edited === undefined) return { shown: truth, held: 0 };
  const { cover, isUnsaid, reading } = edited.since;
  const before = reading();
  const slot = slotBefore(edited, edited.since);
  const isOld = ({ finding }: Shown) => isIn(slot, finding);
  const elsewhere = edited.isWritten
    ? { shown: truth.filter(({ finding }) => !isIn(edited.slot, finding)), held: 0 }
    : othersAsBefore(
        before.filter((one) => !isOld(one)),
        truth.filter(({ finding }) => !isIn(edited.slot, finding)),
        cover,
      );
  const own = ownSaid(document, edited, isUnsaid ? [] : before.filter(isOld), truth);
  const shown = [...elsewhere.shown, ...own.shown].sort(
    (a, b) => a.finding.start - b.finding.start || b.finding.end - a.finding.end,
  );
  return { shown, held: elsewhere.held + own.held };
}

/**
 * What fix-all must leave alone when a save asks for it: somebody may still be typing in the entry edited last, so neither what
 * is wrong with it nor what is wrong elsewhere for it alone is mended, until it was left alone for a while.
 */
export function sparedBySave(document: OpenDocument): ((finding: Finding) => boolean) | undefined {
  const { edited } = document;
  if (edited === undefined || document.restSinceEdit() >= STILL) return undefined;
  const { first, slot } = edited;
  const old = slotBefore(edited, first);
  const before = first.reading().filter(({ finding }) => !isIn(old, finding));
  const known = new Set(before.map(({ finding }) => keyOf(finding.rule, placeNow(first.cover, finding.start))));
  return (finding) =>
    isIn(slot, finding) || !known.has(keyOf(finding.rule, finding.start)) || isMendedIn(slot, finding);
}

/** Fixes farther away from their finding than this do not happen; looking at the edits of ten thousand findings would take long. */
const REACH = 50_000;

/**
 * Whether a fix would write into a place, or beyond it: a result for the call in front of it, say, which somebody is just typing
 * there. Where results are blocks of the next turn, that turn may be an entry further on.
 */
function isMendedIn(slot: Range, { start, end, fixes }: Finding): boolean {
  if (start > slot.end + REACH || end < slot.start - REACH) return false;
  return fixes.some(
    ({ safety, edits }) =>
      safety === 'safe' &&
      Math.min(start, ...edits.map((edit) => edit.start)) <= slot.end &&
      Math.max(start, ...edits.map((edit) => edit.end)) >= slot.start,
  );
}

/** Findings of the other entries as they were. Where the text still has one, it is told with the pointer it has now. */
function othersAsBefore(before: readonly Shown[], now: readonly Shown[], cover: Cover | undefined): View {
  const known = new Map<string, Finding<RuleId>[]>();
  for (const { finding } of now) {
    const key = keyOf(finding.rule, finding.start);
    const same = known.get(key);
    if (same === undefined) known.set(key, [finding]);
    else same.push(finding);
  }
  let unsaid = now.length;
  const shown = before.map((one): Shown => {
    const same = known.get(keyOf(one.finding.rule, placeNow(cover, one.finding.start)));
    const at = same?.findIndex(({ message }) => message === one.finding.message) ?? -1;
    const [still] = same?.splice(Math.max(at, 0), 1) ?? [];
    if (still !== undefined) unsaid--;
    return moved(one, cover, still);
  });
  const gone = shown.length - (now.length - unsaid);
  return { shown, held: unsaid + gone };
}

/** What is said of the entry itself. While it does not parse nothing new is known of it, so what was said stays. */
function ownSaid(document: OpenDocument, edited: EditedLast, before: readonly Shown[], truth: readonly Shown[]): View {
  const own = truth.filter(({ finding }) => isIn(edited.slot, finding));
  const old = new Map<string, Shown[]>();
  for (const one of before) {
    const key = keyOf(one.finding.rule, one.finding.message);
    old.set(key, [...(old.get(key) ?? []), one]);
  }
  const shown: Shown[] = [];
  for (const one of own) {
    const wasSaid = old.get(keyOf(one.finding.rule, one.finding.message))?.shift() !== undefined;
    if (wasSaid || FINAL.has(one.finding.rule)) shown.push(plain(one));
  }
  const held = own.length - shown.length;
  if (document.transcript.problems.length === 0) return { shown, held };
  const kept = [...old.values()].flat().map((one) => plain(moved(one, edited.since.cover, undefined)));
  return { shown: [...shown, ...kept], held: held + kept.length };
}

function keyOf(rule: string, what: string | number): string {
  return `${rule}\0${what}`;
}

function isIn({ start, end }: Range, finding: Range): boolean {
  return finding.start >= start && finding.start < end;
}

function moved({ finding, focus }: Shown, cover: Cover | undefined, still: Finding | undefined): Shown {
  const { rule, severity, message, providerError, tag, conversation } = finding;
  return {
    finding: {
      rule,
      severity,
      message,
      ...placed(finding, cover),
      pointer: (still ?? finding).pointer,
      related: finding.related.map((one) => ({ ...one, ...placed(one, cover) })),
      get fixes() {
        return still?.fixes ?? [];
      },
      ...(providerError === undefined ? {} : { providerError }),
      ...(tag === undefined ? {} : { tag }),
      conversation: (still ?? finding).conversation ?? conversation,
    },
    focus: placed(focus, cover),
  };
}

function placed({ start, end }: Range, cover: Cover | undefined): Range {
  const from = placeNow(cover, start);
  return { start: from, end: Math.max(from, placeNow(cover, end, true)) };
}

/** What is being edited is not drawn faded. */
function plain(one: Shown): Shown {
  if (one.finding.tag === undefined) return one;
  const { tag: _, ...finding } = one.finding;
  return { ...one, finding };
}
