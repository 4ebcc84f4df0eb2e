import { TextDocument } from 'vscode-languageserver-textdocument';
import { problemDiagnostics } from '../diagnostics';
import type { Session } from '../session';
import type { ConfigReading } from './configFiles';

/**
 * Shows what is wrong in configuration files that are not open in the editor. An open one is looked at like any document,
 * with the text that is being typed.
 */
export class ConfigProblems {
  private readonly shown = new Set<string>();

  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** A configuration file was read from disk; `undefined`: it is gone. */
  show(uri: string, reading: ConfigReading | undefined): void {
    if (this.session.documents.get(uri)) return;
    const lines = TextDocument.create(uri, 'json', 0, reading?.text ?? '');
    this.send(uri, reading ? problemDiagnostics(lines, reading) : []);
  }

  /** The file was opened: from now on its own diagnostics say it. */
  hide(uri: string): void {
    this.send(uri, []);
  }

  private send(uri: string, diagnostics: ReturnType<typeof problemDiagnostics>): void {
    const wasShown = this.shown.delete(uri);
    if (diagnostics.length > 0) this.shown.add(uri);
    else if (!wasShown) return;
    void this.session.connection.sendDiagnostics({ uri, diagnostics });
  }
}
