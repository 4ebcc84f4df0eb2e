import {
  commands,
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  languages,
  type TextDocument,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { dialectTitle, type Target } from '../../../server/src/core/index';
import { COMMANDS, type DialectChoice, type Status } from '../../../server/src/protocol/index';
import { insertTextAsMessage } from './changes/insertText';
import { normalizeFile, offerDialect } from './changes/normalizeFile';
import { WholeFileChanges } from './changes/wholeFileChange';
import { Chosen } from './chosen';
import { ConversionDetails } from './conversion/conversionDetails';
import { convertTo } from './conversion/convertTo';
import { askDialect, askTarget } from './dialects';
import { isConfigFile, isConfigured, isSessionLog, isTranscript, pastedLanguage } from './gate';
import { ConversionPreviews } from './preview/previewAs';
import { ReplayReports } from './replay/replayReports';
import { replayWindows } from './replay/replayWindows';
import { openSample } from './sample';
import { type CreateClient, Server } from './server';
import { StatusItems } from './statusItems';
import { CutLines } from './trim/cutLines';
import { trimToBudget } from './trim/trimToBudget';

/** So long after the last key in a document that is not ours it is looked at again: it may have become a transcript. */
const LOOK_AGAIN_MS = 400;

/** So long a text that was whole may be broken before the status bar warns of it. */
const BREAKING_MS = 1500;

/** The extension, the same on the desktop and in the browser: the entry files say only how the server is started. */
export class TranscriptLint {
  private readonly server: Server;
  private readonly dialects: Chosen<DialectChoice>;
  private readonly targets: Chosen<Target>;
  private readonly statuses = new Map<string, Status>();
  private readonly items = new StatusItems();
  private readonly cuts = new CutLines();
  private readonly reports = new ReplayReports();
  private watchers: Disposable[] = [];
  private pending: ReturnType<typeof setTimeout> | undefined;
  private pasted: ReturnType<typeof setTimeout> | undefined;
  private readonly output: LogOutputChannel;

  constructor(context: ExtensionContext, createClient: CreateClient) {
    const output = window.createOutputChannel('Transcript Lint', { log: true });
    this.output = output;
    const { version } = context.extension.packageJSON as { readonly version: string };
    output.info(`Transcript Lint ${version}. The server starts with the first transcript.`);
    this.dialects = new Chosen(context.workspaceState, 'dialects');
    this.targets = new Chosen(context.workspaceState, 'targets');
    this.server = new Server(
      createClient,
      output,
      () => ({ dialects: this.dialects.all(), targets: this.targets.all() }),
      (status) => this.setStatus(status),
      (document, lenses) => this.cuts.draw(document, lenses),
    );
    const isOurs = (editor: TextEditor) => this.isOurs(editor);
    const details = new ConversionDetails();
    const previews = new ConversionPreviews(this.server, details);
    const changes = new WholeFileChanges(output);
    this.server.onNormalize = (target) => normalizeFile(this.server, changes, isOurs, target);
    context.subscriptions.push(
      output,
      this.items,
      this.cuts,
      details,
      previews,
      changes,
      { dispose: () => this.unwatch() },
      { dispose: () => clearTimeout(this.pending) },
      commands.registerCommand('transcriptLint.normalizeFile', () => normalizeFile(this.server, changes, isOurs)),
      commands.registerCommand('transcriptLint.fixAll', () => this.fixAll()),
      commands.registerCommand('transcriptLint.trimToBudget', () =>
        trimToBudget(this.server, context.workspaceState, changes, isOurs),
      ),
      commands.registerCommand('transcriptLint.convertTo', (wanted) =>
        convertTo(this.server, changes, details, isOurs, wanted),
      ),
      commands.registerCommand('transcriptLint.previewAs', () => previews.open(isOurs)),
      commands.registerCommand('transcriptLint.replayWindows', () =>
        replayWindows(this.server, context.workspaceState, this.reports, isOurs),
      ),
      commands.registerCommand('transcriptLint.goToFailure', () => this.reports.goToFailure()),
      commands.registerCommand('transcriptLint.insertText', () => insertTextAsMessage(this.server, isOurs)),
      commands.registerCommand('transcriptLint.selectDialect', () => this.selectDialect()),
      commands.registerCommand('transcriptLint.selectTarget', () => this.selectTarget()),
      commands.registerCommand('transcriptLint.restartServer', () => this.restart()),
      commands.registerCommand('transcriptLint.showOutput', () => output.show()),
      commands.registerCommand('transcriptLint.openSample', openSample),
      window.onDidChangeActiveTextEditor(() => this.showActive()),
      workspace.onDidChangeTextDocument(({ document }) => this.lookAtPasted(document)),
      { dispose: () => clearTimeout(this.pasted) },
      workspace.onDidCloseTextDocument((document) => {
        this.statuses.delete(document.uri.toString());
        this.cuts.forget(document);
      }),
    );
  }

  /** Waits for the first reason to start the server. Until then a window costs a look at each JSON text, no process. */
  async watch(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookAt = (document: TextDocument) => {
      if (this.server.isStarted) return;
      if (isTranscript(document) || isConfigFile(document) || this.dialects.of(document.uri)) void this.start();
    };
    this.watchers = [
      workspace.onDidOpenTextDocument(lookAt),
      workspace.onDidChangeTextDocument(({ document }) => {
        clearTimeout(timer);
        timer = setTimeout(() => lookAt(document), LOOK_AGAIN_MS);
      }),
      { dispose: () => clearTimeout(timer) },
    ];
    for (const document of workspace.textDocuments) lookAt(document);
    if (!this.server.isStarted && (await isConfigured())) await this.start();
  }

  async stop(): Promise<void> {
    this.unwatch();
    await this.server.stop();
  }

  private async start(): Promise<void> {
    this.unwatch();
    await this.server.start();
    this.output.info('The server has started.');
  }

  private async restart(): Promise<void> {
    this.unwatch();
    this.statuses.clear();
    this.showActive();
    await this.server.restart();
  }

  private unwatch(): void {
    for (const watcher of this.watchers) watcher.dispose();
    this.watchers = [];
  }

  private isOurs({ document }: TextEditor): boolean {
    const dialect = this.statuses.get(document.uri.toString())?.dialect;
    return dialect !== undefined && dialect !== null;
  }

  private setStatus(status: Status): void {
    // The server spells URIs as it got them; the editor's own spelling is the key.
    const key = Uri.parse(status.uri).toString();
    const before = this.statuses.get(key);
    clearTimeout(this.pending);
    // Between two quotes nothing parses. Who types on is not to be warned at each of them, who stops is.
    const isBreaking = before !== undefined && before.notChecked === null && status.notChecked !== null;
    if (!isBreaking) this.tellStatus(key, status);
    else this.pending = setTimeout(() => this.tellStatus(key, status), BREAKING_MS);
  }

  private tellStatus(key: string, status: Status): void {
    this.logChange(this.statuses.get(key), status);
    this.statuses.set(key, status);
    this.showActive();
  }

  /** What is read as what, so that the output says why a file is checked as it is. Never text of a message. */
  private logChange(before: Status | undefined, { uri, dialect, target, conversations }: Status): void {
    if (before?.dialect === dialect && before.target === target) return;
    const file = workspace.asRelativePath(Uri.parse(uri));
    const shape = dialect === null ? 'no transcript' : `${dialectTitle(dialect)}, checked for ${target}`;
    this.output.info(`${file}: ${shape} (${conversations} ${conversations === 1 ? 'conversation' : 'conversations'})`);
  }

  /** An unsaved plain text that has become a transcript gets the language of one, and with it all that we do. */
  private lookAtPasted(document: TextDocument): void {
    if (!document.isUntitled || document.languageId !== 'plaintext') return;
    clearTimeout(this.pasted);
    this.pasted = setTimeout(() => {
      const language = document.isClosed ? undefined : pastedLanguage(document);
      if (language !== undefined) void languages.setTextDocumentLanguage(document, language);
    }, LOOK_AGAIN_MS);
  }

  private showActive(): void {
    const document = window.activeTextEditor?.document;
    if (document?.uri.scheme === 'output') return; // the panel took the focus, the file is still in view
    const status = document && this.statuses.get(document.uri.toString());
    if (document && status) this.items.show(document, status);
    else this.items.hide();
    // Until the server has answered, what it will say is worked out here: a command must not be missing for a second.
    const isOurs = status === undefined ? document !== undefined && isTranscript(document) : status.dialect !== null;
    void commands.executeCommand('setContext', 'transcriptLint.isTranscript', isOurs);
    const isSession = !isOurs && document !== undefined && isSessionLog(document);
    void commands.executeCommand('setContext', 'transcriptLint.isSession', isSession);
  }

  private async selectDialect(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    const { uri } = document;
    const detected = this.statuses.get(uri.toString())?.dialect ?? undefined;
    const answer = await askDialect(detected, this.dialects.of(uri));
    if (answer === undefined) return;
    await this.dialects.set(uri, answer.choice);
    this.unwatch();
    await this.server.sendChoices();
  }

  private async fixAll(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor === undefined || !this.isOurs(editor)) return offerDialect(editor);
    const { applied, summary } = await this.server.execute(COMMANDS.fixAll, { uri: editor.document.uri.toString() });
    window.setStatusBarMessage(applied ? `Fixed: ${summary}` : 'Nothing that is safe to fix', 5000);
  }

  private async selectTarget(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const status = document && this.statuses.get(document.uri.toString());
    if (document === undefined || status === undefined || status.dialect === null) {
      return offerDialect(window.activeTextEditor);
    }
    const answer = await askTarget(status.dialect, status.target, this.targets.of(document.uri));
    if (answer === undefined) return;
    await this.targets.set(document.uri, answer.choice);
    await this.server.sendChoices();
  }
}
