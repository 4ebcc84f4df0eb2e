import type { ConversionReport, ToldChange, WireRange } from '../../../../server/src/protocol/index';
import type { ChangeLine } from './wholeFileChange';

const ICONS: Readonly<Record<ToldChange['kind'], string>> = {
  dropped: 'trash',
  inserted: 'add',
  moved: 'arrow-swap',
  renamed: 'edit',
  left: 'circle-slash',
};

/** What normalizing or trimming does, a line each. */
export function changeLines(changes: readonly ToldChange[]): ChangeLine[] {
  return changes.map(({ kind, words, why, range }) => ({
    ...{ icon: ICONS[kind], words, what: kind === 'left' ? `left as it is: ${why}` : `${kind}: ${why}` },
    ...(range !== undefined && { range }),
  }));
}

/** What a conversion costs, a line each; `wordsAt` gives the first words of a place of the source. */
export function conversionLines(
  { fallbacks, lost, added, left, problems }: ConversionReport,
  wordsAt: (range: WireRange | undefined) => string,
): ChangeLine[] {
  const line = (icon: string, what: string, { range }: Pick<ToldChange, 'range'>): ChangeLine => ({
    ...{ icon, what, words: wordsAt(range) },
    ...(range !== undefined && { range }),
  });
  return [
    ...lost.map((told) => line('trash', `lost: ${told.reason}`, told)),
    ...fallbacks.map((told) => line('warning', `input of ${told.name} becomes {}: ${told.reason}`, told)),
    ...left.map((told) => line('circle-slash', `left as it is: ${told.reason}`, told)),
    ...added.map((told) => line('add', `added: ${told.reason}`, told)),
    // Their places are those of the new text.
    ...problems.map((told) => ({ icon: 'error', what: told.rule, words: told.reason })),
  ];
}
