import type { ReplayComparison } from '../../replay/compare';
import type { FailureReport, InputReport, ReplayReport, RuleReport, ShareReport } from '../../replay/replayReport';
import { type Html, html, joined, nothing } from '../html';
import { ENTRY_NOTE } from './replayNotes';
import { type Bar, barPlot, distributionPlot, table } from './replayPlot';
import { replayStyle } from './replayStyle';
import {
  adviceOf,
  comparisonHeadline,
  conversationsText,
  extentOf,
  firstOf,
  headlineOf,
  inputPlace,
  inputText,
  many,
  notCheckedText,
  numberText,
  percentText,
  placeText,
  reuseText,
  saidOf,
  scopeOf,
  shiftText,
  turnsText,
} from './replayWords';

export interface ReplayPageOptions {
  /** An earlier report, drawn behind this one. */
  readonly baseline?: ReplayReport | undefined;
  readonly comparison?: ReplayComparison | undefined;
  /** Where a host allows styles by nonce alone. */
  readonly nonce?: string | undefined;
}

/**
 * A replay's report as a page of its own: one file, no script, nothing from anywhere else, every text escaped. Plots have their figures
 * as tables.
 */
export function replayHtml(report: ReplayReport, options: ReplayPageOptions = {}): string {
  const { nonce } = options;
  const styles = nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const style = nonce === undefined ? html`<style>` : html`<style nonce="${nonce}">`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${{ html: styles }}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headlineOf(report)}</title>
${style}${{ html: replayStyle }}</style>
</head>
<body>
${header(report)}
<main>
${report.all.prefixes === 0 ? nothing : body(report, options)}
</main>
</body>
</html>
`;
  return page.html;
}

function header(report: ReplayReport): Html {
  const { all, isPartial } = report;
  const input = inputText(report);
  const left = notCheckedText(report);
  // Green is for what is sound as a whole.
  const tone =
    all.failing > 0 ? 'bad' : input === undefined && left === undefined && all.prefixes > 0 ? 'good' : 'plain';
  return html`<header>
<h1 class="${tone}">${headlineOf(report)}</h1>
${input === undefined ? nothing : html`<p class="warn">${input} <a href="#input">Where they are</a></p>`}
${left === undefined ? nothing : html`<p class="warn">${left}${all.prefixes > 0 ? html` <a href="#unchecked">All of it</a>` : nothing}</p>`}
${all.failing > 0 ? html`<p>${conversationsText(report)}</p>` : nothing}
${all.prefixes > 0 ? html`<p class="soft">${scopeOf(report)}${report.dropped.max > 0 ? ` ${ENTRY_NOTE}` : ''}</p>` : nothing}
${isPartial ? html`<p class="partial">The run was stopped before its end; these are the figures so far.</p>` : nothing}
</header>`;
}

function body(report: ReplayReport, { baseline, comparison }: ReplayPageOptions): Html {
  return joined([
    cards(report),
    advice(report),
    brokenRules(report),
    givenUp(report),
    shares(report),
    comparison === undefined ? nothing : shifts(comparison),
    placing(report, baseline),
    distributionPlot(
      'tokens',
      'Tokens sent',
      'Instructions, tool declarations and what is kept.',
      report.tokens,
      baseline?.tokens,
    ),
    reuse(report, baseline),
    inputProblems(report),
    unchecked(report),
    failures(report),
    html`<footer>Written by transcript-lint. The report holds ids and places, no text of the conversations.</footer>`,
  ]);
}

function cards({ all, byShape, reuse: repeated, overBudget }: ReplayReport): Html {
  const card = (name: string, figure: string, small: string) =>
    html`<div><dt>${name}</dt><dd>${figure}<small>${small}</small></dd></div>`;
  const shareCard = (name: string, { failing, prefixes, rate }: ShareReport) =>
    card(
      name,
      percentText(rate),
      prefixes === 0 ? 'no windows' : `${numberText(failing)} of ${many(prefixes, 'window')}`,
    );
  return html`<dl class="cards">
${shareCard('Windows that break', all)}
${shareCard('With tools', byShape.tools)}
${shareCard('Without tools', byShape.plain)}
${card('Prefix reuse', repeated.tokens === 0 ? '–' : percentText(repeated.share), 'of the tokens sent')}
${overBudget > 0 ? card('Over budget', numberText(overBudget), overBudget === 1 ? 'window' : 'windows') : nothing}
</dl>
`;
}

function advice(report: ReplayReport): Html {
  const all = adviceOf(report);
  if (all.length === 0) return nothing;
  return html`<section aria-labelledby="advice"><h2 id="advice">What to do</h2><ul>${all.map((one) => html`<li>${one}</li>`)}</ul></section>
`;
}

function brokenRules(report: ReplayReport): Html {
  const rules = report.rules.filter(({ blame }) => blame === 'trim');
  if (rules.length === 0) return nothing;
  return html`<section aria-labelledby="breaks"><h2 id="breaks">What breaks</h2>
${rules.map((rule) => brokenRule(rule, firstOf(report, rule), saidOf(report, rule)))}</section>
`;
}

function brokenRule(rule: RuleReport, first: FailureReport | undefined, said: string | undefined): Html {
  const title = html`<h3><span class="rule code">${rule.rule}</span> <span class="soft">${extentOf(rule)}</span></h3>`;
  if (first === undefined) return title;
  const { message, path, pointer } = first;
  return html`${title}
<p>${message}</p>
${said === undefined ? nothing : html`<blockquote><p>${said}</p></blockquote>`}
<p class="soft">First in <span class="code">${path}${pointer === '' ? '' : ` ${pointer}`}</span>, ${placeText(first)}.</p>
`;
}

function givenUp({ givenUp: all }: ReplayReport): Html {
  if (all.length === 0) return nothing;
  const rows = all.map(
    ({ path, pointer, length, of, message }) =>
      html`<li><span class="code">${path}${pointer === '' ? '' : ` ${pointer}`}</span> at ${numberText(length)} of ${numberText(of)} messages: ${message}</li>`,
  );
  return html`<section aria-labelledby="given-up"><h2 id="given-up">Given up</h2><ul>${rows}</ul></section>
`;
}

function shares({ all, byShape, byTurn }: ReplayReport): Html {
  if (all.failing === 0) return nothing;
  const rows: (readonly [string, ShareReport])[] = [
    ['with tools', byShape.tools],
    ['without tools', byShape.plain],
    ...byTurn.map((turn) => [turnsText(turn), turn] as const),
  ];
  const shown = rows.filter(([, { prefixes }]) => prefixes > 0);
  const bars = shown.map(
    ([name, { rate, failing, prefixes }]): Bar => ({
      name,
      share: rate,
      figure: `${percentText(rate)} (${numberText(failing)} of ${numberText(prefixes)})`,
      isBad: true,
    }),
  );
  const summary = `Share of windows that break: ${shown.map(([name, { rate }]) => `${name} ${percentText(rate)}`).join(', ')}.`;
  return html`<section aria-labelledby="where"><h2 id="where">Where it breaks</h2>
<p>The share of windows that break, in conversations with and without tools, and by the number of user turns so far.</p>
${barPlot('where-plot', summary, bars)}
${table(
  'Where it breaks',
  ['Windows', 'Break', 'Of', 'Share'],
  shown.map(([name, { failing, prefixes, rate }]) => [
    name,
    numberText(failing),
    numberText(prefixes),
    percentText(rate),
  ]),
)}
</section>
`;
}

function shifts(comparison: ReplayComparison): Html {
  const rows = comparison.shifts.map((shift) => {
    const verdict = shift.verdict === 'different' ? 'shifted' : shift.verdict;
    return html`<tr><th scope="row">${shift.what}</th><td class="${shift.verdict}">${verdict}</td><td>${shiftText(shift)}</td></tr>`;
  });
  return html`<section aria-labelledby="baseline"><h2 id="baseline">Since the baseline</h2><p>${comparisonHeadline(comparison)}</p>
<div class="wide" role="region" aria-label="Since the baseline: the table" tabindex="0"><table><thead><tr><th scope="col">Figure</th><th scope="col">Verdict</th><th scope="col">Before and now</th></tr></thead><tbody>${rows}</tbody></table></div></section>
`;
}

/** Without a pinned head a window starts where what is left out ends: one plot is enough. */
function placing({ dropped, starts }: ReplayReport, baseline: ReplayReport | undefined): Html {
  const isSame = [dropped, baseline?.dropped].every(
    (one, at) => JSON.stringify(one) === JSON.stringify([starts, baseline?.starts][at]),
  );
  const note = isSame
    ? 'What each window lacks of its conversation; it starts behind that.'
    : 'What each window lacks of its conversation.';
  const lacking = distributionPlot('dropped', 'Entries left out of a window', note, dropped, baseline?.dropped);
  if (isSame) return lacking;
  const behind = 'The first entry that each window keeps, a pinned head aside.';
  return joined([lacking, distributionPlot('starts', 'Where windows start', behind, starts, baseline?.starts)]);
}

function reuse(report: ReplayReport, baseline: ReplayReport | undefined): Html {
  return distributionPlot(
    'reuse',
    'Prefix reuse',
    `${reuseText(report)} By window, in per cent:`,
    report.reuse.bySize,
    baseline?.reuse.bySize,
    true,
  );
}

function inputProblems({ rules, input }: ReplayReport): Html {
  const inputs = rules.filter(({ blame }) => blame === 'input');
  if (inputs.length === 0 && (input === undefined || input.prefixes === 0)) return nothing;
  return html`<section aria-labelledby="input"><h2 id="input">Broken before it was trimmed</h2>
<p>These are no fault of the window: the conversation has them as it stands.</p>
${inputs.length === 0 ? nothing : html`<ul>${inputs.map((rule) => html`<li><span class="code">${rule.rule}</span> <span class="soft">${extentOf(rule)}</span></li>`)}</ul>`}
${input === undefined ? nothing : inputTable(input)}</section>
`;
}

function inputTable({ faults, problems }: InputReport): Html {
  if (faults.length === 0) return nothing;
  const rows = faults.map(
    (fault) =>
      html`<tr><th scope="row"><span class="code">${inputPlace(fault)}</span></th><td><span class="input code">${fault.rule}</span></td><td>${fault.message}</td></tr>`,
  );
  const more = problems - faults.length;
  return html`<div class="wide" role="region" aria-label="Broken before it was trimmed: the table" tabindex="0"><table class="failures"><thead><tr><th scope="col">Place</th><th scope="col">Rule</th><th scope="col">What is wrong</th></tr></thead><tbody>${rows}</tbody></table></div>
${more > 0 ? html`<p class="soft">${numberText(more)} more are not listed; <span class="code">transcript-lint check</span> lists them all.</p>` : nothing}
`;
}

function unchecked({ notChecked = [], moreNotChecked = 0 }: ReplayReport): Html {
  if (notChecked.length === 0) return nothing;
  const rows = notChecked.map(
    ({ path, line, pointer, message }) =>
      html`<tr><th scope="row"><span class="code">${inputPlace({ path, line, at: pointer })}</span></th><td>${message}</td></tr>`,
  );
  return html`<section aria-labelledby="unchecked"><h2 id="unchecked">Not checked</h2>
<p>Nothing above speaks for these, or not in full.</p>
<div class="wide" role="region" aria-label="Not checked: the table" tabindex="0"><table class="failures"><thead><tr><th scope="col">Place</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table></div>
${moreNotChecked > 0 ? html`<p class="soft">${numberText(moreNotChecked)} more are not listed.</p>` : nothing}</section>
`;
}

function failures({ failures: all, moreFailures }: ReplayReport): Html {
  if (all.length === 0) return nothing;
  const rows = all.map(
    ({ path, pointer, rule, length, start, dropped, prefixes, message }) =>
      html`<tr><th scope="row"><span class="code">${path}${pointer === '' ? '' : ` ${pointer}`}</span></th><td><span class="rule code">${rule}</span></td><td class="count">${numberText(length)}</td><td class="count">${numberText(start)}</td><td class="count">${numberText(dropped)}</td><td class="count">${numberText(prefixes)}</td><td>${message}</td></tr>`,
  );
  const more = moreFailures > 0 ? html`<p class="soft">${numberText(moreFailures)} more are not listed.</p>` : nothing;
  return html`<section aria-labelledby="failures"><h2 id="failures">Every conversation that breaks</h2>
<p>For each rule the first window of the conversation that breaks it.</p>
<div class="wide" role="region" aria-label="Every conversation that breaks: the table" tabindex="0"><table class="failures"><thead><tr><th scope="col">Conversation</th><th scope="col">Rule</th><th scope="col" class="count">Messages</th><th scope="col" class="count">Start</th><th scope="col" class="count">Left out</th><th scope="col" class="count">Windows</th><th scope="col">What is wrong</th></tr></thead><tbody>${rows}</tbody></table></div>${more}</section>
`;
}
