import {
  CodeLens,
  commands,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  TabInputText,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { ConversionDecorations } from '../conversion/conversionDecorations';
import type { ConversionDetails } from '../conversion/conversionDetails';
import { previewMarks, sourceMarks } from '../conversion/conversionMarks';
import { askConversion } from '../conversion/convertTo';
import type { Server } from '../server';
import { ConversionPreview } from './preview';
import { previewLine, previewOf, previewPath } from './previewUri';
import { sameText } from './sameText';

const SCHEME = 'transcript-lint-preview';
/** Not in the palette: it is about the preview that its lens stands in. */
const SHOW_DETAILS = '_transcriptLint.conversionDetails';

/** *Preview As…*: converted documents beside their sources, live and read-only, with what they cost marked in both. */
export class ConversionPreviews implements TextDocumentContentProvider, Disposable {
  private readonly server: Server;
  private readonly details: ConversionDetails;
  private readonly previews = new Map<string, ConversionPreview>();
  private readonly decorations = new ConversionDecorations();
  private readonly changes = new EventEmitter<Uri>();
  private readonly lensChanges = new EventEmitter<void>();
  private readonly registrations: readonly Disposable[];
  private hasMarks = false;

  readonly onDidChange = this.changes.event;
  readonly onDidChangeCodeLenses = this.lensChanges.event;

  constructor(server: Server, details: ConversionDetails) {
    this.server = server;
    this.details = details;
    this.registrations = [
      this.decorations,
      this.changes,
      this.lensChanges,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      languages.registerCodeLensProvider({ scheme: SCHEME }, this),
      commands.registerCommand(SHOW_DETAILS, (uri: string) => this.showDetails(uri)),
      workspace.onDidChangeTextDocument(({ document }) => this.changed(document)),
      workspace.onDidOpenTextDocument((document) => this.changed(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)),
      window.onDidChangeVisibleTextEditors(() => this.drawAll()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof TabInputText) this.close(input.uri);
      }),
    ];
  }

  /** Asks for the dialect and opens the preview beside the active editor. */
  async open(isOurs: (editor: TextEditor) => boolean): Promise<void> {
    const editor = window.activeTextEditor;
    const chosen = await askConversion(this.server, editor, 'Preview as', isOurs);
    if (editor === undefined || chosen === undefined) return;
    const { to, languageId } = chosen.report;
    const source = editor.document.uri;
    const uri = Uri.from({ scheme: SCHEME, ...previewPath(source.path, source.toString(), to, languageId) });
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
    this.drawAll();
  }

  /** Also asked for a preview that was left open when the window was closed: its address says what it is of. */
  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const preview = this.previewAt(uri);
    if (preview === undefined) return '';
    if (preview.report === undefined) await preview.refresh();
    return preview.text;
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const preview = this.previews.get(uri.toString());
    if (preview === undefined) return [];
    const title = previewLine(preview.file, preview);
    const command = { title, command: SHOW_DETAILS, arguments: [uri.toString()] };
    return [new CodeLens(new Range(0, 0, 0, 0), command)];
  }

  dispose(): void {
    for (const preview of this.previews.values()) preview.stop();
    for (const registration of this.registrations) registration.dispose();
  }

  private previewAt(uri: Uri): ConversionPreview | undefined {
    const key = uri.toString();
    const known = this.previews.get(key);
    const of = previewOf(uri.query);
    if (known !== undefined || of === undefined) return known;
    const preview = new ConversionPreview(this.server, Uri.parse(of.source), of.to, () => {
      this.changes.fire(uri);
      this.lensChanges.fire();
      this.drawAll();
    });
    this.previews.set(key, preview);
    return preview;
  }

  private changed({ uri }: TextDocument): void {
    if (uri.scheme === SCHEME) this.drawAll();
    const key = uri.toString();
    for (const preview of this.previews.values()) {
      if (preview.source.toString() === key) void preview.refresh();
    }
  }

  /** Shows in the previews of a document what its cursor is at. */
  private follow({ document, selection }: TextEditor): void {
    const key = document.uri.toString();
    for (const editor of window.visibleTextEditors) {
      const shown = this.previews.get(editor.document.uri.toString());
      if (shown?.source.toString() !== key) continue;
      const line = document.lineAt(selection.active.line);
      const share = selection.active.line / Math.max(1, document.lineCount);
      const offset = sameText(line.text, editor.document.getText(), share);
      if (offset === undefined) continue;
      const at = editor.document.positionAt(offset);
      editor.revealRange(new Range(at, at), TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private close(uri: Uri): void {
    const key = uri.toString();
    const preview = this.previews.get(key);
    if (preview === undefined || isInTab(key)) return;
    preview.stop();
    this.previews.delete(key);
    this.drawAll();
  }

  /** Marks of the state that is shown, and none where no preview is open. */
  private drawAll(): void {
    if (this.previews.size === 0 && !this.hasMarks) return;
    this.hasMarks = this.previews.size > 0;
    for (const editor of window.visibleTextEditors) {
      const { uri, version } = editor.document;
      const key = uri.toString();
      const shown = this.previews.get(key);
      if (shown !== undefined) {
        this.decorations.draw(editor, shown.report === undefined ? [] : previewMarks(shown.report));
        continue;
      }
      const of = [...this.previews.values()].filter(({ source }) => source.toString() === key);
      // Between two states the editor moves the marks with the text.
      if (of.some((preview) => preview.version !== version)) continue;
      const marks = of.flatMap(({ report }) => (report === undefined ? [] : sourceMarks(report)));
      this.decorations.draw(editor, marks);
    }
  }

  private async showDetails(key: string): Promise<void> {
    const preview = this.previews.get(key);
    if (preview?.report !== undefined) await this.details.show(preview.source, preview.report);
  }
}

/** The same document may be open in another group. */
function isInTab(key: string): boolean {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === key);
}
