import type { ConversionReport, ToldChange } from './protocol';
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

/** What a conversion costs, a line each. */
export function conversionLines({ fallbacks, lost, added, left, problems }: ConversionReport): ChangeLine[] {
  const line = (icon: string, what: string, { range }: Pick<ToldChange, 'range'>, words: string): ChangeLine => ({
    ...{ icon, what, words },
    ...(range !== undefined && { range }),
  });
  return [
    ...lost.map((told) => line('trash', 'lost', told, told.reason)),
    ...fallbacks.map((told) => line('warning', `input of ${told.name} becomes {}`, told, told.reason)),
    ...left.map((told) => line('circle-slash', 'left as it is', told, told.reason)),
    ...added.map((told) => line('add', 'added', told, told.reason)),
    // Their places are those of the new text.
    ...problems.map((told) => line('error', told.rule, {}, told.reason)),
  ];
}
