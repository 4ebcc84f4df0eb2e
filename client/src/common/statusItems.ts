import {
  type Disposable,
  LanguageStatusSeverity,
  languages,
  MarkdownString,
  StatusBarAlignment,
  type TextDocument,
  ThemeColor,
  window,
} from 'vscode';
import { dialectTitle, targetNames } from '../../../server/src/core/index';
import type { Status } from '../../../server/src/protocol/index';

const DIALECT = { command: 'transcriptLint.selectDialect', title: 'Select Dialect' } as const;
const TARGET = { command: 'transcriptLint.selectTarget', title: 'Select Target' } as const;

/** Beside the language in the status bar: dialect, target and problems of the active transcript. Nothing for other files. */
export class StatusItems implements Disposable {
  // VS Code 1.91 orders the right side by priority; the language mode has 100.1.
  private readonly bar = window.createStatusBarItem('transcriptLint.status', StatusBarAlignment.Right, 100.2);
  private language: Disposable | undefined;

  constructor() {
    this.bar.name = 'Transcript Lint';
    this.bar.command = DIALECT.command;
  }

  show(document: TextDocument, status: Status): void {
    const { dialect, notChecked } = status;
    if (dialect === null) {
      this.hide();
      return;
    }
    const [shape, problems] = [shapeOf(status), problemsOf(status)];
    this.bar.text = `$(${notChecked === null ? 'comment-discussion' : 'warning'}) ${shape} · ${problems}`;
    this.bar.tooltip = tooltipOf(status);
    this.bar.backgroundColor = notChecked === null ? undefined : new ThemeColor('statusBarItem.warningBackground');
    this.bar.accessibilityInformation = { label: `Transcript, ${shape}, ${problems}` };
    this.bar.show();

    this.language?.dispose();
    const { scheme, path } = document.uri;
    const selector = { scheme, pattern: path };
    const item = languages.createLanguageStatusItem('transcriptLint.dialect', selector);
    item.name = 'Transcript Lint: DialectId';
    item.text = dialectTitle(dialect);
    item.detail = `${problems}, ${counted(status.conversations, 'conversation')}`;
    item.severity = severityOf(status);
    item.command = DIALECT;
    const target = languages.createLanguageStatusItem('transcriptLint.target', selector);
    target.name = 'Transcript Lint: Target';
    target.text = `for ${nameOfTarget(status)}`;
    target.command = TARGET;
    this.language = {
      dispose: () => {
        item.dispose();
        target.dispose();
      },
    };
  }

  hide(): void {
    this.bar.hide();
    this.language?.dispose();
    this.language = undefined;
  }

  dispose(): void {
    this.hide();
    this.bar.dispose();
  }
}

/** "OpenAI chat → azure"; the project's own shape is checked by its own rules, which needs no saying. */
function shapeOf({ dialect, target }: Status): string {
  const name = dialect === null ? '' : dialectTitle(dialect);
  return target === null || target === 'own' ? name : `${name} → ${target}`;
}

function problemsOf({ problems: { errors, warnings, infos }, notChecked }: Status): string {
  const all = errors + warnings + infos; // hints are style; Problems does not list them either
  if (notChecked !== null) return all === 0 ? notChecked : `${counted(all, 'problem')}, ${notChecked}`;
  return all === 0 ? 'no problems' : counted(all, 'problem');
}

function severityOf({ problems, notChecked }: Status): LanguageStatusSeverity {
  if (problems.errors > 0) return LanguageStatusSeverity.Error;
  return problems.warnings > 0 || notChecked !== null
    ? LanguageStatusSeverity.Warning
    : LanguageStatusSeverity.Information;
}

function nameOfTarget({ target }: Status): string {
  return target === null ? 'nobody' : (targetNames[target] ?? target);
}

function tooltipOf(status: Status): MarkdownString {
  const text = new MarkdownString();
  text.isTrusted = { enabledCommands: [DIALECT.command, TARGET.command] };
  const { dialect, evidence, notChecked } = status;
  text.appendText(`${dialect === null ? '' : dialectTitle(dialect)}, checked for ${nameOfTarget(status)}`);
  if (notChecked !== null) text.appendMarkdown('\n\n').appendText(notChecked);
  // The evidence quotes the file, so it goes in as text, never as Markdown.
  for (const reason of evidence) text.appendMarkdown('\n\n').appendText(reason);
  return text.appendMarkdown(
    `\n\n[Select Dialect](command:${DIALECT.command}) · [Select Target](command:${TARGET.command})`,
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
