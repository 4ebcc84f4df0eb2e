/** How the page of a replay looks: light or dark as the reader's system is, no font or picture from anywhere. */
export const replayStyle = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c2024; --soft: #5a636d; --line: #d9dee3; --card: #f6f8fa;
  --now: #2f6fde; --bad: #c2321f; --good: #1a7f45; --before: #7a4b00; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --ink: #e6e9ec; --soft: #a3adb7; --line: #343b42;
  --card: #1d2226; --now: #7aa7ff; --bad: #ff8b7a; --good: #6fd394; --before: #f0c27a; --warn: #f0c27a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
header, main { max-width: 66rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.5rem; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; overflow-wrap: anywhere; }
h1.bad { color: var(--bad); } h1.good { color: var(--good); }
h2 { font-size: 1.15rem; margin: 2.6rem 0 .5rem; padding-top: .9rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.3rem 0 .2rem; }
p { margin: .35rem 0; max-width: 46rem; }
.soft, .legend { color: var(--soft); }
a { color: inherit; } .warn a { white-space: nowrap; }
.warn { color: var(--warn); font-size: 1.1rem; font-weight: 600; margin: .5rem 0; } .warn a { font-weight: 400; }
.input { color: var(--warn); white-space: nowrap; overflow-wrap: normal; }
.partial { border-left: 4px solid var(--warn); padding: .3rem .8rem; background: var(--card); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem; margin: 1.5rem 0 0; padding: 0; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
.cards dt { color: var(--soft); font-size: .85rem; }
.cards dd { margin: .1rem 0 0; font-size: 1.55rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.2; }
.cards dd small { display: block; font-size: .85rem; font-weight: 400; color: var(--soft); }
svg { display: block; max-width: 100%; height: auto; margin: .8rem 0; }
svg text { fill: var(--ink); font-size: 13px; font-variant-numeric: tabular-nums; }
svg .name, svg .figure { fill: var(--soft); }
svg .now { fill: var(--now); } svg .bad { fill: var(--bad); }
svg .before { fill: none; stroke: var(--before); stroke-width: 1.3; }
.key { display: inline-block; width: 1.6em; height: .7em; border-radius: 2px; margin-left: .6em; vertical-align: baseline; }
.key.now { background: var(--now); margin-left: 0; } .key.before { border: 1.5px solid var(--before); }
.wide { overflow-x: auto; }
.wide:focus-visible, summary:focus-visible { outline: 2px solid var(--now); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .85rem; white-space: nowrap; }
.figures td, .figures th + th, .count { text-align: right; white-space: nowrap; }
.failures th[scope=row] { min-width: 13rem; } .failures .rule { white-space: nowrap; overflow-wrap: normal; }
.failures td:last-child { min-width: 15rem; }
code, .code { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: .92em; overflow-wrap: anywhere; }
details { margin: .4rem 0; } summary { cursor: pointer; color: var(--soft); }
.rule { color: var(--bad); } .worse { color: var(--bad); } .better { color: var(--good); } .different { color: var(--warn); }
blockquote { margin: .3rem 0; padding: .1rem .9rem; border-left: 3px solid var(--line); }
footer { color: var(--soft); font-size: .85rem; margin-top: 3rem; }
@media print { details { display: block; } }
`;
