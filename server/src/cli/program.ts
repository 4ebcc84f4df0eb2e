import { Command, Option } from 'commander';
import {
  convertTargets,
  dialectNames,
  formats,
  sessionLogs,
  sourceDialects,
  systemPlacements,
  targetIds,
} from '../core/index';
import { check } from './commands/check';
import { convert } from './commands/convert';
import { fix } from './commands/fix';
import { lsp } from './commands/lsp';
import { message } from './commands/message';
import { normalize } from './commands/normalize';
import { replay } from './commands/replay';
import { rules } from './commands/rules';
import { addStatsOptions, type StatsCommandOptions, stats } from './commands/stats';
import { trim } from './commands/trim';
import type { ExitCode, Io, Output } from './io';
import { addExamples } from './options/help';
import { addSelectionOptions, addSeverityOptions, type CheckOptions, ROWS_OPTION } from './options/options';
import { addTrimOptions, type TrimCommandOptions } from './options/trimOptions';
import { wantsColour } from './output/colour';
import { visibleLines } from './output/output';
import { addReplayOptions, type ReplayCommandOptions } from './replay/replayOptions';

type Settle = (code: ExitCode) => void;

/** The commands, their options and their help. `write` is for what the parser itself says. */
export function createProgram(io: Io, settle: Settle, write: (output: Output, text: string) => void): Command {
  const program = new Command('transcript-lint')
    .description('Finds and fixes what LLM providers reject in conversation transcripts kept as JSON.')
    .version(io.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    .showHelpAfterError('(--help shows what can be written)')
    .configureHelp({ styleTitle: (title) => `\u001b[1m${title}\u001b[22m`, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => write(io.stdout, text),
      writeErr: (text) => write(io.stderr, text),
      outputError: (text, writeError) => writeError(`transcript-lint: ${visibleLines(text)}`),
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => wantsColour(io.stdout, io.env),
      getErrHasColors: () => wantsColour(io.stderr, io.env),
    });
  addCheck(program, io, settle);
  addFix(program, io, settle);
  addNormalize(program, io, settle);
  addMessage(program, io, settle);
  addTrim(program, io, settle);
  addReplay(program, io, settle);
  addConvert(program, io, settle);
  addStats(program, io, settle);
  addRules(program, io, settle);
  addLsp(program, io, settle);
  addExamples(program, [
    ['transcript-lint check fixtures', 'check every transcript below a folder'],
    ['transcript-lint fix --diff fixtures', 'see what the safe fixes would change'],
    ['transcript-lint rules orphan-result', 'read what a rule means'],
  ]);
  return program;
}

function addCheck(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('check')
    .description('report problems; exit 1 if any is an error')
    .argument('[path...]', 'files, folders and globs; "-" is standard input; the current folder when none is named')
    .addOption(
      new Option('--format <name>', 'how to report').choices(formats.map(({ name }) => name)).default('stylish'),
    );
  command.option(...ROWS_OPTION);
  addSelectionOptions(addSeverityOptions(command, 'info; hint in formats for programs')).action(
    async (paths: string[], options: CheckOptions) => {
      settle(await check(paths, options, io));
    },
  );
  addExamples(command, [
    ['transcript-lint check', 'every transcript below the current folder'],
    ["transcript-lint check 'tests/**/*.jsonl' --target openai", 'as OpenAI would see them'],
    ['transcript-lint check --format json trace.json', 'one JSON object for a program'],
    ['transcript-lint check --rule unanswered-call=off log.jsonl', 'without one of the rules'],
    ['cat body.json | transcript-lint check -', 'a request body before it is sent'],
  ]);
}

function addFix(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('fix')
    .description('apply the safe fixes in place; exit 1 if an error is left')
    .argument('[path...]', 'files, folders and globs; "-" prints the fixed standard input')
    .option('--unsafe-fixes', 'apply choices too: the first fix that a problem offers', false)
    .option('--normalize', 'apply the four rules of normalization to each conversation first', false)
    .option('--dry-run', 'write nothing; tell what would be done', false)
    .option('--diff', 'write nothing; print what would change as a unified diff', false);
  addSelectionOptions(addSeverityOptions(command, 'warning')).action(
    async (paths: string[], options: Parameters<typeof fix>[1]) => {
      settle(await fix(paths, options, io));
    },
  );
  addExamples(command, [
    ['transcript-lint fix fixtures', 'mend what can be mended without loss'],
    ['transcript-lint fix --diff fixtures | git apply', 'look at it, or apply it yourself'],
    ['transcript-lint fix --normalize history.json', 'make every conversation sendable'],
    ['transcript-lint fix - < body.json > fixed.json', 'as a filter'],
  ]);
}

function addNormalize(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('normalize')
    .description('print a document with every conversation in it normalized')
    .argument('<file>', 'a file, or "-" for standard input')
    .option('--json', 'print one JSON object with the document and the report', false)
    .option('--keep-open-tail', 'leave calls of the last turn open (by itself in rows of JSONL)')
    .option('--no-keep-open-tail', 'answer calls of the last turn in rows too')
    .addOption(
      new Option('--reused-ids <how>', 'what becomes of a later exchange that uses an id again').choices([
        'drop',
        'rename',
      ]),
    )
    .addOption(new Option('--dialect <name>', 'read the file as this dialect').choices([...dialectNames]))
    .option(...ROWS_OPTION)
    .option('--stdin-filename <name>', 'what standard input is called, for globs and suffixes')
    .action(async (path: string, options: Parameters<typeof normalize>[1]) => {
      settle(await normalize(path, options, io));
    });
  addExamples(command, [
    ['transcript-lint normalize history.json > sendable.json', 'the report goes to standard error'],
    ['transcript-lint normalize --json - < history.json', 'document and report for a program'],
  ]);
}

function addMessage(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('message')
    .description('make a well-formed message of text')
    .argument('[file]', 'a file with the text; standard input when neither it nor --text is given')
    .option('--text <text>', 'the text itself')
    .option('--role <role>', 'user, assistant, system or tool; anything else is user')
    .option('--tool-call-id <id>', 'the call that a text of role tool answers')
    .option('--json', 'print {"messages": […], "message": {…}}', false)
    .action(async (path: string | undefined, options: Parameters<typeof message>[1]) => {
      settle(await message(path, options, io));
    });
  addExamples(command, [
    ['transcript-lint message --text hello', '{"role":"user","content":"hello"}'],
    ['date | transcript-lint message --role tool --tool-call-id call_1', 'the result of a call'],
  ]);
}

function addTrim(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('trim')
    .description('print a document cut to the newest entries that fit; exit 1 if none do')
    .argument('<file>', 'a file, or "-" for standard input');
  addTrimOptions(command).action(async (path: string, options: TrimCommandOptions) => {
    settle(await trim(path, options, io));
  });
}

function addReplay(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('replay')
    .description('run every prefix of conversations through a trimming; exit 1 if a window would be refused')
    .argument('[path...]', 'files, folders and globs; "-" is standard input; the current folder when none is named');
  addReplayOptions(command).action(async (paths: string[], options: ReplayCommandOptions) => {
    settle(await replay(paths, options, io));
  });
}

/** "Pi", "Pi or Codex". */
const namesOfLogs = sessionLogs.map(({ name }) => name).join(' or ');

function addConvert(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('convert')
    .description('print a document with its conversations in another dialect; exit 1 if the target refuses something')
    .argument('<file>', `a file, or "-" for standard input; the session log of ${namesOfLogs} as well`)
    .addOption(
      // Not by `choices`: of a provider with several dialects it has more to say than that it is none of them.
      new Option(
        '--to <dialect>',
        `the dialect to write, or a provider that takes just one (choices: ${convertTargets.join(', ')})`,
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option('--from <dialect>', 'read the file as this; found out by default').choices([...sourceDialects]),
    )
    .addOption(new Option('--target <provider>', 'who must accept the result').choices([...targetIds]))
    .option('--model <name>', 'the model that the new request is for')
    .option('--rewrite-ids', 'give calls and results new ids where the target does not take the old ones', false)
    .addOption(
      new Option('--system <where>', 'where instructions behind another message go').choices([...systemPlacements]),
    )
    .option('--normalize', 'apply the four rules of normalization first', false)
    .option('--strict', 'exit with 1 when anything is lost', false)
    .option('--branch <id>', 'of a session log: the row that the conversation ends with')
    .option('--verify', 'have the provider judge the new requests: sends them there, needs its key', false)
    .option('--json', 'print one JSON object with the document and the report', false)
    .option(...ROWS_OPTION)
    .option('--stdin-filename <name>', 'what standard input is called, for globs and suffixes')
    .action(async (path: string, options: Parameters<typeof convert>[1]) => {
      settle(await convert(path, options, io));
    });
  addExamples(command, [
    ['transcript-lint convert log.json --to messages > body.json', 'the report goes to standard error'],
    ['transcript-lint convert session.jsonl --to messages --model claude-opus-5', 'a recorded session as a request'],
    ['transcript-lint convert - --to mistral --rewrite-ids < body.json', 'with ids that the provider takes'],
    ['transcript-lint convert log.json --to anthropic --verify', 'and whether Anthropic agrees'],
  ]);
}

function addStats(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('stats')
    .description('tell what transcripts are made of: turns, tools, tokens, dialects, shapes')
    .argument('[path...]', 'files, folders and globs; "-" is standard input; the current folder when none is named');
  addStatsOptions(command).action(async (paths: string[], options: StatsCommandOptions) => {
    settle(await stats(paths, options, io));
  });
}

function addRules(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('rules')
    .description('print the catalogue of rules, or the page of one')
    .argument('[rule]', 'the id of a rule')
    .option('--json', 'print what programs need of it', false)
    .action(async (id: string | undefined, options: Parameters<typeof rules>[1]) => {
      settle(await rules(id, options, io));
    });
  addExamples(command, [
    ['transcript-lint rules', 'all of them, a line each'],
    ['transcript-lint rules unanswered-call', 'what it means, with examples'],
  ]);
}

function addLsp(program: Command, io: Io, settle: Settle): void {
  const command = program
    .command('lsp')
    .description('serve an editor (Language Server Protocol)')
    .option('--stdio', 'over standard input and output (the default)')
    .option('--node-ipc', "over the channel of Node's fork()")
    .option('--socket <port>', 'over a port of this machine')
    .option('--pipe <name>', 'over a named pipe or a Unix socket')
    .allowUnknownOption() // clients add what they like, such as --clientProcessId
    .allowExcessArguments()
    .action(async (options: Parameters<typeof lsp>[0]) => {
      settle(await lsp(options, io));
    });
  addExamples(command, [['transcript-lint lsp --stdio', 'what an editor is told to start']]);
}

/** `check [path...]`: options of a command are for its own help. */
function termOf(command: Command): string {
  const args = command.registeredArguments.map((each) => {
    const name = each.variadic ? `${each.name()}...` : each.name();
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(' ');
}
