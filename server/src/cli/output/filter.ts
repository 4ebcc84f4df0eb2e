import { findingText, type RuleId } from '../../core/index';
import type { UnusableFile } from '../files/opened';
import type { Session } from '../files/session';
import type { ExitCode } from '../io';

/** A file that a filter cannot work on: what is wrong is told, and what was read of standard input is handed on. */
export async function handOn(file: UnusableFile, isJson: boolean, session: Session): Promise<ExitCode> {
  const { candidate, bytes, report } = file;
  const { io } = session;
  // A filter hands on what it was given.
  if (candidate.isStdin && bytes !== undefined && !isJson) {
    await io.stdout.write(bytes);
    session.hasFailed = true;
  }
  for (const finding of report.findings) {
    await io.stderr.write(`${findingText(finding, report, session.errors)}\n`);
  }
  return session.hasFailed ? 2 : 1;
}

/** What keeps a conversation, or a row, from being read: it comes out as it went in. */
export const UNREADABLE: ReadonlySet<string> = new Set<RuleId>(['syntax-error', 'too-deep', 'too-large']);
