import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DialectOption, dialectNames, type Target, targetIds } from '../../core/index';
import { type EncodingName, encodingNames } from '../../host/encodings';
import { SUMMARY_TIMEOUT_MS } from '../outside/summaryExec';
import { addExamples } from './help';
import { ROWS_OPTION } from './options';

/** How large a window may be, as the command line has it. */
export interface WindowArguments {
  readonly budget?: number;
  readonly limit?: number;
  readonly reserve?: number;
  readonly last?: number;
  readonly pinHead?: boolean;
  readonly onEmpty?: 'fail' | 'extend';
  readonly step?: number;
}

export interface TrimCommandOptions extends WindowArguments {
  readonly summary?: string;
  readonly summaryExec?: string;
  readonly summaryTimeout: number;
  readonly repair: boolean;
  readonly merge: boolean;
  readonly keepOpenTail?: boolean;
  readonly conversation?: string;
  readonly encoding?: EncodingName;
  readonly askProvider: boolean;
  readonly target?: Target;
  readonly dialect?: DialectOption;
  readonly model?: string;
  readonly rows?: boolean;
  readonly stdinFilename?: string;
  readonly json: boolean;
}

/** The options and the help of `trim`. */
export function addTrimOptions(command: Command): Command {
  addWindowOptions(command)
    .addOption(new Option('--summary <text>', 'put this text in the place of what is cut').conflicts('summaryExec'))
    .option('--summary-exec <command>', 'what this command makes of the entries that are cut, given to it as JSON')
    .addOption(
      new Option('--summary-timeout <ms>', 'how long --summary-exec may take')
        .argParser(atLeastOne)
        .default(SUMMARY_TIMEOUT_MS, '15 s'),
    )
    .option('--no-repair', 'leave calls and results as they are')
    .option('--no-merge', 'leave neighbours of the same role apart')
    .option('--keep-open-tail', 'leave calls of the last turn open (by itself in rows of JSONL)')
    .option('--no-keep-open-tail', 'answer calls of the last turn in rows too')
    .option('--conversation <pointer>', 'only the conversation at this JSON pointer')
    .addOption(
      new Option('--encoding <name>', 'count texts exactly with a public encoding').choices([...encodingNames]),
    )
    .option('--ask-provider', "check the window by the provider's own count: sends it there, needs its key", false)
    .addOption(new Option('--target <provider>', 'who must accept the window').choices([...targetIds]))
    .addOption(new Option('--dialect <name>', 'read the file as this dialect').choices([...dialectNames]))
    .option('--model <name>', 'the model that the request is for')
    .option('--json', 'print one JSON object with the window and why it is what it is', false)
    .option(...ROWS_OPTION)
    .option('--stdin-filename <name>', 'what standard input is called, for globs and suffixes');
  addExamples(command, [
    ['transcript-lint trim history.json --budget 8000', 'the newest entries that fit'],
    [
      'transcript-lint trim body.json --limit 200000 --reserve 8000',
      'room for instructions, tools and reply taken off',
    ],
    ['transcript-lint trim agent.json --budget 8000 --pin-head', 'the task, a marker, and the newest turns'],
    ["transcript-lint trim - --last 20 --summary-exec './sum.sh'", 'a summary in the place of what is cut'],
    ['transcript-lint trim body.json --limit 200000 --ask-provider', 'as the provider counts'],
  ]);
  return command;
}

/** What `trim` has in common with whatever else places windows. */
export function addWindowOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--budget <tokens>', 'tokens for the messages, leading instructions not counted')
        .argParser(atLeastOne)
        .conflicts(['limit', 'last']),
    )
    .addOption(
      new Option('--limit <tokens>', 'tokens that the model takes; instructions, tools and reserve go off it')
        .argParser(atLeastOne)
        .conflicts('last'),
    )
    .addOption(
      new Option('--reserve <tokens>', 'tokens kept for the reply (default: what the body asks for)').argParser(
        atLeastNone,
      ),
    )
    .addOption(new Option('--last <entries>', 'so many entries at most, whatever they hold').argParser(atLeastOne))
    .option('--pin-head', 'keep the first user turn, and say behind it how many turns are left out')
    .addOption(
      new Option('--on-empty <how>', 'where no window fits: fail, or take the smallest that is legal').choices([
        'fail',
        'extend',
      ]),
    )
    .addOption(
      new Option('--step <tokens>', 'when the window is over, free so many tokens more than needed').argParser(
        atLeastNone,
      ),
    );
}

function atLeastOne(written: string): number {
  const number = wholeNumber(written);
  if (number === undefined || number < 1) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return number;
}

function atLeastNone(written: string): number {
  const number = wholeNumber(written);
  if (number === undefined) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return number;
}

/** Longer than any context of any model, and still a safe integer. */
const MOST_DIGITS = 15;

function wholeNumber(written: string): number | undefined {
  return /^\d+$/.test(written) && written.length <= MOST_DIGITS ? Number(written) : undefined;
}
