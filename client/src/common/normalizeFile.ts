import { commands, type TextEditor, window } from 'vscode';
import { NORMALIZE } from './protocol';
import type { Server } from './server';

/** *Normalize File*: the whole normalization on the active transcript, as one undoable edit. */
export async function normalizeFile(server: Server, isOurs: (editor: TextEditor) => boolean): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || !isOurs(editor)) return offerDialect(editor);
  const { applied, summary } = await server.execute(NORMALIZE, { uri: editor.document.uri.toString() });
  if (summary === '') window.setStatusBarMessage('Nothing to normalize', 5000);
  else if (applied) window.setStatusBarMessage(`Normalized: ${summary}`, 5000);
}

/** Nothing of ours is in front: says so, and offers to read it as a transcript all the same. */
export async function offerDialect(editor: TextEditor | undefined): Promise<void> {
  const choose = 'Select Dialect';
  const message = editor ? 'This file is not recognised as a transcript.' : 'Open a transcript first.';
  const answer = await window.showInformationMessage(message, ...(editor ? [choose] : []));
  if (answer === choose) await commands.executeCommand('transcriptLint.selectDialect');
}
