import type { ProgressToken, WorkDoneProgressReporter } from 'vscode-languageserver';
import type { Session } from './session';

/** More often than this nobody can read. */
const REPORT_MS = 100;

/** Work-done progress of a request whose client asked for it; says nothing otherwise. */
export class Progress {
  private readonly reporter: WorkDoneProgressReporter | undefined;
  private last = 0;

  constructor(session: Session, token: ProgressToken | undefined, title: string) {
    this.reporter = token === undefined ? undefined : session.connection.window.attachWorkDoneProgress(token);
    this.reporter?.begin(title, 0, undefined, true);
  }

  /** `share`: 0 to 1. */
  report(share: number, message: string): void {
    const now = Date.now();
    if (this.reporter === undefined || now - this.last < REPORT_MS) return;
    this.last = now;
    this.reporter.report(Math.floor(100 * share), message);
  }

  end(): void {
    this.reporter?.done();
  }
}
