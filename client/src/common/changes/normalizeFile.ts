import { commands, type TextDocument, type TextEditor, Uri, window, workspace } from 'vscode';
import { COMMANDS, type NormalizeArgument } from '../../../../server/src/protocol/index';
import type { Server } from '../server';
import { changeLines } from './changeLines';
import type { WholeFileChanges } from './wholeFileChange';

/** *Normalize File*: lists what the normalization would do to the active transcript, then makes it one undoable edit. */
export async function normalizeFile(
  server: Server,
  changes: WholeFileChanges,
  isOurs: (editor: TextEditor) => boolean,
  target?: NormalizeArgument,
): Promise<void> {
  const editor = window.activeTextEditor;
  if (target === undefined && (editor === undefined || !isOurs(editor))) return offerDialect(editor);
  const document = target === undefined ? editor?.document : await documentOf(target);
  if (document === undefined) return;
  const uri = document.uri.toString();
  const request = { uri, ...(target?.conversation !== undefined && { conversation: target.conversation }) };
  const preview = await server.execute(COMMANDS.normalize, { ...request, preview: true }).catch((error: unknown) => {
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  });
  if (preview === undefined) return;
  const { summary, version, text } = preview;
  if (summary === '') {
    window.setStatusBarMessage('Nothing to normalize', 5000);
    return;
  }
  await changes.propose(document, {
    ...{ name: 'Normalize', done: 'Normalized', summary, lines: changeLines(preview.changes ?? []) },
    text: async () => text,
    // The version holds the server to what was shown.
    apply: () => server.execute(COMMANDS.normalize, { ...request, version }),
  });
}

function documentOf({ uri }: NormalizeArgument): Thenable<TextDocument> {
  return workspace.openTextDocument(Uri.parse(uri));
}

/** Nothing of ours is in front: says so, and offers to read it as a transcript all the same. */
export async function offerDialect(editor: TextEditor | undefined): Promise<void> {
  const choose = 'Select Dialect';
  const message = editor ? 'This file is not recognised as a transcript.' : 'Open a transcript first.';
  const answer = await window.showInformationMessage(message, ...(editor ? [choose] : []));
  if (answer === choose) await commands.executeCommand('transcriptLint.selectDialect');
}
