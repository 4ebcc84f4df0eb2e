import type { DistributionReport } from '../passes/distribution';
import { binsOf } from './replay/replayBins';
import { numberText, spanText } from './replay/replayWords';
import type { Medium } from './types';
import { wrap } from './wrap';

/** Characters that a full bar takes. */
const BAR = 24;

/** A distribution for a terminal; nothing where there is none. */
export function histogram(title: string, distribution: DistributionReport, medium: Medium): readonly string[] {
  const { count, mean, median, p90, max } = distribution;
  if (count === 0) return [];
  const bins = binsOf(distribution, undefined);
  const most = Math.max(...bins.map((bin) => bin.count));
  const rows = bins.map((bin) => [spanText(bin), numberText(bin.count), bar(bin.count / most)]);
  const figures = `mean ${numberText(Math.round(mean * 10) / 10)}, median ${numberText(median)}, 90 % up to ${numberText(p90)}, at most ${numberText(max)}`;
  return [...heading(title, figures, medium), ...columns(rows).map((line) => withBar(line, medium.paint.cyan))];
}

/** What is said of it beside it, or below it where the terminal is too narrow for both. */
function heading(title: string, figures: string, medium: Medium): readonly string[] {
  const { paint, columns: available, width } = medium;
  if (width(`${title}  ${figures}`) <= available) return [`${paint.bold(title)}  ${paint.dim(figures)}`];
  return [...wrap(title, medium).map(paint.bold), ...wrap(figures, medium, '  ').map(paint.dim)];
}

/** Eighths of a character, the last one first drawn. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of block characters, exact to an eighth of one. */
export function bar(share: number): string {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(share * BAR * 8));
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '');
}

/** The bar at the end of a line in its colour. */
export function withBar(line: string, colour: (text: string) => string): string {
  const at = line.search(/[█▏▎▍▌▋▊▉]/);
  return at < 0 ? line : line.slice(0, at) + colour(line.slice(at));
}

/** Names to the left, figures to the right, what comes last as it is. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (column === row.length - 1) return cell;
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .replace(/^/, '  ')
      .trimEnd(),
  );
}
