import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  NotificationType,
  TextDocumentSaveReason,
} from 'vscode-languageserver';
import { CHOICES, type Choices, SECTION } from '../protocol/index';
import { CONFIG_GLOBS, isConfigFile } from './config/configFiles';
import type { ConfigProblems } from './config/configProblems';
import { ConfigWatch } from './config/configWatch';
import { sectionOf } from './config/settings';
import { guardTask } from './guard';
import type { Publisher } from './publish';
import type { Session } from './session';
import type { StatusTeller } from './status';
import type { Deadlines } from './view/deadlines';

const ChoicesNotification = new NotificationType<Choices>(CHOICES);

interface Listeners {
  /** Undefined when the client pulls. */
  readonly publisher: Publisher | undefined;
  readonly problems: ConfigProblems;
  readonly status: StatusTeller;
  readonly deadlines: Deadlines;
}

/** Open, changed, saved, closed. */
export function listenToDocuments(session: Session, { publisher, problems, status, deadlines }: Listeners): void {
  const { client, connection, documents, settings } = session;
  const watch = client.registersWatchers ? undefined : new ConfigWatch(session, () => reread(session, publisher));
  documents.onDidOpen(({ document: { uri } }) => {
    if (watch) {
      watch.look();
      settings.forgetFiles();
    }
    if (isConfigFile(uri)) problems.hide(uri);
  });
  documents.onDidChangeContent(({ document }) => {
    deadlines.begin(document.uri);
    publisher?.schedule(document.uri);
    watch?.glance();
  });
  documents.onWillSave(({ document: { uri }, reason }) => {
    deadlines.willSave(uri, reason === TextDocumentSaveReason.AfterDelay);
  });
  documents.onDidSave(({ document: { uri } }) => {
    deadlines.saved(uri);
    watch?.look();
  });
  documents.onDidClose(({ document: { uri } }) => {
    publisher?.close(uri);
    deadlines.forget(uri);
    settings.release(uri);
    status.forget(uri);
    if (isConfigFile(uri)) void reread(session, publisher); // what is on disk counts now, and is shown again
  });
  documents.listen(connection);
}

/** Settings, configuration files, folders, chosen dialects: each makes the server look again at what is open. */
export function listenToConfiguration(session: Session, publisher: Publisher | undefined): void {
  const { client, connection, settings } = session;
  connection.onInitialized(() =>
    guardTask(session.log, 'Registration', async () => {
      await register(session);
      if (!client.workspaceFolders) return;
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        settings.changeFolders(added, removed);
        return lookAgain(session, publisher);
      });
    }),
  );
  connection.onDidChangeConfiguration((params) => {
    if (client.configuration) settings.forgetAnswers();
    else settings.push(sectionOf(params.settings));
    return lookAgain(session, publisher);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const isOurs = changes.some(({ uri }) => isConfigFile(uri) && !uri.includes('/node_modules/'));
    return isOurs ? reread(session, publisher) : undefined;
  });
  connection.onNotification(ChoicesNotification, (choices) => {
    settings.choose(choices);
    return lookAgain(session, publisher);
  });
}

async function register({ client, connection }: Session): Promise<void> {
  if (client.registersConfiguration) {
    await connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
  }
  if (client.registersWatchers) {
    const watchers = CONFIG_GLOBS.map((globPattern) => ({ globPattern }));
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
}

/** Configuration files may have changed on disk. */
function reread(session: Session, publisher: Publisher | undefined): Promise<void> {
  session.settings.forgetFiles();
  return lookAgain(session, publisher);
}

/** Works out the configuration of each open document anew, and what follows from it. */
function lookAgain(session: Session, publisher: Publisher | undefined): Promise<void> {
  return guardTask(session.log, 'Looking again', async () => {
    await session.reconfigure();
    for (const uri of session.documents.keys()) publisher?.schedule(uri);
    if (session.client.pullsDiagnostics) await session.connection.languages.diagnostics.refresh();
    if (session.client.refreshesLenses) await session.connection.sendRequest(CodeLensRefreshRequest.type);
  });
}
