import type { CancellationToken, DocumentDiagnosticParams, DocumentDiagnosticReport } from 'vscode-languageserver';
import { diagnosticsOf, resultIdOf } from '../diagnostics';
import type { ServerEnvironment } from '../environment';
import { checkCancelled } from '../guard';
import type { OpenDocument } from '../openDocument';
import type { Session } from '../session';
import { traceHeld } from '../trace';

/** `textDocument/diagnostic`: the pull twin of `Publisher`. */
export async function pullDiagnostics(
  session: Session,
  environment: ServerEnvironment,
  params: DocumentDiagnosticParams,
  token: CancellationToken,
  onPulled: (document: OpenDocument) => void,
): Promise<DocumentDiagnosticReport> {
  // Changes and cancellations that wait in the queue already are taken along.
  await new Promise<void>((resolve) => environment.defer(resolve));
  const document = await session.ready(params.textDocument.uri);
  checkCancelled(token);
  if (document) {
    onPulled(document);
    traceHeld(session, document);
  }
  const items = document ? diagnosticsOf(document, session.client) : [];
  const resultId = resultIdOf(items);
  if (resultId === params.previousResultId) return { kind: 'unchanged', resultId };
  return { kind: 'full', resultId, items };
}
