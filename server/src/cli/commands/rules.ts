import { ruleEntries as catalogue, type RuleEntry, ruleNames } from '../../core/index';
import type { ExitCode, Io } from '../io';
import { didYouMean } from '../options/options';
import { mediumOf } from '../output/colour';
import { UsageError } from '../usage';

export interface RulesCommandOptions {
  readonly json: boolean;
}

/** Prints the catalogue of rules, or the page of one. */
export async function rules(name: string | undefined, options: RulesCommandOptions, io: Io): Promise<ExitCode> {
  const id = name === undefined ? undefined : ruleNames.find(name);
  const meta = id === undefined ? undefined : catalogue.find((rule) => rule.id === id);
  if (name !== undefined && meta === undefined)
    throw new UsageError(`there is no rule "${name}".${didYouMean(name, ruleNames.ids)}`);
  if (options.json) {
    await io.stdout.write(`${JSON.stringify(meta === undefined ? catalogue : meta, undefined, 2)}\n`);
  } else if (meta === undefined) {
    await io.stdout.write(list(io));
  } else {
    await io.stdout.write(withHeadings((await io.readRulePage(meta.id)) ?? pageOf(meta), io));
  }
  return 0;
}

const FIXES: Readonly<Record<RuleEntry['fixable'], string>> = { safe: 'fix', choice: 'choice', none: '' };

function list(io: Io): string {
  const { paint } = mediumOf(io.stdout, io.env);
  const width = Math.max(...catalogue.map(({ id }) => id.length));
  const rows = catalogue.map(
    ({ id, fixable, summary }) =>
      `${paint.bold(id.padEnd(width))}  ${paint.green(FIXES[fixable].padEnd(6))}  ${summary}`,
  );
  const legend = 'fix: `transcript-lint fix` mends it; choice: an editor offers ways to mend it';
  return `${rows.join('\n')}\n\n${paint.dim(`${catalogue.length} rules. ${legend}.`)}\n`;
}

/** Severities differ by target: the page says which, the catalogue does not. */
function pageOf({ id, summary, severity }: RuleEntry): string {
  const levels = Object.entries(severity)
    .filter(([, level]) => level !== 'off')
    .map(([dialect, level]) => `- ${dialect}: ${level}`);
  const levelText = levels.length === 0 ? 'As the target says.' : levels.join('\n');
  return `# ${id}\n\n${summary}\n\n## Severity\n\n${levelText}\n`;
}

function withHeadings(markdown: string, io: Io): string {
  const { paint } = mediumOf(io.stdout, io.env);
  return markdown.replace(/^#.*$/gm, (heading) => paint.bold(heading));
}
