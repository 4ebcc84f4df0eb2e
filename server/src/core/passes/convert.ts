import { convertNormalized, type Normalized, normalizeMade } from './convertNormalized';
import { conversationsAt, problemsIn } from './convertRoot';
import type { ConversionProblem, ConversionSettings, ConvertReport, RootConversion } from './convertTypes';
import { placedBy, type ReadRoot, type Subject } from './subject';

/** What a conversion tells, and whether it is what was asked for. */
export interface JudgedReport extends ConvertReport {
  /** There is a document, the target has no error to report, and with `strict` nothing was lost. */
  readonly ok: boolean;
}

/**
 * The conversations of a subject in another dialect (docs/design/conversion.md). What stands around them stays as it is. There is no
 * subject where there is no new document: a new call that cannot be sent, nothing that could be converted.
 */
export function convertSubject<Of extends Subject<Of>>(
  start: Of,
  settings: ConversionSettings,
): { readonly subject: Of | undefined; readonly report: JudgedReport } {
  const { conversion, normalization, inner } = convertNormalized(start, settings);
  const { rewrite, whole, places, refused } = conversion;
  const told = { conversion, normalization, inner };
  if (refused.length > 0) return { subject: undefined, report: reportOf(told, undefined, [], settings) };
  const read: ReadRoot = (root) => conversationsAt(root, places);
  const made = whole === undefined ? inner.apply(rewrite, read) : inner.replace(whole, read);
  const behind = settings.normalizes ? behindConversion(made) : undefined;
  const subject = behind === undefined ? made : made.apply(behind.rewrite);
  return { subject, report: reportOf(told, behind, problemsIn(subject), settings) };
}

interface Told {
  readonly conversion: RootConversion;
  readonly normalization: Normalized | undefined;
  readonly inner: Pick<Subject<unknown>, 'origin'>;
}

/** Places are those of the source that came in, but where they are of the new document (`problems`). */
function reportOf(
  { conversion, normalization, inner }: Told,
  behind: Normalized | undefined,
  problems: readonly ConversionProblem[],
  { to, isStrict }: ConversionSettings,
): JudgedReport {
  const { lossLog, left, refused, unread } = conversion;
  const traced = <Entry extends { readonly pointer: string }>(entries: readonly Entry[]) => placedBy(inner, entries);
  const all = [...traced(refused), ...traced(unread), ...problems];
  const fallbacks = traced(lossLog.fallbacks);
  const lost = [...(normalization?.lost ?? []), ...traced(lossLog.lost), ...(behind?.lost ?? [])];
  const isClean = all.every(({ severity }) => severity !== 'error');
  const isWhole = lost.length === 0 && fallbacks.length === 0;
  return {
    dialect: to.id,
    fallbacks,
    lost,
    added: traced(lossLog.added),
    left: traced(left),
    normalized: [...(normalization?.normalized ?? []), ...(behind?.normalized ?? [])],
    problems: all,
    ok: isClean && (!isStrict || isWhole),
  };
}

/**
 * The four rules on the new document, where something is left to do: a log has no place for what they add, and the new dialect may
 * pair what the old one did not.
 */
function behindConversion(made: Subject<unknown>): Normalized | undefined {
  const { rewrite, lost, normalized } = normalizeMade(made);
  if (rewrite.size === 0) return undefined;
  return { rewrite, lost: placedBy(made, lost), normalized: placedBy(made, normalized) };
}
