import {
  env,
  type QuickPickItem,
  Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  window,
  workspace,
} from 'vscode';
import { newTranscript, textToMessage } from '../../../../server/src/core/index';
import { COMMANDS, type CommandResult } from '../../../../server/src/protocol/index';
import type { Server } from '../server';
import { rangeOf } from './wholeFileChange';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const;
type Role = (typeof ROLES)[number];

interface Place extends QuickPickItem {
  /** Undefined: a new transcript. */
  readonly editor: TextEditor | undefined;
}

/**
 * *Insert Text as Message*: the selected text, else the clipboard, becomes a message at the cursor of a transcript, or the
 * first one of a new transcript.
 */
export async function insertTextAsMessage(server: Server, isOurs: (editor: TextEditor) => boolean): Promise<void> {
  const active = window.activeTextEditor;
  // What is selected in a transcript is JSON; a person who has it in front wants the clipboard put into it.
  const selected = active === undefined || isOurs(active) ? '' : active.document.getText(active.selection);
  const text = selected === '' ? await env.clipboard.readText() : selected;
  if (text === '') {
    await window.showInformationMessage('Nothing to insert: select text, or copy it first.');
    return;
  }
  const role = await askRole();
  if (role === undefined) return;
  // Escape: the person changed their mind.
  const place = await askPlace(active, isOurs);
  if (place === undefined) return;
  const tool_call_id = role === 'tool' ? await askCall(server, place.editor) : '';
  if (tool_call_id === undefined) return;

  const message = { text, role, ...(tool_call_id !== '' && { tool_call_id }) };
  if (place.editor !== undefined) {
    const result = await server.execute(COMMANDS.insertText, { ...placeOf(place.editor), ...message });
    if (result.applied) {
      await reveal(place.editor, result.range);
      return;
    }
  }
  await openNew(message);
}

async function askRole(): Promise<Role | undefined> {
  const items = ROLES.map((label) => ({ label }));
  return (await window.showQuickPick(items, { title: 'Insert text as a message of' }))?.label;
}

function placeOf({ document, selection }: TextEditor) {
  const { line, character } = selection.active;
  return { uri: document.uri.toString(), position: { line, character } };
}

/** What was put in may stand behind an exchange that goes on below the cursor. */
async function reveal({ document, viewColumn }: TextEditor, range: CommandResult['range']): Promise<void> {
  if (range === undefined) return;
  const { start, end } = rangeOf(range);
  const editor = await window.showTextDocument(document, viewColumn);
  editor.selection = new Selection(start, start);
  editor.revealRange(new Range(start, end), TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The id of the call that the text answers: one of those that wait for a result, else what the person types. */
async function askCall(server: Server, editor: TextEditor | undefined): Promise<string | undefined> {
  if (editor === undefined) return askCallId();
  const { calls = [] } = await server.execute(COMMANDS.insertText, { ...placeOf(editor), preview: true });
  if (calls.length === 0) return askCallId();
  const items = [
    ...calls.map(({ id, name, arguments: words, range }) => ({
      label: name === '' ? id : `${name} ${words}`,
      description: `${id} · line ${range.start.line + 1}`,
      id,
    })),
    { label: 'Another id…', description: '', id: undefined },
  ];
  const options = { title: 'Which call does this result answer?', matchOnDescription: true };
  const chosen = await window.showQuickPick(items, options);
  if (chosen === undefined) return undefined;
  return chosen.id ?? (await askCallId());
}

function askCallId(): Thenable<string | undefined> {
  return window.showInputBox({
    title: 'Id of the call that this result answers',
    prompt: 'Leave it empty for a result without an id.',
  });
}

async function askPlace(
  active: TextEditor | undefined,
  isOurs: (editor: TextEditor) => boolean,
): Promise<Place | undefined> {
  if (active !== undefined && isOurs(active)) return { label: '', editor: active };
  const places: Place[] = window.visibleTextEditors.filter(isOurs).map((editor) => ({
    label: workspace.asRelativePath(editor.document.uri),
    description: 'at its cursor',
    editor,
  }));
  const fresh: Place = { label: 'New transcript', editor: undefined };
  if (places.length === 0) return fresh;
  return window.showQuickPick([...places, fresh], { title: 'Insert the message into' });
}

async function openNew(input: { text: string; role: Role; tool_call_id?: string }): Promise<void> {
  const [message] = textToMessage(input).messages;
  if (message === undefined) return;
  const document = await workspace.openTextDocument({ language: 'json', content: newTranscript(message) });
  await window.showTextDocument(document);
}
