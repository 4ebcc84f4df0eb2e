import {
  type DecorationOptions,
  type Disposable,
  MarkdownString,
  OverviewRulerLane,
  Range,
  type TextEditor,
  ThemeColor,
  window,
} from 'vscode';
import type { Mark, MarkKind } from './conversionMarks';

const COLOURS: Readonly<Record<MarkKind, string>> = {
  fallback: 'editorWarning.foreground',
  lost: 'editorInfo.foreground',
  problem: 'editorError.foreground',
};
const KINDS = Object.keys(COLOURS) as readonly MarkKind[];

/** What a conversion costs, drawn into an editor: a dotted line, a few words behind it, the reasons on hover. */
export class ConversionDecorations implements Disposable {
  private readonly types = new Map(KINDS.map((kind) => [kind, typeOf(kind)]));

  draw(editor: TextEditor, marks: readonly Mark[]): void {
    for (const [kind, type] of this.types) {
      const of = marks.filter((mark) => mark.kind === kind);
      editor.setDecorations(type, of.map(toDecoration));
    }
  }

  dispose(): void {
    for (const type of this.types.values()) type.dispose();
  }
}

function typeOf(kind: MarkKind) {
  const colour = new ThemeColor(COLOURS[kind]);
  return window.createTextEditorDecorationType({
    borderWidth: '0 0 2px 0',
    borderStyle: 'dotted',
    borderColor: colour,
    overviewRulerColor: colour,
    overviewRulerLane: OverviewRulerLane.Right,
    after: { color: new ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 1em', fontStyle: 'italic' },
  });
}

function toDecoration({ range: { start, end }, label, reasons }: Mark): DecorationOptions {
  // Reasons quote the file, so they go in as text, never as Markdown.
  const hoverMessage = reasons.map((reason) => new MarkdownString().appendText(reason));
  return {
    range: new Range(start.line, start.character, end.line, end.character),
    hoverMessage,
    renderOptions: { after: { contentText: label } },
  };
}
