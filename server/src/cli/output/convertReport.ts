import { type ConvertTextResult, counted, visible } from '../../core/index';
import type { Session } from '../files/session';
import { type Verification, verificationText } from '../outside/verify';

type Lists = Pick<ConvertTextResult, 'fallbacks' | 'lost' | 'added' | 'left' | 'normalized' | 'problems'>;
type Counts = Record<keyof Lists, number>;
type Made = Lists & Pick<ConvertTextResult, 'dialect' | 'text'>;

/** How much a conversion has to tell, over all chunks of a file. */
export class ConversionCounts {
  private readonly counts: Counts = { fallbacks: 0, lost: 0, added: 0, left: 0, normalized: 0, problems: 0 };

  /** What was written; a person may have named a provider. */
  private dialect: ConvertTextResult['dialect'] | undefined;

  add(result: Made): void {
    if (result.text !== undefined) this.dialect = result.dialect;
    for (const name of Object.keys(this.counts) as (keyof Lists)[]) this.counts[name] += result[name].length;
  }

  line({ errors }: Session): string {
    const { fallbacks, lost, added, left, normalized, problems } = this.counts;
    const parts = [
      counted(fallbacks, 'fallback'),
      `${lost} lost`,
      ...(added > 0 ? [`${added} added`] : []),
      ...(normalized > 0 ? [`${normalized} normalized`] : []),
      ...(left > 0 ? [`${left} left`] : []),
      counted(problems, 'problem'),
    ];
    const written = this.dialect === undefined ? '' : `${this.dialect}: `;
    return errors.paint.bold(written + parts.join(', '));
  }
}

/** `told`: messages that are told with their place in the file anyway. */
export function conversionLines(
  { fallbacks, lost, added, left, normalized, problems }: Lists,
  verified: readonly Verification[],
  told: ReadonlySet<string>,
  { errors }: Session,
): string[] {
  const line = (verb: string, at: string, what: string) =>
    `  ${verb.padEnd(8)} ${visible(at === '' ? '(the document)' : at).padEnd(32)} ${errors.paint.dim(visible(what))}`;
  return [
    ...fallbacks.map(({ pointer, id, name, text, reason }) =>
      line('fallback', pointer, `${name} ${JSON.stringify(id)}: ${reason}, replaced by {}: ${text}`),
    ),
    ...lost.map(({ pointer, reason }) => line('lost', pointer, reason)),
    ...added.map(({ pointer, reason }) => line('added', pointer, reason)),
    ...normalized.map(({ action, pointer, reason }) => line(action, pointer, reason)),
    ...left.map(({ pointer, reason }) => line('left', pointer, reason)),
    ...problems
      .filter(({ message }) => !told.has(message))
      .map(({ severity, pointer, message, rule }) => line(severity, pointer, `${message} [${rule}]`)),
    ...verified.map((one) => line(one.verdict, one.pointer, verificationText(one))),
  ];
}
