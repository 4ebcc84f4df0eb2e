import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type DialectOption,
  dialectNames,
  nearest,
  type RuleSettings,
  ruleNames,
  type Severity,
  type SeveritySetting,
  type Target,
  targetIds,
} from '../../core/index';
import type { Selection } from '../files/governed';
import { severities } from '../output/output';

/** What `check` and `fix` have in common. */
export interface SelectionOptions {
  readonly rule: RuleSettings;
  readonly target?: Target;
  readonly dialect?: DialectOption;
  readonly stdinFilename?: string;
  readonly rows?: boolean;
  readonly forceExclude?: boolean;
}

export interface CheckOptions extends SelectionOptions {
  readonly format: string;
  readonly severity?: Severity;
  readonly maxWarnings?: number;
}

export function selectionOf({ rule, target, dialect, rows, forceExclude }: SelectionOptions): Selection {
  return { rules: rule, target, dialect, rows, forceExclude };
}

export const ROWS_OPTION = [
  '--rows',
  'read as JSON Lines whatever it is called, each row a document of its own',
] as const;

export function addSelectionOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--rule <id=level>', 'set the severity of a rule: error, warning, info, hint or off (repeatable)')
        .default({}, 'as the target and the configuration say')
        .argParser(readRuleSetting),
    )
    .addOption(new Option('--target <provider>', 'who must accept the conversations').choices([...targetIds]))
    .addOption(new Option('--dialect <name>', 'read the files as this dialect').choices([...dialectNames]))
    .option('--force-exclude', 'leave out what ignore files hide even where it is named, as hooks name every file')
    .option('--stdin-filename <name>', 'what standard input ("-") is called, for globs and suffixes');
}

/** `usual`: what the command reports when nothing is said. */
export function addSeverityOptions(command: Command, usual: string): Command {
  return command
    .addOption(
      new Option('--severity <level>', `report only what is at least this severe (default: ${usual})`).choices([
        ...severities,
      ]),
    )
    .addOption(
      new Option('--max-warnings <n>', 'exit with 1 when there are more warnings than this').argParser(readCount),
    );
}

const SETTINGS: readonly string[] = [...severities, 'off'];

function readRuleSetting(written: string, before: RuleSettings): RuleSettings {
  const equals = written.indexOf('=');
  const name = equals < 0 ? written : written.slice(0, equals);
  const level = equals < 0 ? '' : written.slice(equals + 1);
  const id = ruleNames.find(name);
  if (id === undefined) throw new InvalidArgumentError(`There is no rule "${name}".${didYouMean(name, ruleNames.ids)}`);
  if (!SETTINGS.includes(level))
    throw new InvalidArgumentError(`Write it as ${name}=LEVEL, where LEVEL is one of ${SETTINGS.join(', ')}.`);
  return { ...before, [id]: level as SeveritySetting };
}

function readCount(written: string): number {
  if (!/^\d+$/.test(written)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(written);
}

export function didYouMean(written: string, known: readonly string[]): string {
  const meant = nearest(written, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}
