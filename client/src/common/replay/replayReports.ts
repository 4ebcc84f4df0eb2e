import { commands, type Disposable, Range, TabInputText, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { replayHtml } from '../../../../server/src/core/index';
import type { ReplayAnswer } from '../../../../server/src/protocol/index';
import { failureItems, inTheme } from './replayChoices';

/** The last replay: its report in a panel, and the way from its failures to the files. */
export class ReplayReports implements Disposable {
  private panel: WebviewPanel | undefined;
  private answer: ReplayAnswer | undefined;

  show(answer: ReplayAnswer): void {
    this.answer = answer;
    void commands.executeCommand('setContext', 'transcriptLint.hasFailures', failureItems(answer).length > 0);
    this.panel ??= this.open();
    const nonce = newNonce();
    // No script, no command, nothing from anywhere: a report is text and pictures (its own policy says so too).
    this.panel.webview.html = inTheme(replayHtml(answer.report, { nonce }), nonce);
    this.panel.reveal(this.panel.viewColumn ?? ViewColumn.Active);
  }

  /** Asks which failure, and shows the entry that its window starts at. */
  async goToFailure(): Promise<void> {
    const { answer } = this;
    const items = answer === undefined ? [] : failureItems(answer);
    if (items.length === 0) {
      const none =
        answer === undefined ? 'Nothing has been replayed yet: Transcript: Replay Windows…' : 'No window breaks.';
      await window.showInformationMessage(none);
      return;
    }
    const options = {
      title: 'Go to a Failure',
      placeHolder: 'Which window?',
      matchOnDescription: true,
      matchOnDetail: true,
    };
    const place = (await window.showQuickPick(items, options))?.place;
    if (place === undefined || place === null) return;
    const { line, character } = place.position;
    const uri = Uri.parse(place.uri);
    // Where it is open already; else beside the report, where there is one to go back to.
    const free = this.panel?.active === true ? ViewColumn.Beside : ViewColumn.Active;
    const selection = new Range(line, character, line, character);
    await window.showTextDocument(uri, { selection, viewColumn: columnOf(uri) ?? free });
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(): WebviewPanel {
    const options = { enableScripts: false, enableForms: false, enableCommandUris: false, localResourceRoots: [] };
    const panel = window.createWebviewPanel('transcriptLint.replay', 'Replayed Windows', ViewColumn.Active, {
      ...options,
      enableFindWidget: true,
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    return panel;
  }
}

/** The group that has a file open. */
function columnOf(uri: Uri): ViewColumn | undefined {
  const key = uri.toString();
  const has = (input: unknown) => input instanceof TabInputText && input.uri.toString() === key;
  return window.tabGroups.all.find(({ tabs }) => tabs.some(({ input }) => has(input)))?.viewColumn;
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
