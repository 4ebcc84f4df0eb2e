import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DialectOption, dialectNames, type Target, targetIds } from '../../core/index';
import { type EncodingName, encodingNames } from '../../host/encodings';
import { addExamples } from '../options/help';
import { addWindowOptions, type WindowArguments } from '../options/trimOptions';

export interface ReplayCommandOptions extends WindowArguments {
  readonly exec?: string;
  readonly timeout: number;
  readonly encoding?: EncodingName;
  readonly target?: Target;
  readonly dialect?: DialectOption;
  readonly model?: string;
  readonly stdinFilename?: string;
  readonly config?: string;
  readonly format: 'text' | 'json';
  readonly json: boolean;
  readonly html?: string;
  readonly baseline?: string;
  readonly failOn: 'trim' | 'input' | 'none';
  readonly jobs: number;
  readonly quiet: boolean;
}

/** Long enough for a slow start of a slow language; a window is computed in milliseconds. */
const TIMEOUT_MS = 10_000;
/** More processes than this help on no machine. */
const MOST_JOBS = 256;

/** The options and the help of `replay`. */
export function addReplayOptions(command: Command): Command {
  addWindowOptions(command)
    .addOption(
      new Option(
        '--exec <command>',
        'your own trimming: reads a JSON line {"id", "messages"} a prefix, answers the same with the window',
      ).conflicts(['budget', 'limit', 'last', 'pinHead', 'onEmpty', 'step']),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long --exec may take for one prefix')
        .argParser(wholeNumber)
        .default(TIMEOUT_MS, '10 s'),
    )
    .addOption(
      new Option('--encoding <name>', 'count texts exactly with a public encoding').choices([...encodingNames]),
    )
    .addOption(new Option('--target <provider>', 'who must accept the windows').choices([...targetIds]))
    .addOption(new Option('--dialect <name>', 'read the files as this dialect').choices([...dialectNames]))
    .option('--model <name>', 'the model that the requests are for')
    .option('--config <file>', 'this configuration for all files, in place of those that are found')
    .addOption(new Option('--format <name>', 'how to report').choices(['text', 'json']).default('text'))
    .option('--json', 'the same as --format json', false)
    .option('--html <file>', 'write the report as a page with plots, too; - prints it in place of the text')
    .option(
      '--baseline <file>',
      'the JSON report of an earlier run: say what has shifted, and fail only when more breaks',
    )
    .addOption(
      new Option('--fail-on <what>', 'exit with 1 for windows that the trimming broke, for broken input too, or never')
        .choices(['trim', 'input', 'none'])
        .default('trim'),
    )
    .addOption(
      new Option('--jobs <n>', 'threads, or processes of --exec')
        .argParser(jobs)
        .default(availableParallelism(), 'as many as there are cores'),
    )
    .option('--quiet', 'no progress, and one line in place of the report', false)
    .option('--stdin-filename <name>', 'what standard input ("-") is called, for globs and suffixes');
  addExamples(command, [
    ['transcript-lint replay fixtures --last 8', 'how bad a window of the last 8 entries is'],
    ['transcript-lint replay fixtures --budget 8000', 'one that is cut by tokens, where the list stays valid'],
    ["transcript-lint replay logs --exec 'python3 trim.py'", 'your own trimming, in any language'],
    ['transcript-lint replay logs --budget 8000 --html report.html', 'with plots, to look at'],
    ['transcript-lint replay logs --budget 8000 --json > before.json', 'to compare with later: --baseline before.json'],
  ]);
  return command;
}

function wholeNumber(written: string): number {
  if (!/^[1-9]\d*$/.test(written)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  if (written.length > MOST_DIGITS) {
    throw new InvalidArgumentError(`It must be less than ${10 ** MOST_DIGITS}.`);
  }
  return Number(written);
}

/** More than a week in milliseconds. */
const MOST_DIGITS = 9;

function jobs(written: string): number {
  return Math.min(wholeNumber(written), MOST_JOBS);
}
