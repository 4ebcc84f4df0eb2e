// The table of rules in README.md, from the rules' own metadata.

const START = '<!-- rules:start -->';
const END = '<!-- rules:end -->';

/**
 * @typedef {{ id: string, summary: string, severity: string, only?: (dialect: never) => boolean, fixable: string }} Meta
 * @param {readonly Meta[]} rules
 * @param {readonly { id: string }[]} dialects
 */
export function ruleTable(rules, dialects) {
  const rows = rules.map((meta) => {
    const { id, summary, fixable } = meta;
    const link = `[\`${id}\`](docs/rules/${id}.md)`;
    return `| ${link} | ${summary} | ${severityOf(meta, dialects)} | ${fixable === 'none' ? '' : fixable} |`;
  });
  return ['| rule | what is wrong | severity | fix |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Rules that are off by themselves follow the target's table.
 * @param {Meta} meta
 * @param {readonly { id: string }[]} dialects
 */
function severityOf({ severity, only }, dialects) {
  if (severity === 'off') return 'by target';
  if (only === undefined) return severity;
  const on = dialects.filter((dialect) => only(/** @type {never} */ (dialect))).map(({ id }) => id);
  return `${severity} in ${on.join(', ')}`;
}

/**
 * The text with another table between the markers.
 * @param {string} readme
 * @param {string} table
 */
export function withTable(readme, table) {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`README.md lacks ${START} and ${END}`);
  return `${readme.slice(0, start)}${START}\n${table}\n${readme.slice(end)}`;
}
