import {
  type CodeAction,
  type CodeActionKind,
  type CodeLens,
  type Command,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Position } from 'vscode-languageserver-textdocument';
import type { Edit, Finding, Range as OffsetRange, RuleId, Severity } from '../core/index';
import { type DiagnosticData, SOURCE } from '../protocol/index';
import type { ClientFeatures } from './capabilities';

/** Where the pages of the rules live; each diagnostic's code links to its own. */
const RULE_PAGES = 'https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Something with lines: an open document, or the text of a configuration file that is not open. */
export interface Lines {
  readonly uri: string;
  positionAt(offset: number): Position;
}

interface VersionedLines extends Lines {
  readonly version: number;
}

export function toRange(lines: Lines, { start, end }: OffsetRange): Range {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** `focus`: the part of the finding's place to underline. `provider`: who must accept it, as people write it. */
export interface DiagnosticPlace {
  readonly focus: OffsetRange;
  readonly provider?: string | undefined;
}

export function toDiagnostic(
  lines: Lines,
  finding: Finding<RuleId>,
  { focus, provider }: DiagnosticPlace,
  client: ClientFeatures,
): Diagnostic {
  const { rule, pointer, providerError } = finding;
  const range = toRange(lines, focus);
  const related = finding.related.map((one) => ({
    location: { uri: lines.uri, range: toRange(lines, one) },
    message: one.message,
  }));
  // Until somebody hovers, the provider's own words are nowhere else.
  if (providerError !== undefined) {
    related.push({
      location: { uri: lines.uri, range },
      message: `${provider ?? 'The provider'} would say: ${providerError}`,
    });
  }
  const data: DiagnosticData = { rule, pointer, ...(providerError !== undefined && { providerError }) };
  return {
    range,
    severity: SEVERITIES[finding.severity],
    code: rule,
    ...(client.codeDescription && { codeDescription: { href: `${RULE_PAGES}/${rule}.md` } }),
    source: SOURCE,
    message: finding.message,
    ...(client.unnecessaryTag && finding.tag === 'unnecessary' && { tags: [DiagnosticTag.Unnecessary] }),
    ...(client.relatedInformation && related.length > 0 && { relatedInformation: related }),
    ...(client.diagnosticData && { data }),
  };
}

/** A diagnostic that no rule stands behind: a configuration file's problem, the closing "N more". */
export function toNotice(lines: Lines, at: OffsetRange, severity: Severity, message: string): Diagnostic {
  return { range: toRange(lines, at), severity: SEVERITIES[severity], source: SOURCE, message };
}

export function toTextEdits(lines: Lines, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: toRange(lines, edit), newText: edit.text }));
}

/** Edits of one state of one document. Bound to its version where the client can hold us to it. */
export function toWorkspaceEdit(
  document: VersionedLines,
  edits: readonly Edit[],
  client: ClientFeatures,
): WorkspaceEdit {
  return wrapTextEdits(document, toTextEdits(document, edits), client);
}

export function wrapTextEdits(
  { uri, version }: VersionedLines,
  edits: readonly TextEdit[],
  client: ClientFeatures,
): WorkspaceEdit {
  if (client.documentChanges) return { documentChanges: [{ textDocument: { uri, version }, edits: [...edits] }] };
  return { changes: { [uri]: [...edits] } };
}

/** Edits of a file that may not be open (`version` null), or not there yet. */
export function toFileEdit(
  lines: Lines,
  edits: readonly Edit[],
  { version, isNew }: { readonly version: number | null; readonly isNew: boolean },
  client: ClientFeatures,
): WorkspaceEdit {
  const { uri } = lines;
  const textEdits = toTextEdits(lines, edits);
  if (!client.documentChanges) return { changes: { [uri]: textEdits } };
  const change = { textDocument: { uri, version }, edits: textEdits };
  return { documentChanges: isNew ? [{ kind: 'create', uri }, change] : [change] };
}

/** One offer, before it is known whether the client takes literals or commands. */
export interface ActionParts {
  readonly title: string;
  readonly kind: CodeActionKind;
  readonly isPreferred?: boolean;
  readonly diagnostics?: readonly Diagnostic[];
  /** Either the edit itself or what `codeAction/resolve` makes it from. */
  readonly edit?: WorkspaceEdit;
  readonly data?: unknown;
}

export function toCodeAction(parts: ActionParts, client: ClientFeatures): CodeAction {
  return {
    title: parts.title,
    kind: parts.kind,
    ...(parts.diagnostics && parts.diagnostics.length > 0 && { diagnostics: [...parts.diagnostics] }),
    ...(client.preferredActions && parts.isPreferred && { isPreferred: true }),
    ...(parts.edit && { edit: parts.edit }),
    ...(parts.data !== undefined && { data: parts.data }),
  };
}

/** A line above a place. Without a command it says something and does nothing; without a title it is to be resolved. */
export function toCodeLens(
  lines: Lines,
  at: OffsetRange,
  { title, command = '', argument, data }: LensParts,
): CodeLens {
  const start = lines.positionAt(at.start);
  const shown = title !== undefined && {
    command: { title, command, ...(argument !== undefined && { arguments: [argument] }) },
  };
  return { range: { start, end: start }, ...shown, ...(data !== undefined && { data }) };
}

export interface LensParts {
  readonly title?: string;
  readonly command?: string;
  readonly argument?: unknown;
  readonly data?: unknown;
}

export function toCommand(title: string, command: string, argument: unknown): Command {
  return { title, command, arguments: [argument] };
}
