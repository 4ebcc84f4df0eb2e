// An in-process client and server over two streams: the real protocol, no mocks.
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createConnection } from 'vscode-languageserver/node';
import {
  ApplyWorkspaceEditRequest,
  type ClientCapabilities,
  type CodeAction,
  type CodeActionClientCapabilities,
  type CodeActionContext,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeLensRefreshRequest,
  type Command,
  ConfigurationRequest,
  createProtocolConnection,
  type Diagnostic,
  DiagnosticRefreshRequest,
  type DiagnosticsCapabilities,
  DiagnosticTag,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ExecuteCommandRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Clock } from '../../server/src/lsp/environment';
import { startServer } from '../../server/src/lsp/server';

const DETAILS: DiagnosticsCapabilities = {
  relatedInformation: true,
  tagSupport: { valueSet: [DiagnosticTag.Unnecessary, DiagnosticTag.Deprecated] },
  codeDescriptionSupport: true,
  dataSupport: true,
};

const LITERALS: CodeActionClientCapabilities = {
  codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
  isPreferredSupport: true,
};

/** As VS Code 1.139 says it, cut to what matters here. */
export const pullClient: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    diagnostic: { dynamicRegistration: true, ...DETAILS },
    publishDiagnostics: { versionSupport: true, ...DETAILS },
    codeAction: { ...LITERALS, dataSupport: true, resolveSupport: { properties: ['edit'] } },
  },
};

/** As Neovim 0.9 and eglot: push, literals, no dynamic registration of anything of ours, no resolving. */
export const pushClient: ClientCapabilities = {
  workspace: { applyEdit: true, configuration: true, workspaceEdit: { documentChanges: true } },
  textDocument: { publishDiagnostics: { versionSupport: true, ...DETAILS }, codeAction: LITERALS },
};

/** As an old or small client: nothing but diagnostics and commands. */
export const plainClient: ClientCapabilities = {
  workspace: { applyEdit: true },
  textDocument: { publishDiagnostics: {}, codeAction: {} },
};

export const realClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Time that passes when a test says so. */
export class TestClock implements Clock {
  private time = 0;
  private readonly timers = new Set<{ readonly at: number; readonly run: () => void }>();

  readonly now = () => this.time;

  readonly after = (milliseconds: number, run: () => void) => {
    const timer = { at: this.time + milliseconds, run };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };

  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of [...this.timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= this.time && this.timers.delete(timer)) timer.run();
    }
  }

  get waiting(): number {
    return this.timers.size;
  }
}

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: object;
  /** Answers `workspace/configuration`; called for each question. */
  readonly settings?: (uri: string) => unknown;
  /** Files on the disk, by URI. May be changed while the server runs. */
  readonly files?: Map<string, string>;
  readonly folders?: readonly string[];
  /** Real time by default. */
  readonly clock?: Clock;
}

/** One client, the documents it has open, and what the server told it. */
export class Client {
  readonly documents = new Map<string, TextDocument>();
  readonly published: PublishDiagnosticsParams[] = [];
  readonly applied: WorkspaceEdit[] = [];
  readonly registered: string[] = [];
  readonly log: string[] = [];
  readonly statuses: { readonly uri: string; readonly dialect: string | null }[] = [];
  refreshes = 0;
  questions = 0;
  readonly connection: ProtocolConnection;
  readonly result: InitializeResult;

  private constructor(connection: ProtocolConnection, result: InitializeResult) {
    this.connection = connection;
    this.result = result;
  }

  static async start(options: ClientOptions = {}): Promise<Client> {
    const { capabilities = pushClient, files = new Map(), folders = [], clock = realClock } = options;
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    startServer(server, { version: '1.2.3', readText: async (uri) => files.get(uri), defer: setImmediate, clock });
    const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    let client: Client | undefined;
    const live = () => {
      if (client === undefined) throw new Error('The server spoke before it was initialized');
      return client;
    };
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => void live().published.push(params));
    connection.onNotification(LogMessageNotification.type, ({ message }) => void live().log.push(message));
    connection.onNotification('transcriptLint/status', (status) => void live().statuses.push(status));
    connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => live().apply(edit));
    connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      live().registered.push(...registrations.map(({ method }) => method));
    });
    connection.onRequest(DiagnosticRefreshRequest.type, () => {
      live().refreshes += 1;
    });
    connection.onRequest(CodeLensRefreshRequest.type, () => {});
    connection.onRequest(ConfigurationRequest.type, ({ items }) => {
      live().questions += 1;
      return items.map(({ scopeUri }) => options.settings?.(scopeUri ?? '') ?? null);
    });
    connection.listen();
    const result = await connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities,
      initializationOptions: options.initializationOptions,
      workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
    });
    client = new Client(connection, result);
    await connection.sendNotification(InitializedNotification.type, {});
    onTestFinished(async () => {
      // A test that shut it down itself is refused, as it should be.
      await connection.sendRequest(ShutdownRequest.type).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve)); // the server is still at the end of that answer
      connection.dispose();
      server.dispose();
    });
    return client;
  }

  async open(uri: string, text: string, languageId = 'json'): Promise<void> {
    const textDocument = { uri, languageId, version: 1, text };
    this.documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  async change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const document = this.document(uri);
    const version = document.version + 1;
    this.documents.set(uri, TextDocument.update(document, contentChanges, version));
    const textDocument = { uri, version };
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges });
  }

  /** Replaces the first occurrence of a piece of the text. */
  async replace(uri: string, piece: string, text: string): Promise<void> {
    await this.change(uri, { range: this.rangeOf(uri, piece), text });
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  async close(uri: string): Promise<void> {
    this.documents.delete(uri);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  text(uri: string): string {
    return this.document(uri).getText();
  }

  /** The text under a range. */
  at(uri: string, range: Range): string {
    return this.document(uri).getText(range);
  }

  rangeOf(uri: string, piece: string): Range {
    const document = this.document(uri);
    const start = document.getText().indexOf(piece);
    if (start < 0) throw new Error(`The text does not hold ${piece}`);
    return { start: document.positionAt(start), end: document.positionAt(start + piece.length) };
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  }

  /** All that the server had to do with what was sent before is done, and its notifications have arrived. */
  async settle(): Promise<void> {
    for (let i = 0; i < 8; i++) await this.connection.sendRequest('transcriptLint/status', { uri: 'none:' });
  }

  /** What is shown for a document now: pulled, or pushed last. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    if (this.result.capabilities.diagnosticProvider !== undefined) {
      const report = await this.pull(uri);
      return report.kind === 'full' ? report.items : [];
    }
    await this.settle();
    return this.published.filter((params) => params.uri === uri).at(-1)?.diagnostics ?? [];
  }

  async actions(
    uri: string,
    range: Range,
    context: Partial<CodeActionContext> = {},
  ): Promise<(CodeAction | Command)[]> {
    const params = { textDocument: { uri }, range, context: { diagnostics: [], ...context } };
    return (await this.connection.sendRequest(CodeActionRequest.type, params)) ?? [];
  }

  async resolve(action: CodeAction): Promise<CodeAction> {
    return action.edit ? action : this.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  execute(command: string, argument: unknown): Promise<unknown> {
    return this.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  }

  /** As an editor does: refuses what is bound to another version, applies the rest and tells the server. */
  async apply(edit: WorkspaceEdit): Promise<{ applied: boolean; failureReason?: string }> {
    this.applied.push(edit);
    const versioned = (edit.documentChanges ?? []).flatMap((change) => ('edits' in change ? change : []));
    const plain = Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({
      textDocument: { uri, version: null },
      edits,
    }));
    for (const { textDocument, edits } of [...versioned, ...plain]) {
      const document = this.document(textDocument.uri);
      if (textDocument.version !== null && textDocument.version !== document.version) {
        return { applied: false, failureReason: 'stale' };
      }
      const textEdits = edits.flatMap((one) => ('newText' in one ? one : []));
      const text = TextDocument.applyEdits(document, textEdits);
      await this.change(textDocument.uri, { text });
    }
    return { applied: true };
  }

  private document(uri: string): TextDocument {
    const document = this.documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }
}

export const isAction = (action: CodeAction | Command): action is CodeAction =>
  !('command' in action && typeof action.command === 'string');
