import {
  type Disposable,
  DocumentLink,
  type DocumentLinkProvider,
  languages,
  Range,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { ConversionReport } from '../../../../server/src/protocol/index';
import { reportLinks } from '../reportLinks';
import { conversionDetails } from './conversionTexts';

const SCHEME = 'transcript-lint-report';

/** Reports of conversions as read-only documents. They are of one moment, and are forgotten when they are closed. */
export class ConversionDetails implements TextDocumentContentProvider, DocumentLinkProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly sources = new Map<string, Uri>();
  private count = 0;
  private readonly registrations = [
    workspace.registerTextDocumentContentProvider(SCHEME, this),
    languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
    workspace.onDidCloseTextDocument(({ uri }) => {
      this.texts.delete(uri.toString());
      this.sources.delete(uri.toString());
    }),
  ];

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? 'This report is gone. Convert or preview again to have another.\n';
  }

  provideDocumentLinks(document: TextDocument): DocumentLink[] {
    const source = this.sources.get(document.uri.toString());
    if (source === undefined) return [];
    return reportLinks(document.getText()).map(
      ({ row, start, end, line }) =>
        new DocumentLink(new Range(row, start, row, end), source.with({ fragment: `L${line}` })),
    );
  }

  async show(source: Uri, report: ConversionReport): Promise<void> {
    const file = nameOf(source);
    this.count += 1;
    const uri = Uri.from({ scheme: SCHEME, path: `/${file} as ${report.name}.txt`, query: String(this.count) });
    this.texts.set(uri.toString(), conversionDetails(file, report));
    this.sources.set(uri.toString(), source);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }
}

/** The name of a file, without its folders. */
export function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
