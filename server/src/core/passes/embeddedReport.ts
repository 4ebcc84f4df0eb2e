import type { Fragment } from '../document/fragments';
import type { NormalizeReport } from './normalizeReport';

/** The report on a text in a string, told of the outer text. */
export function outerReport<Report extends NormalizeReport & { readonly pointer: string }>(
  report: Report,
  { pointer: at, toOuter }: Fragment,
): Report {
  const name = <Record extends { readonly pointer: string }>(one: Record): Record => {
    return { ...one, pointer: at + one.pointer };
  };
  return {
    ...name(report),
    drops: report.drops.map(({ range, couldAnswer, ...drop }) => ({
      ...name(drop),
      ...(couldAnswer && { couldAnswer: couldAnswer.map(name) }),
      ...(range && { range: toOuter(range) }),
    })),
    moved: report.moved.map(name),
    inserted: report.inserted.map(name),
    renamed: report.renamed.map(name),
    left: report.left.map(name),
  };
}
