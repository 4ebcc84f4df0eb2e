import { type Disposable, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import { conversionDetails } from './conversionTexts';
import type { ConversionReport } from './protocol';

const SCHEME = 'transcript-lint-report';

/** Reports of conversions as read-only documents. They are of one moment, and are forgotten when they are closed. */
export class ConversionDetails implements TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private count = 0;
  private readonly registrations = [
    workspace.registerTextDocumentContentProvider(SCHEME, this),
    workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
  ];

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? 'This report is gone. Convert or preview again to have another.\n';
  }

  async show(source: Uri, report: ConversionReport): Promise<void> {
    const file = nameOf(source);
    this.count += 1;
    const uri = Uri.from({ scheme: SCHEME, path: `/${file} as ${report.name}.txt`, query: String(this.count) });
    this.texts.set(uri.toString(), conversionDetails(file, report));
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
