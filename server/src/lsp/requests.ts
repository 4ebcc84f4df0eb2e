import { type CodeAction, type CodeLens, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { type DeferredEdit, type LensData, STATUS } from '../protocol/index';
import type { ServerEnvironment } from './environment';
import { guardRequest } from './guard';
import { codeActions, resolveEdit } from './handlers/codeAction';
import { codeLenses, resolveLens } from './handlers/codeLens';
import { configActions } from './handlers/configActions';
import { pullDiagnostics } from './handlers/diagnostic';
import { executeCommand } from './handlers/executeCommand';
import { ReplayRequest, replayWindows } from './handlers/replay';
import type { Session } from './session';
import { StatusRequest, type StatusTeller, statusOf } from './status';

/** Registers every request that the server answers. */
export function answerRequests(session: Session, environment: ServerEnvironment, status: StatusTeller): void {
  const { client, connection } = session;
  if (client.pullsDiagnostics) {
    connection.languages.diagnostics.on(
      guardRequest(session, 'textDocument/diagnostic', (params, token) =>
        pullDiagnostics(session, environment, params, token, (document) => status.tell(document)),
      ),
    );
  }
  connection.onCodeAction(
    guardRequest(session, 'textDocument/codeAction', async (params) => {
      const document = await session.ready(params.textDocument.uri);
      if (document === undefined) return [];
      return [...codeActions(document, params, client), ...(await configActions(session, document, params))];
    }),
  );
  connection.onCodeActionResolve(
    guardRequest(session, 'codeAction/resolve', (action: CodeAction) => resolveCodeAction(session, action)),
  );
  connection.onExecuteCommand(
    guardRequest(session, 'workspace/executeCommand', (params) => executeCommand(session, params)),
  );
  answerLenses(session);
  connection.onRequest(
    ReplayRequest,
    guardRequest(session, ReplayRequest.method, (params, token) => replayWindows(session, environment, params, token)),
  );
  connection.onRequest(
    StatusRequest,
    guardRequest(session, STATUS, async ({ uri }) => {
      const document = await session.ready(uri);
      return document ? statusOf(document) : null;
    }),
  );
}

function answerLenses(session: Session): void {
  const { client, connection } = session;
  connection.onCodeLens(
    guardRequest(session, 'textDocument/codeLens', async ({ textDocument }) => {
      const document = await session.ready(textDocument.uri);
      return document ? codeLenses(document, client) : [];
    }),
  );
  connection.onCodeLensResolve(
    guardRequest(session, 'codeLens/resolve', async (lens: CodeLens) => {
      const data: LensData | undefined = lens.data;
      const document = data && (await session.ready(data.uri));
      return document === undefined || data === undefined ? lens : resolveLens(document, lens, data, client);
    }),
  );
}

async function resolveCodeAction(session: Session, action: CodeAction): Promise<CodeAction> {
  const deferred: DeferredEdit | undefined = action.data;
  if (deferred === undefined) return action;
  const document = await session.ready(deferred.uri);
  if (document?.version !== deferred.version) {
    throw new ResponseError<never>(LSPErrorCodes.ContentModified, 'The text has changed since this was offered.');
  }
  return { ...action, edit: resolveEdit(document, deferred, session.client) };
}
