// The table of rules in README.md, from the rules' own metadata.

const START = '<!-- rules:start -->';
const END = '<!-- rules:end -->';

/**
 * @param {readonly { id: string, summary: string, severity: Readonly<Record<string, string | undefined>>, fixable: string }[]} rules
 */
export function ruleTable(rules) {
  const rows = rules.map(({ id, summary, severity, fixable }) => {
    const link = `[\`${id}\`](docs/rules/${id}.md)`;
    return `| ${link} | ${summary} | ${severityOf(severity)} | ${fixable === 'none' ? '' : fixable} |`;
  });
  return ['| rule | what is wrong | severity | fix |', '|---|---|---|---|', ...rows].join('\n');
}

/** One word where the dialects agree; rules without a severity of their own follow the target's table.
 * @param {Readonly<Record<string, string | undefined>>} severity
 */
function severityOf(severity) {
  const settings = [...new Set(Object.values(severity))];
  if (settings.length === 0 || (settings.length === 1 && settings[0] === 'off')) return 'by target';
  return settings.length === 1
    ? String(settings[0])
    : Object.entries(severity)
        .map(([dialect, setting]) => `${setting === 'off' ? 'by target' : setting} in ${dialect}`)
        .join(', ');
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
