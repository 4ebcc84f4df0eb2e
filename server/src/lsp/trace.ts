import type { OpenDocument } from './openDocument';
import type { Session } from './session';

/** Says in the trace how much is not shown for now. Nothing is held back in silence. */
export function traceHeld({ connection }: Session, document: OpenDocument): void {
  const { held } = document.view();
  if (held === 0) return;
  const findings = held === 1 ? 'finding waits' : 'findings wait';
  connection.tracer.log(`${held} ${findings} for a rest in the entry edited last (${document.uri})`);
}
