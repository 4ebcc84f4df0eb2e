import {
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { SOURCE } from '../protocol/index';
import { readClient, serverCapabilities } from './capabilities';
import { ConfigFiles } from './config/configFiles';
import { ConfigProblems } from './config/configProblems';
import { Settings } from './config/settings';
import type { ServerEnvironment } from './environment';
import { listenToConfiguration, listenToDocuments } from './events';
import { isHeldBack } from './handlers/lensFacts';
import { Lifecycle } from './lifecycle';
import { Publisher } from './publish';
import { answerRequests } from './requests';
import { Session } from './session';
import { StatusTeller } from './status';
import { Deadlines } from './view/deadlines';

/** Serves one client over a connection until it is closed. */
export function startServer(connection: Connection, environment: ServerEnvironment): void {
  const life: Lifecycle = new Lifecycle(
    connection,
    (params) => initialize(connection, environment, life, params),
    () => environment.onShutdown?.(),
  );
  connection.listen();
}

function initialize(
  connection: Connection,
  environment: ServerEnvironment,
  life: Lifecycle,
  params: InitializeParams,
): InitializeResult {
  const client = readClient(params);
  const log = connection.console;
  const files = new ConfigFiles(environment.readText, (uri, reading) => problems.show(uri, reading));
  const settings = new Settings(connection, client, files, log);
  settings.start(params);
  const session = new Session(connection, client, settings, log, life, environment.clock.now);
  const problems = new ConfigProblems(session);
  const status = new StatusTeller(session, params.initializationOptions?.status === true);
  const publisher = client.pullsDiagnostics
    ? undefined
    : new Publisher(session, environment, (document) => status.tell(document));

  const deadlines = new Deadlines(session, environment.clock, async (uri) => {
    const document = session.documents.get(uri);
    const isLensOld = client.refreshesLenses && document !== undefined && isHeldBack(document);
    if (publisher === undefined) await connection.languages.diagnostics.refresh();
    else publisher.schedule(uri);
    if (isLensOld) await connection.sendRequest(CodeLensRefreshRequest.type);
  });
  listenToDocuments(session, { publisher, problems, status, deadlines });
  listenToConfiguration(session, publisher);
  answerRequests(session, environment, status);
  return { capabilities: serverCapabilities(client), serverInfo: { name: SOURCE, version: environment.version } };
}
