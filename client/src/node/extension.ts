import type { ExtensionContext } from 'vscode';
import { LanguageClient, type LanguageClientOptions, type NodeModule, TransportKind } from 'vscode-languageclient/node';
import { TranscriptLint } from '../common/transcriptLint';

let transcriptLint: TranscriptLint | undefined;

/** Desktop and remote: the server is a process of its own. */
export async function activate(context: ExtensionContext): Promise<void> {
  const run: NodeModule = {
    module: context.asAbsolutePath('dist/server/server.cjs'),
    transport: TransportKind.ipc,
  };
  const debug: NodeModule = { ...run, options: { execArgv: ['--nolazy', '--inspect=6009'] } };
  const createClient = (id: string, name: string, options: LanguageClientOptions) =>
    new LanguageClient(id, name, { run, debug }, options);
  transcriptLint = new TranscriptLint(context, createClient);
  await transcriptLint.watch();
}

export async function deactivate(): Promise<void> {
  await transcriptLint?.stop();
}
