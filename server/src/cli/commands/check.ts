import {
  addToSummary,
  counted,
  type FileReport,
  formats,
  noSummary,
  type SessionLog,
  sessionLogs,
  visible,
} from '../../core/index';
import { isRecognised, piecesOf, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import { type CheckOptions, selectionOf } from '../options/options';
import { mediumOf } from '../output/colour';
import { atLeast, exitCodeOf } from '../output/output';
import { notRecognised } from '../output/strangers';
import { UsageError } from '../usage';

/** Reports the problems of the transcripts that the paths name. */
export async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const format = formats.find(({ name }) => name === options.format);
  if (format === undefined) throw new UsageError(`there is no format "${options.format}"`);
  const session = new Session(io, selectionOf(options));
  const reporter = format.create(mediumOf(io.stdout, io.env));
  const least = options.severity ?? (format.isForPeople ? 'info' : 'hint');
  let summary = noSummary();
  let hidden = 0;

  const report = async (file: FileReport) => {
    const shown = { ...file, findings: atLeast(file.findings, least), isFiltered: options.rows === true };
    hidden += file.findings.length - shown.findings.length;
    summary = addToSummary(summary, shown.findings, shown.part);
    io.noteCode(exitCodeOf(session.hasFailed, summary, options.maxWarnings));
    await io.stdout.write(reporter.file(shown));
  };

  await io.stdout.write(reporter.begin());
  const strange: Stranger[] = [];
  for await (const file of session.open(paths.length === 0 ? ['.'] : paths, options.stdinFilename)) {
    if (file.kind === 'unusable') {
      await report(file.report);
      continue;
    }
    let isFaulty = false;
    let log: SessionLog | undefined;
    for await (const piece of piecesOf(file)) {
      isFaulty ||= piece.analysis.findings.length > 0;
      log ??= piece.document.sessionLog;
      await report(reportOf(piece));
    }
    if (!isRecognised(file) && !isFaulty && !session.leftOut.has(file.candidate.shown))
      strange.push({ shown: file.candidate.shown, log });
  }
  await io.stdout.write(reporter.end(summary, hidden));
  await tellStrangers(strange, session);
  return exitCodeOf(session.hasFailed, summary, options.maxWarnings);
}

interface Stranger {
  readonly shown: string;
  readonly log: SessionLog | undefined;
}

/** A named file that holds no conversation is no problem, but silence about it would pass for approval. */
async function tellStrangers(strange: readonly Stranger[], session: Session): Promise<void> {
  for (const log of [...sessionLogs, undefined]) {
    const of = strange.filter((one) => one.log === log);
    const [first] = of;
    if (first === undefined) continue;
    const shown = visible(first.shown);
    const which = of.length === 1 || log !== undefined ? shown : `${counted(of.length, 'named file')}, ${shown} first`;
    await session.tell(notRecognised(which, log));
  }
}
