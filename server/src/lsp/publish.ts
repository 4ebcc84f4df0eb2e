import { diagnosticsOf } from './diagnostics';
import type { ServerEnvironment } from './environment';
import { guardTask } from './guard';
import type { OpenDocument } from './openDocument';
import type { Session } from './session';
import { traceHeld } from './trace';

/** So many rounds of waiting for queued changes; a client that never stops sending still sees diagnostics. */
const MAX_ROUNDS = 100;

/**
 * The push twin of diagnostics: publishes after each change, without a delay of its own. Changes that wait in the queue
 * already are taken along, so that fast typing in a large file costs one analysis, not one a key.
 */
export class Publisher {
  private readonly changed = new Set<string>();
  /** Documents for which the client shows something of ours. */
  private readonly shown = new Set<string>();
  private isWaiting = false;
  private arrivals = 0;

  private readonly session: Session;
  private readonly environment: ServerEnvironment;
  private readonly onPublished: (document: OpenDocument) => void;

  /** `onPublished` is called for each document that was looked at, whatever was found. */
  constructor(session: Session, environment: ServerEnvironment, onPublished: (document: OpenDocument) => void) {
    this.session = session;
    this.environment = environment;
    this.onPublished = onPublished;
  }

  schedule(uri: string): void {
    this.changed.add(uri);
    this.arrivals += 1;
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.wait(this.arrivals, MAX_ROUNDS);
  }

  /** The document was closed: takes back what is shown. */
  close(uri: string): void {
    this.changed.delete(uri);
    if (this.shown.delete(uri)) void this.session.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Publishes once a whole round of the message queue has passed without a change. */
  private wait(seen: number, rounds: number): void {
    this.environment.defer(() => {
      this.environment.defer(() => {
        if (this.arrivals !== seen && rounds > 0) return this.wait(this.arrivals, rounds - 1);
        this.isWaiting = false;
        const uris = [...this.changed];
        this.changed.clear();
        for (const uri of uris) void guardTask(this.session.log, 'Publishing diagnostics', () => this.publish(uri));
      });
    });
  }

  private async publish(uri: string): Promise<void> {
    const document = await this.session.ready(uri);
    // A change that came while the configuration was read has scheduled this document again.
    if (document === undefined || this.changed.has(uri)) return;
    const { client, connection } = this.session;
    traceHeld(this.session, document);
    const diagnostics = diagnosticsOf(document, client);
    this.onPublished(document);
    if (diagnostics.length === 0 && !this.shown.has(uri)) return;
    if (diagnostics.length > 0) this.shown.add(uri);
    else this.shown.delete(uri);
    await connection.sendDiagnostics({
      uri,
      ...(client.diagnosticVersion && { version: document.version }),
      diagnostics,
    });
  }
}
