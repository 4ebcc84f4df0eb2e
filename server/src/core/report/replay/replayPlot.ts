import type { DistributionReport } from '../../passes/distribution';
import { type Html, html, joined, nothing } from '../html';
import { binsOf } from './replayBins';
import { numberText, percentText, spanText } from './replayWords';

/** One bar of a plot. */
export interface Bar {
  readonly name: string;
  /** 0 to 1 of the plot's width. */
  readonly share: number;
  /** The same of the baseline. */
  readonly before?: number | undefined;
  readonly figure: string;
  readonly isBad?: boolean;
}

/** A distribution as a plot with its figures as a table behind it; the baseline's shares are drawn as outlines. */
export function distributionPlot(
  id: string,
  title: string,
  note: string,
  now: DistributionReport,
  before: DistributionReport | undefined,
  isEven = false,
): Html {
  if (now.count === 0) return nothing;
  const bins = binsOf(now, before, isEven ? MOST_EVEN : MOST_BARS, isEven);
  const shareOf = (count: number, all: number) => (all === 0 ? 0 : count / all);
  const most = Math.max(
    ...bins.map((bin) => Math.max(shareOf(bin.count, now.count), shareOf(bin.before, before?.count ?? 0))),
  );
  const bars = bins.map((bin) => ({
    name: spanText(bin),
    share: shareOf(bin.count, now.count) / most,
    before: before === undefined ? undefined : shareOf(bin.before, before.count) / most,
    figure: numberText(bin.count),
  }));
  const { mean, median, p90, p99, max } = now;
  const figures = `Mean ${numberText(Math.round(mean * 10) / 10)}, median ${numberText(median)}, 90\u00a0% up to ${numberText(p90)}, 99\u00a0% up to ${numberText(p99)}, at most ${numberText(max)}.`;
  const mostOften = bins.reduce((best, bin) => (bin.count > best.count ? bin : best));
  const summary = `${title}: ${numberText(now.count)} windows; ${figures} Most often ${spanText(mostOften)} (${percentText(mostOften.count / now.count)}).`;
  const hasBefore = before !== undefined && before.count > 0;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${note} ${figures}</p>
${barPlot(`${id}-plot`, summary, bars)}${hasBefore ? html`<p class="legend"><span class="key now"></span> this run <span class="key before"></span> baseline, each as a share of its own windows</p>` : nothing}
${table(
  title,
  hasBefore ? [title, 'Windows', 'Share', 'Baseline', 'Share'] : [title, 'Windows', 'Share'],
  bins.map((bin) => [
    spanText(bin),
    numberText(bin.count),
    percentText(shareOf(bin.count, now.count)),
    ...(hasBefore ? [numberText(bin.before), percentText(shareOf(bin.before, before.count))] : []),
  ]),
)}
</section>
`;
}

/** A page has room for more bars than a terminal. */
const MOST_BARS = 14;
const MOST_EVEN = 11;

const WIDTH = 680;
const LINE = 22;
const NAMES = 150;
const FIGURES = 130;

/** Horizontal bars, so that names have room. The title is what a screen reader says of it. */
export function barPlot(id: string, summary: string, bars: readonly Bar[]): Html {
  const height = bars.length * LINE + 4;
  const room = WIDTH - NAMES - FIGURES;
  const drawn = bars.map(({ name, share, before, figure, isBad }, index) => {
    const top = index * LINE + 2;
    const width = share <= 0 ? 0 : Math.max(1.5, share * room);
    const outline =
      before === undefined || before <= 0
        ? nothing
        : html`<rect class="before" x="${NAMES + 0.5}" y="${top + 1.5}" width="${round(Math.max(1.5, before * room))}" height="${LINE - 7}" rx="2"/>`;
    return html`<text class="name" x="${NAMES - 10}" y="${top + 14}" text-anchor="end">${name}</text><rect class="${isBad === true ? 'bad' : 'now'}" x="${NAMES}" y="${top + 4}" width="${round(width)}" height="${LINE - 12}" rx="2"/>${outline}<text class="figure" x="${round(NAMES + Math.max(width, (before ?? 0) * room) + 8)}" y="${top + 14}">${figure}</text>`;
  });
  return html`<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"><title id="${id}">${summary}</title>${joined(drawn)}</svg>
`;
}

function round(value: number): string {
  return value.toFixed(1);
}

/** The same figures for who cannot see the plot, or wants to copy them. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  const head = heads.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map(
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<details><summary>The figures</summary><div class="wide" role="region" aria-label="${caption}: the figures" tabindex="0"><table class="figures"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div></details>`;
}
