import { type CancellationToken, type CodeLens, type LogOutputChannel, type TextDocument, Uri, window } from 'vscode';
import {
  type BaseLanguageClient,
  ExecuteCommandRequest,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  WorkDoneProgress,
  type WorkDoneProgressReport,
} from 'vscode-languageclient';
import { documentSelector } from './gate';
import {
  type Choices,
  ChoicesNotification,
  type CommandResult,
  NEXT_PROBLEM,
  type ReplayAnswer,
  type ReplayParams,
  ReplayRequest,
  type Status,
  StatusNotification,
} from './protocol';

export type CreateClient = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

/** The language server, started when somebody needs it and once only. */
export class Server {
  private client: BaseLanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private replays = 0;

  private readonly createClient: CreateClient;
  private readonly output: LogOutputChannel;
  private readonly choices: () => Choices;
  private readonly onStatus: (status: Status) => void;
  private readonly onLenses: (document: TextDocument, lenses: readonly CodeLens[]) => void;

  constructor(
    createClient: CreateClient,
    output: LogOutputChannel,
    choices: () => Choices,
    onStatus: (status: Status) => void,
    onLenses: (document: TextDocument, lenses: readonly CodeLens[]) => void,
  ) {
    this.createClient = createClient;
    this.output = output;
    this.choices = choices;
    this.onStatus = onStatus;
    this.onLenses = onLenses;
  }

  get isStarted(): boolean {
    return this.starting !== undefined;
  }

  start(): Promise<void> {
    this.starting ??= this.launch();
    return this.starting;
  }

  async restart(): Promise<void> {
    if (this.client === undefined) return this.start();
    await this.client.stop().catch(() => undefined); // one that has crashed has nothing to stop
    await this.client.start();
  }

  async stop(): Promise<void> {
    await this.client?.stop();
  }

  async execute(command: string, argument: object): Promise<CommandResult> {
    await this.start();
    return this.client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  }

  /** Undefined where the token ended it. */
  async replay(
    params: ReplayParams,
    token: CancellationToken,
    onProgress: (report: WorkDoneProgressReport) => void,
  ): Promise<ReplayAnswer | undefined> {
    await this.start();
    const { client } = this;
    const workDoneToken = `transcript-lint-replay-${++this.replays}`;
    const listening = client?.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if (value.kind === 'report') onProgress(value);
    });
    try {
      return await client?.sendRequest(ReplayRequest, { ...params, workDoneToken }, token);
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      listening?.dispose();
    }
  }

  async sendChoices(): Promise<void> {
    if (!this.isStarted) return this.start(); // it gets them when it starts
    await this.starting;
    await this.client?.sendNotification(ChoicesNotification, this.choices());
  }

  private async launch(): Promise<void> {
    this.client = this.createClient('transcriptLint', 'Transcript Lint', {
      documentSelector,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => ({ status: true, ...this.choices() }),
      diagnosticPullOptions: { onChange: true, onSave: false },
      middleware: {
        provideCodeLenses: async (document, token, next) => {
          const lenses = await next(document, token);
          if (!token.isCancellationRequested) this.onLenses(document, lenses ?? []);
          return lenses;
        },
        // What a lens or an action names is run by the editor as a command of its own.
        executeCommand: (command, args, next) => {
          const [argument] = args;
          if (command === NEXT_PROBLEM) return next(command, [{ ...argument, position: cursorIn(argument?.uri) }]);
          return next(command, args);
        },
      },
      markdown: { isTrusted: false, supportHtml: false },
    });
    this.client.onNotification(StatusNotification, this.onStatus);
    await this.client.start();
  }
}

/** Where the person is in a document: the next problem is the one behind it. */
function cursorIn(uri: unknown): { readonly line: number; readonly character: number } | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || typeof uri !== 'string') return undefined;
  if (editor.document.uri.toString() !== Uri.parse(uri).toString()) return undefined;
  const { line, character } = editor.selection.active;
  return { line, character };
}
