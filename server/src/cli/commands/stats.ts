import { type Command, Option } from 'commander';
import {
  type DialectOption,
  dialectNames,
  estimateEntry,
  findingText,
  jsonText,
  type SessionLog,
  StatsSummary,
  statsText,
  visible,
} from '../../core/index';
import { type EncodingName, encodingNames } from '../../host/encodings';
import { isRecognised, type Opened, piecesOf, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import { addExamples } from '../options/help';
import { mediumOf } from '../output/colour';
import { UNREADABLE } from '../output/filter';
import { notRecognised } from '../output/strangers';
import { countingOf } from '../replay/replayPiece';

export interface StatsCommandOptions {
  readonly json: boolean;
  readonly encoding?: EncodingName;
  readonly dialect?: DialectOption;
  readonly stdinFilename?: string;
}

/** The options and the help of `stats`. */
export function addStatsOptions(command: Command): Command {
  command
    .option('--json', 'print one JSON object', false)
    .addOption(
      new Option('--encoding <name>', 'count texts exactly with a public encoding').choices([...encodingNames]),
    )
    .addOption(new Option('--dialect <name>', 'read the files as this dialect').choices([...dialectNames]))
    .option('--stdin-filename <name>', 'what standard input ("-") is called, for globs and suffixes');
  addExamples(command, [
    ['transcript-lint stats fixtures', 'how long, with which tools, how many tokens'],
    ["transcript-lint stats 'logs/**/*.jsonl' --json", 'for a program; no text of any message is in it'],
  ]);
  return command;
}

/** What the transcripts that the paths name are made of. */
export async function stats(paths: readonly string[], options: StatsCommandOptions, io: Io): Promise<ExitCode> {
  const { dialect, encoding, stdinFilename, json } = options;
  const session = new Session(io, { rules: {}, target: undefined, dialect });
  const { count = estimateEntry, estimator = 'estimate' } = await countingOf(encoding);
  const summary = new StatsSummary(count, estimator);
  let hasBroken = false;
  for await (const file of session.open(paths.length === 0 ? ['.'] : paths, stdinFilename)) {
    hasBroken = (await addFile(file, summary, session)) || hasBroken;
  }
  const report = summary.report();
  await io.stdout.write(json ? `${jsonText(report)}\n` : statsText(report, mediumOf(io.stdout, io.env)));
  if (session.hasFailed) return 2;
  return hasBroken ? 1 : 0;
}

/** Says whether something of it could not be read. */
async function addFile(file: Opened, summary: StatsSummary, session: Session): Promise<boolean> {
  const { io } = session;
  if (file.kind === 'unusable') {
    for (const finding of file.report.findings)
      await io.stderr.write(`${findingText(finding, file.report, session.errors)}\n`);
    return true;
  }
  const isOurs = isRecognised(file);
  let hasBroken = false;
  let log: SessionLog | undefined;
  for await (const piece of piecesOf(file)) {
    log ??= piece.document.sessionLog;
    if (isOurs) summary.add(piece.document, piece.part === undefined || piece.part === 'first');
    const report = reportOf(piece);
    for (const finding of report.findings) {
      if (!UNREADABLE.has(finding.rule)) continue;
      hasBroken = true;
      await io.stderr.write(`${findingText(finding, report, session.errors)}\n`);
    }
  }
  if (!isOurs && !session.leftOut.has(file.candidate.shown)) {
    await session.tell(notRecognised(visible(file.candidate.shown), log));
  }
  return hasBroken;
}
