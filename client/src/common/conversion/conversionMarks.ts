import type { ConversionReport, Told, WireRange } from '../../../../server/src/protocol/index';

export type MarkKind = 'fallback' | 'lost' | 'problem';

/** A place of a text to mark, with why. */
export interface Mark {
  readonly kind: MarkKind;
  readonly range: WireRange;
  /** Behind the place, in the editor. */
  readonly label: string;
  /** What a person reads who asks. */
  readonly reasons: readonly string[];
}

/** A hover longer than this is no help. */
const MOST_REASONS = 10;
/** Behind a line there is not much room. */
const LONGEST_LABEL = 60;

/** What the source loses where: one mark a place, the worst that happens there. */
export function sourceMarks({ fallbacks, lost, left, refusal, problems }: ConversionReport): Mark[] {
  // What was not read is a problem of the source; all others are places of the new text.
  const unread = problems.filter(({ rule }) =>
    refusal === undefined ? rule === 'syntax-error' : rule !== 'nothing-to-convert',
  );
  const said = new Set(unread.map(({ pointer }) => pointer));
  return joined([
    ...unread.map((told) => entry('problem', told, told.reason)),
    ...fallbacks.map((told) => entry('fallback', told, `This input becomes {}: ${told.reason}`)),
    ...left
      .filter(({ pointer }) => !said.has(pointer))
      .map((told) => entry('lost', told, `Left as it is: ${told.reason}`)),
    ...lost.map((told) => entry('lost', told, `Lost: ${told.reason}`)),
  ]);
}

/** What the target says of the new text. */
export function previewMarks({ refusal, problems }: ConversionReport): Mark[] {
  if (refusal !== undefined) return [];
  // What the target would not refuse is no reason to look.
  const of = problems.filter(({ rule, severity }) => rule !== 'syntax-error' && isRefused(severity));
  return joined(of.map((told) => entry('problem', told, `${told.reason} [${told.rule}]`)));
}

export function isRefused(severity: ConversionReport['problems'][number]['severity']): boolean {
  return severity === 'error' || severity === 'warning';
}

interface Entry {
  readonly kind: MarkKind;
  readonly range: WireRange | undefined;
  readonly reason: string;
}

function entry(kind: MarkKind, { range }: Told, reason: string): Entry {
  return { kind, range, reason };
}

function joined(entries: readonly Entry[]): Mark[] {
  const places = new Map<string, { kind: MarkKind; range: WireRange; reasons: string[] }>();
  for (const { kind, range, reason } of entries) {
    if (range === undefined) continue;
    const { start, end } = range;
    const key = `${start.line}:${start.character}-${end.line}:${end.character}`;
    const there = places.get(key);
    if (there === undefined) places.set(key, { kind, range, reasons: [reason] });
    else there.reasons.push(reason);
  }
  return [...places.values()].map(({ kind, range, reasons }) => ({
    kind,
    range,
    label: labelOf(reasons),
    reasons: cut(reasons),
  }));
}

function labelOf([first = '', ...others]: readonly string[]): string {
  const line = first.replace(/\s+/g, ' ');
  const short = line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL).replace(/[\ud800-\udbff]$/, '')}…` : line;
  return others.length === 0 ? short : `${short} (+${others.length})`;
}

function cut(reasons: readonly string[]): readonly string[] {
  const more = reasons.length - MOST_REASONS;
  return more > 0 ? [...reasons.slice(0, MOST_REASONS), `and ${more} more`] : reasons;
}
