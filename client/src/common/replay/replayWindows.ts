import {
  type CancellationToken,
  type Memento,
  type Progress,
  ProgressLocation,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { WindowSettings } from '../../../../server/src/core/index';
import { COMMANDS, type ReplayAnswer, type ReplayParams } from '../../../../server/src/protocol/index';
import { offerDialect } from '../changes/normalizeFile';
import type { Server } from '../server';
import { amount } from '../trim/trimChoices';
import { doubtsOf, failureItems, type LeftOut, outcomeText, readWindow, windowChoices } from './replayChoices';
import type { ReplayReports } from './replayReports';
import { workspaceFiles } from './workspaceFiles';

/** The code of the protocol for an answer about a text that is gone. */
const CONTENT_MODIFIED = -32801;

type Scope = 'file' | 'workspace';

/** *Replay Windows…*: every prefix of the open file's conversations, or of the workspace's, through a window that the person chooses. */
export async function replayWindows(
  server: Server,
  memory: Memento,
  reports: ReplayReports,
  isOurs: (editor: TextEditor) => boolean,
): Promise<void> {
  const editor = window.activeTextEditor;
  const open = editor !== undefined && isOurs(editor) ? editor.document.uri : undefined;
  const scope = await askScope(open);
  if (scope === 'none') return offerDialect(editor);
  if (scope === undefined) return;
  const choice = await askWindow(memory, await configuredText(server, scope, open));
  if (choice === undefined) return;
  const sized = choice === 'configured' ? {} : { window: choice };
  let left: LeftOut = { isCapped: false, tooLarge: 0 };
  try {
    const answer = await inProgress(async (token, progress) => {
      const found = scope === 'file' && open !== undefined ? { files: [fileOf(open)], left } : await inWorkspace(token);
      if (token.isCancellationRequested) return undefined;
      const { files } = found;
      left = found.left;
      const params: ReplayParams = { files, isNamed: scope === 'file', ...sized };
      let done = 0;
      return server.replay(params, token, ({ percentage = done, message }) => {
        progress.report({ increment: percentage - done, ...(message !== undefined && { message }) });
        done = percentage;
      });
    });
    if (answer !== undefined) await show(answer, reports, left);
  } catch (error) {
    if (!isOutdated(error)) {
      await window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return;
    }
    const again = 'Replay Again';
    const chosen = await window.showInformationMessage('The text has changed while it was replayed.', again);
    if (chosen === again) await replayWindows(server, memory, reports, isOurs);
  }
}

async function show(answer: ReplayAnswer, reports: ReplayReports, left: LeftOut): Promise<void> {
  if (answer.report.all.prefixes === 0) {
    await window.showInformationMessage(outcomeText(answer, left));
    return;
  }
  reports.show(answer);
  const hasFailed = answer.report.all.failing > 0;
  if (!hasFailed && doubtsOf(answer.report).length === 0) {
    await window.showInformationMessage(outcomeText(answer, left));
    return;
  }
  if (failureItems(answer).length === 0) {
    await window.showWarningMessage(outcomeText(answer, left));
    return;
  }
  const go = hasFailed ? 'Go to a Failure…' : 'Go to a Problem…';
  if ((await window.showWarningMessage(outcomeText(answer, left), go)) === go) await reports.goToFailure();
}

function inProgress<Result>(
  run: (token: CancellationToken, progress: Progress<{ message?: string; increment?: number }>) => Promise<Result>,
): Thenable<Result> {
  const options = { location: ProgressLocation.Notification, title: 'Replaying windows', cancellable: true };
  return window.withProgress(options, (progress, token) => run(token, progress));
}

/** `none`: there is nothing of ours to replay. */
async function askScope(open: Uri | undefined): Promise<Scope | 'none' | undefined> {
  const hasFolder = (workspace.workspaceFolders ?? []).length > 0;
  if (open === undefined) return hasFolder ? 'workspace' : 'none';
  if (!hasFolder) return 'file';
  const items: readonly { label: string; description: string; scope: Scope }[] = [
    { label: 'This file', description: workspace.asRelativePath(open), scope: 'file' },
    { label: 'The workspace', description: 'every transcript in it', scope: 'workspace' },
  ];
  const chosen = await window.showQuickPick(items, { title: 'Replay Windows', placeHolder: 'Of which conversations?' });
  return chosen?.scope;
}

async function askWindow(
  memory: Memento,
  configured: string | undefined,
): Promise<WindowSettings | 'configured' | undefined> {
  const options = { title: 'Replay Windows', placeHolder: 'Which window is to be tried on every prefix?' };
  const chosen = await window.showQuickPick(windowChoices(configured), options);
  if (chosen === undefined) return undefined;
  const { way } = chosen;
  if (way === 'configured') return way;
  const remembered = `replay.${way}`;
  const prompt =
    way === 'budget'
      ? 'How many tokens may the messages have? Leading instructions are not counted.'
      : 'How many entries are kept, whatever they hold? Leading instructions are not counted.';
  const written = await window.showInputBox({
    title: 'Replay Windows',
    prompt,
    value: memory.get<string>(remembered) ?? (way === 'budget' ? '8000' : '8'),
    validateInput: (text) => (readWindow(way, text) === undefined ? 'A whole number, 1 or more.' : ''),
  });
  const size = written === undefined ? undefined : readWindow(way, written);
  if (written !== undefined && size !== undefined) await memory.update(remembered, written.trim());
  return size;
}

/** What is configured for the file; in a workspace each file has its own. */
async function configuredText(server: Server, scope: Scope, open: Uri | undefined): Promise<string | undefined> {
  if (scope === 'workspace') return 'settings and configuration files, for each file its own';
  if (open === undefined) return undefined;
  const answer = await server.execute(COMMANDS.trim, { uri: open.toString(), preview: true }).catch(() => undefined);
  const first = answer?.conversations?.[0]; // without a configured window the command is refused
  return first === undefined ? undefined : `${amount(first.budget)} ${first.unit}`;
}

async function inWorkspace(
  token: CancellationToken,
): Promise<{ readonly files: ReplayParams['files']; readonly left: LeftOut }> {
  const { files, ...left } = await workspaceFiles(token);
  return { files: files.map(fileOf), left };
}

function fileOf(uri: Uri): { readonly uri: string; readonly name: string } {
  return { uri: uri.toString(), name: workspace.asRelativePath(uri) };
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CONTENT_MODIFIED;
}
