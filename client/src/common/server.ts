import {
  type CancellationToken,
  CodeAction,
  CodeActionTriggerKind,
  type CodeLens,
  type Command,
  type LogOutputChannel,
  type TextDocument,
  Uri,
  window,
} from 'vscode';
import {
  type BaseLanguageClient,
  ExecuteCommandRequest,
  type LanguageClientOptions,
  NotificationType,
  RequestType,
  RevealOutputChannelOn,
  WorkDoneProgress,
  type WorkDoneProgressReport,
} from 'vscode-languageclient';
import {
  CHOICES,
  type Choices,
  COMMANDS,
  type CommandArguments,
  type CommandId,
  type CommandResult,
  type DeferredEdit,
  type InitializationOptions,
  type NormalizeArgument,
  REPLAY,
  type ReplayAnswer,
  type ReplayParams,
  STATUS,
  type Status,
  type WholeFileEdit,
} from '../../../server/src/protocol/index';
import { documentSelector } from './gate';

const ChoicesNotification = new NotificationType<Choices>(CHOICES);
const ReplayRequest = new RequestType<ReplayParams, ReplayAnswer, void>(REPLAY);
const StatusNotification = new NotificationType<Status>(STATUS);

export type CreateClient = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

/** The language server, started when somebody needs it and once only. */
export class Server {
  private client: BaseLanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private replays = 0;
  /** What a lens or an action that normalizes does here: it is shown first. */
  onNormalize: (target: NormalizeArgument) => Promise<void> = async () => undefined;

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

  async execute<Id extends CommandId>(command: Id, argument: CommandArguments[Id]): Promise<CommandResult> {
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
      initializationOptions: (): InitializationOptions => ({ status: true, ...this.choices() }),
      diagnosticPullOptions: { onChange: true, onSave: false },
      middleware: {
        provideCodeLenses: async (document, token, next) => {
          const lenses = await next(document, token);
          if (!token.isCancellationRequested) this.onLenses(document, lenses ?? []);
          return lenses;
        },
        provideCodeActions: async (document, range, context, token, next) => {
          const actions = await next(document, range, context, token);
          // On save a person has said before that it may be done; else it is shown first.
          if (context.triggerKind !== CodeActionTriggerKind.Automatic) for (const one of actions ?? []) showFirst(one);
          return actions;
        },
        resolveCodeAction: (action, token, next) => (action.command === undefined ? next(action, token) : action),
        // What a lens or an action names is run by the editor as a command of its own.
        executeCommand: (command, args, next) => {
          const [argument] = args;
          if (command === COMMANDS.normalize && argument?.uri !== undefined) return this.onNormalize(argument);
          if (command === COMMANDS.nextProblem)
            return next(command, [{ ...argument, position: cursorIn(argument?.uri) }]);
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

/** A change of the whole file is not made at once: its command lists what it would do. */
function showFirst(action: CodeAction | Command): void {
  if (!(action instanceof CodeAction)) return;
  const wanted = wantedOf(action);
  const command = wanted && SHOWN_FIRST[wanted.kind];
  if (wanted === undefined || command === undefined) return;
  const { title } = action;
  delete action.edit;
  action.command = { title, command, arguments: [wanted] };
}

const SHOWN_FIRST: Readonly<Partial<Record<WholeFileEdit['kind'], string>>> = {
  normalize: COMMANDS.normalize,
  trim: 'transcriptLint.trimToBudget',
  convert: 'transcriptLint.convertTo',
};

/** What the server sent along with an action whose edit is not worked out yet. */
function wantedOf({ data }: CodeAction & { readonly data?: unknown }) {
  return isDeferred(data) ? { ...data.wanted, uri: data.uri } : undefined;
}

function isDeferred(data: unknown): data is DeferredEdit {
  if (typeof data !== 'object' || data === null || !('wanted' in data) || !('uri' in data)) return false;
  const { wanted } = data;
  return typeof wanted === 'object' && wanted !== null && 'kind' in wanted;
}
