import type { Diagnostic } from 'vscode-languageserver';
import type { ConfigProblem, Finding, Severity } from '../core/index';
import type { ClientFeatures } from './capabilities';
import { isConfigFile, readConfigText } from './configFiles';
import { type Lines, toDiagnostic, toNotice } from './convert';
import type { OpenDocument } from './documents';
import { focusOf } from './focus';

/** Beyond this an editor gets slow and nobody reads on (10,000 diagnostics are 2.5 MB at each key). */
const MAX_DIAGNOSTICS = 250;

const BY_WEIGHT: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** All that is to be shown in one open document: what is found in a transcript, or what is wrong in a configuration file. */
export function diagnosticsOf(document: OpenDocument, client: ClientFeatures): Diagnostic[] {
  if (isConfigFile(document.uri)) {
    return problemDiagnostics(document, readConfigText(document.uri, document.text)?.problems ?? []);
  }
  const findings = reportedFindings(document);
  const shown = mostSevere(findings, MAX_DIAGNOSTICS);
  const diagnostics = findings
    .filter((finding) => shown.has(finding))
    .map((finding) => toDiagnostic(document, finding, focusOf(document, finding), client));
  const hidden = findings.find((finding) => !shown.has(finding));
  if (hidden)
    diagnostics.push(
      toNotice(document, focusOf(document, hidden), 'info', hiddenMessage(findings.length - shown.size)),
    );
  return diagnostics;
}

/** Problems of a configuration file, at their place. */
export function problemDiagnostics(lines: Lines, problems: readonly ConfigProblem[]): Diagnostic[] {
  return problems.slice(0, MAX_DIAGNOSTICS).map((problem) => toNotice(lines, problem, 'error', problem.message));
}

/** Findings as the editor is told of them; syntax errors only where no JSON support of the editor reports them already. */
export function reportedFindings(document: OpenDocument): readonly Finding[] {
  return document.analysis().findings;
}

/** Names a set of diagnostics, the same name for the same set, so that a pull can be answered by `unchanged` without memory of the last. */
export function resultIdOf(diagnostics: readonly Diagnostic[]): string {
  const text = JSON.stringify(diagnostics);
  let a = 0x811c9dc5;
  let b = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b + unit, 0x5bd1e995) ^ (b >>> 15);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** At most `limit` findings, errors before warnings before the rest. */
function mostSevere(findings: readonly Finding[], limit: number): ReadonlySet<Finding> {
  if (findings.length <= limit) return new Set(findings);
  const kept = new Set<Finding>();
  for (const severity of BY_WEIGHT) {
    for (const finding of findings) {
      if (kept.size === limit) break;
      if (finding.severity === severity) kept.add(finding);
    }
  }
  return kept;
}

function hiddenMessage(count: number): string {
  const problems = count === 1 ? 'problem is' : 'problems are';
  return `${count} more ${problems} not shown. Fix these first, or list all with "transcript-lint check".`;
}
