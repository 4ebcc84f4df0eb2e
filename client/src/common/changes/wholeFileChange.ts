import {
  commands,
  type Disposable,
  EventEmitter,
  type LogOutputChannel,
  OverviewRulerLane,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  TabInputTextDiff,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { CommandResult, WireRange } from '../../../../server/src/protocol/index';
import { nameOf } from '../conversion/conversionDetails';

const SCHEME = 'transcript-lint-change';

/** One thing that a change does, as a person reads it. */
export interface ChangeLine {
  /** The first words of the text that it is about. */
  readonly words: string;
  /** What becomes of it, and why. */
  readonly what: string;
  /** An icon of the editor: `trash`, `arrow-swap`. */
  readonly icon: string;
  readonly range?: WireRange;
}

/** A change of a whole file, before it is made. */
export interface ProposedChange {
  /** "Normalize" */
  readonly name: string;
  /** "Normalized" */
  readonly done: string;
  /** "3 drops, 1 insertion" */
  readonly summary: string;
  readonly lines: readonly ChangeLine[];
  /** The text that it would leave. */
  readonly text: () => Promise<string | undefined>;
  /** Makes it, if the text is still the one that was shown. */
  readonly apply: () => Promise<CommandResult>;
  /** Shows more than a line each, where there is more. */
  readonly details?: () => Promise<void>;
}

interface ChangeItem extends QuickPickItem {
  readonly act?: 'apply' | 'show';
  readonly line?: ChangeLine;
}

/**
 * Changes of whole files are shown before they are made: each loss in a list that leads to its place, the editor's own diff, then one
 * undoable edit. What was done stays readable in the output channel.
 */
export class WholeFileChanges implements TextDocumentContentProvider, Disposable {
  private readonly output: LogOutputChannel;
  private readonly changed = new EventEmitter<Uri>();
  private readonly place = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new ThemeColor('editorInfo.foreground'),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  private readonly texts = new Map<string, string>();
  /** What is shown as a diff now and waits for a word, by the address of the new text. */
  private readonly waiting = new Map<string, { document: TextDocument; change: ProposedChange }>();
  private readonly registrations: readonly Disposable[];
  private count = 0;

  readonly onDidChange = this.changed.event;

  constructor(output: LogOutputChannel) {
    this.output = output;
    this.registrations = [
      this.changed,
      this.place,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      commands.registerCommand('transcriptLint.applyChange', (uri?: Uri) => this.applyShown(uri)),
      commands.registerCommand('transcriptLint.discardChange', (uri?: Uri) => this.closeShown(uri)),
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof TabInputTextDiff) this.forget(input.modified);
      }),
    ];
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }

  /** Lists what would go, and does what the person chooses. */
  async propose(document: TextDocument, change: ProposedChange): Promise<void> {
    const chosen = await this.ask(document, change);
    if (chosen === 'apply') await this.apply(document, change);
    if (chosen === 'show') await this.show(document, change);
  }

  private async ask(document: TextDocument, change: ProposedChange): Promise<'apply' | 'show' | undefined> {
    const editor = window.visibleTextEditors.find((one) => one.document === document);
    const pick = window.createQuickPick<ChangeItem>();
    pick.title = `${nameOf(document.uri)} · ${change.name}: ${change.summary}`;
    pick.placeholder = 'Nothing is changed yet. Choose a line to see its place.';
    pick.matchOnDescription = true;
    pick.items = itemsOf(change);
    const listening: Disposable[] = [];
    try {
      return await new Promise((resolve) => {
        listening.push(
          pick.onDidChangeActive(([item]) => this.mark(editor, item?.line?.range)),
          pick.onDidAccept(() => {
            const [item] = pick.selectedItems;
            if (item?.act !== undefined) resolve(item.act);
            else this.mark(editor, item?.line?.range);
          }),
          pick.onDidHide(() => resolve(undefined)),
        );
        pick.show();
      });
    } finally {
      for (const one of listening) one.dispose();
      pick.dispose();
      if (editor !== undefined) editor.setDecorations(this.place, []);
    }
  }

  /** Lights up a place, where there is one. */
  mark(editor: TextEditor | undefined, range: WireRange | undefined): void {
    if (editor === undefined) return;
    if (range === undefined) {
      editor.setDecorations(this.place, []);
      return;
    }
    const at = rangeOf(range);
    editor.setDecorations(this.place, [at]);
    editor.revealRange(at, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  private async show(document: TextDocument, change: ProposedChange): Promise<void> {
    const text = await change.text();
    if (text === undefined) return;
    const file = nameOf(document.uri);
    this.count += 1;
    const uri = Uri.from({ scheme: SCHEME, path: `/${file}`, query: String(this.count) });
    this.texts.set(uri.toString(), text);
    this.waiting.set(uri.toString(), { document, change });
    await commands.executeCommand(
      'vscode.diff',
      document.uri,
      uri,
      `${file}: as it is ↔ ${change.done.replace(/^./, (first) => first.toLowerCase())}`,
    );
    const apply = 'Apply';
    const answer = await window.showInformationMessage(`${change.name}: ${change.summary}.`, apply, 'Discard');
    if (!this.waiting.has(uri.toString()) || answer === undefined) return; // decided in the title bar, or later there
    if (answer === apply) await this.applyShown(uri);
    else await this.closeShown(uri);
  }

  private async applyShown(uri = activeChange()): Promise<void> {
    const shown = uri && this.waiting.get(uri.toString());
    if (shown === undefined) return;
    await this.closeShown(uri);
    await this.apply(shown.document, shown.change);
  }

  private async closeShown(uri = activeChange()): Promise<void> {
    if (uri === undefined) return;
    const key = uri.toString();
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    const ours = tabs.filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === key);
    await window.tabGroups.close(ours);
    this.forget(uri);
  }

  private forget(uri: Uri): void {
    this.texts.delete(uri.toString());
    this.waiting.delete(uri.toString());
  }

  private async apply(document: TextDocument, change: ProposedChange): Promise<void> {
    try {
      const { applied } = await change.apply();
      if (!applied) {
        window.setStatusBarMessage(`${change.name}: nothing to do`, 5000);
        return;
      }
    } catch (error) {
      await window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return;
    }
    const { version } = document;
    this.report(document, change);
    const [undo, report] = ['Undo', change.details === undefined ? 'Show Report' : 'Show Details'];
    const answer = await window.showInformationMessage(
      `${change.done}: ${change.summary}. Undo takes it back in one step.`,
      undo,
      report,
    );
    if (answer === report) await (change.details === undefined ? this.output.show(true) : change.details());
    if (answer === undo) await takeBack(document, version);
  }

  private report(document: TextDocument, change: ProposedChange): void {
    const lines = change.lines.map(({ words, what, range }) => {
      const at = range === undefined ? '' : `line ${range.start.line + 1}: `;
      return `    ${at}${what}${words === '' ? '' : `: ${words}`}`;
    });
    const head = `${change.done} ${workspace.asRelativePath(document.uri)}: ${change.summary} (places before the change)`;
    this.output.info([head, ...lines].join('\n'));
  }
}

function itemsOf({ lines }: ProposedChange): ChangeItem[] {
  const detail = `One edit; undo takes it back.`;
  const rows = lines.map((line): ChangeItem => {
    const at = line.range === undefined ? '' : `line ${line.range.start.line + 1}`;
    return {
      label: `$(${line.icon}) ${line.words === '' ? '(no text)' : line.words}`,
      description: [line.what, at].filter((part) => part !== '').join(' · '),
      line,
    };
  });
  const separator: ChangeItem = { label: 'What it does', kind: QuickPickItemKind.Separator };
  return [
    {
      label: '$(diff) Show Changes',
      detail: 'As a difference, beside the text as it is.',
      act: 'show',
    },
    { label: '$(check) Apply', detail, act: 'apply' },
    ...(rows.length === 0 ? [] : [separator, ...rows]),
  ];
}

function activeChange(): Uri | undefined {
  const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof TabInputTextDiff && input.modified.scheme === SCHEME ? input.modified : undefined;
}

/** Only while nothing else has changed the text: otherwise something else would be undone. */
async function takeBack(document: TextDocument, version: number): Promise<void> {
  if (document.version !== version) {
    await window.showInformationMessage('The text has changed since. Undo in its editor goes back step by step.');
    return;
  }
  await window.showTextDocument(document);
  await commands.executeCommand('undo');
}

export function rangeOf({ start, end }: WireRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
