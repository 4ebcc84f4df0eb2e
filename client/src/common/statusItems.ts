import {
  type Disposable,
  LanguageStatusSeverity,
  languages,
  MarkdownString,
  StatusBarAlignment,
  type TextDocument,
  window,
} from 'vscode';
import type { Status } from './protocol';

const COMMAND = { command: 'transcriptLint.selectDialect', title: 'Select Dialect' } as const;

/** Beside the language in the status bar: dialect and problems of the active transcript. Nothing for other files. */
export class StatusItems implements Disposable {
  // VS Code 1.91 orders the right side by priority; the language mode has 100.1.
  private readonly bar = window.createStatusBarItem('transcriptLint.status', StatusBarAlignment.Right, 100.2);
  private language: Disposable | undefined;

  constructor() {
    this.bar.name = 'Transcript Lint';
    this.bar.command = COMMAND.command;
  }

  show(document: TextDocument, status: Status): void {
    const { dialect, target } = status;
    if (dialect === null) {
      this.hide();
      return;
    }
    this.bar.text = `$(comment-discussion) ${dialect} · ${problemsOf(status)}`;
    this.bar.tooltip = tooltipOf(status);
    this.bar.accessibilityInformation = { label: `Transcript, dialect ${dialect}, ${problemsOf(status)}` };
    this.bar.show();

    this.language?.dispose();
    const { scheme, path } = document.uri;
    const item = languages.createLanguageStatusItem('transcriptLint.dialect', { scheme, pattern: path });
    item.name = 'Transcript Lint';
    item.text = target === null ? dialect : `${dialect} for ${target}`;
    item.detail = `${problemsOf(status)}, ${counted(status.conversations, 'conversation')}`;
    item.severity = severityOf(status);
    item.command = COMMAND;
    this.language = item;
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

function problemsOf({ problems: { errors, warnings, infos } }: Status): string {
  const all = errors + warnings + infos; // hints are style; Problems does not list them either
  return all === 0 ? 'no problems' : counted(all, 'problem');
}

function severityOf({ problems }: Status): LanguageStatusSeverity {
  if (problems.errors > 0) return LanguageStatusSeverity.Error;
  return problems.warnings > 0 ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
}

function tooltipOf(status: Status): MarkdownString {
  const text = new MarkdownString();
  text.appendText(`Transcript in dialect ${status.dialect}, checked for ${status.target}`);
  // The evidence quotes the file, so it goes in as text, never as Markdown.
  for (const reason of status.evidence) text.appendMarkdown('\n\n').appendText(reason);
  return text.appendMarkdown('\n\nClick to choose another dialect.');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
