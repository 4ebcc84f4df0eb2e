// The tables of pages: rules in README.md, from their own metadata, and dialects in docs/convert.md.

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
 * @param {readonly { id: string, description: string }[]} dialects
 */
export function dialectTable(dialects) {
  const rows = dialects.map(({ id, description }) => `| \`${id}\` | ${description} |`);
  return ['| dialect | what it is |', '|---|---|', ...rows].join('\n');
}

/**
 * The text with another table between the markers.
 * @param {string} page
 * @param {'rules' | 'dialects'} name
 * @param {string} table
 */
export function withTable(page, name, table) {
  const [first, last] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const start = page.indexOf(first);
  const end = page.indexOf(last);
  if (start < 0 || end < start) throw new Error(`the page lacks ${first} and ${last}`);
  return `${page.slice(0, start)}${first}\n${table}\n${page.slice(end)}`;
}
