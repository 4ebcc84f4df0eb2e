import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver';
import { type Position, TextDocument } from 'vscode-languageserver-textdocument';
import { type Analysis, type ResolvedConfig, type TextChange, TranscriptDocument } from '../core/index';

/**
 * A document that the client has open: its text, kept in step by incremental changes, and what the core knows of it.
 * The rest of the server sees this interface alone, so that another text store (a rope of messages) can stand behind it.
 */
export interface OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  /** Undefined until the configuration is known. */
  readonly config: ResolvedConfig | undefined;
  readonly transcript: TranscriptDocument;
  analysis(): Analysis;
  configure(config: ResolvedConfig): void;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
}

/** The document type of the server's `TextDocuments`. */
export const openDocuments: TextDocumentsConfiguration<OpenDocument> = {
  create: (uri, languageId, version, text) => new FlatDocument(TextDocument.create(uri, languageId, version, text)),
  update: (document, changes, version) => {
    if (document instanceof FlatDocument) document.change(changes, version);
    return document;
  },
};

/** The text in one string. `TextDocument` owns text and line table, the core's document gets the same string. */
class FlatDocument implements OpenDocument {
  config: ResolvedConfig | undefined;
  private readonly source: TextDocument;
  /** Opened when somebody asks for it first, which is when the configuration is known: one reading of the text, not two. */
  private opened: TranscriptDocument | undefined;

  constructor(source: TextDocument) {
    this.source = source;
  }

  get uri(): string {
    return this.source.uri;
  }

  get languageId(): string {
    return this.source.languageId;
  }

  get version(): number {
    return this.source.version;
  }

  get text(): string {
    return this.source.getText();
  }

  get transcript(): TranscriptDocument {
    const { uri, languageId, config } = this;
    this.opened ??= TranscriptDocument.open(this.text, { uri, languageId, config });
    return this.opened;
  }

  /** Each change counts in the text that the changes before it left. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const applied: TextChange[] = [];
    for (const change of changes) {
      applied.push(this.offsets(change));
      TextDocument.update(this.source, [change], version);
    }
    // What was not ours is read anew when somebody asks, not at each of a hundred queued keys.
    if (this.opened?.analysis().dialect === undefined) this.opened = undefined;
    else this.opened.update(applied, this.text);
  }

  analysis(): Analysis {
    return this.transcript.analysis();
  }

  configure(config: ResolvedConfig): void {
    this.config = config;
    this.opened?.configure({ config });
  }

  positionAt(offset: number): Position {
    return this.source.positionAt(offset);
  }

  offsetAt(position: Position): number {
    return this.source.offsetAt(position);
  }

  private offsets(change: TextDocumentContentChangeEvent): TextChange {
    if (!('range' in change)) return { start: 0, end: this.text.length, text: change.text };
    const [a, b] = [this.offsetAt(change.range.start), this.offsetAt(change.range.end)];
    return { start: Math.min(a, b), end: Math.max(a, b), text: change.text };
  }
}
