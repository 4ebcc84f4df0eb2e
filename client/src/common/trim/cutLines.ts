import {
  type CodeLens,
  type Disposable,
  OverviewRulerLane,
  type Range,
  type TextDocument,
  ThemeColor,
  window,
} from 'vscode';
import type { LensData } from '../../../../server/src/protocol/index';

/** A faint line across the editor above the entry that a configured window starts at. It comes with the lens there. */
export class CutLines implements Disposable {
  private readonly line = window.createTextEditorDecorationType({
    isWholeLine: true,
    borderWidth: '1px 0 0 0',
    borderStyle: 'dashed',
    borderColor: new ThemeColor('editorInfo.foreground'),
    overviewRulerColor: new ThemeColor('editorInfo.foreground'),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  /** By URI, for an editor that shows a document which has its lenses already. */
  private readonly known = new Map<string, { readonly version: number; readonly ranges: readonly Range[] }>();
  private readonly watcher = window.onDidChangeVisibleTextEditors((editors) => {
    for (const { document } of editors) this.show(document);
  });

  /** The lenses of a document, as the server gave them. */
  draw(document: TextDocument, lenses: readonly CodeLens[]): void {
    const ranges = lenses.filter(isAtCut).map(({ range }) => range);
    this.known.set(document.uri.toString(), { version: document.version, ranges });
    this.show(document);
  }

  forget(document: TextDocument): void {
    this.known.delete(document.uri.toString());
  }

  dispose(): void {
    this.watcher.dispose();
    this.line.dispose();
  }

  private show(document: TextDocument): void {
    const known = this.known.get(document.uri.toString());
    // The editor moves its lines with the text until the next lenses come.
    if (known === undefined || known.version !== document.version) return;
    for (const editor of window.visibleTextEditors) {
      if (editor.document === document) editor.setDecorations(this.line, known.ranges);
    }
  }
}

const CUT: LensData['kind'] = 'window';

/** The client of the protocol keeps what the server sent along with a lens. */
function isAtCut(lens: CodeLens & { readonly data?: unknown }): boolean {
  const { data } = lens;
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === CUT;
}
