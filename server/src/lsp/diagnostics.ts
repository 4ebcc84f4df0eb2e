import type { Diagnostic } from 'vscode-languageserver';
import type { ConfigProblem, Finding, RuleId, Severity } from '../core/index';
import type { ClientFeatures } from './capabilities';
import { isConfigFile, readConfigText } from './config/configFiles';
import { type Lines, toDiagnostic, toNotice } from './convert';
import type { OpenDocument } from './openDocument';
import type { Shown } from './view/shown';

/** Beyond this an editor gets slow and nobody reads on (10,000 diagnostics are 2.5 MB at each key). */
const MAX_DIAGNOSTICS = 250;

const BY_WEIGHT: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** All that is to be shown in one open document: what is found in a transcript, or what is wrong in a configuration file. */
export function diagnosticsOf(document: OpenDocument, client: ClientFeatures): Diagnostic[] {
  if (isConfigFile(document.uri)) {
    const reading = readConfigText(document.uri, document.text);
    return reading === undefined ? [] : problemDiagnostics(document, reading);
  }
  const { shown: all } = document.view();
  const listed = mostSevere(all, MAX_DIAGNOSTICS);
  const { conversations } = document.analysis();
  const diagnostics = all
    .filter((one) => listed.has(one))
    .map(({ finding, focus }) => {
      const provider = conversations[finding.conversation]?.targetName;
      return toDiagnostic(document, finding, { focus, provider }, client);
    });
  const hidden = all.find((one) => !listed.has(one));
  if (hidden) diagnostics.push(toNotice(document, hidden.focus, 'info', hiddenMessage(all.length - listed.size)));
  return diagnostics;
}

/** What is to be said of a configuration file, at its place: what is wrong, then what counts and has another name now. */
export function problemDiagnostics(
  lines: Lines,
  { problems, notes = [] }: { readonly problems: readonly ConfigProblem[]; readonly notes?: readonly ConfigProblem[] },
): Diagnostic[] {
  const said = [
    ...problems.map((problem) => toNotice(lines, problem, 'error', problem.message)),
    ...notes.map((note) => toNotice(lines, note, 'info', note.message)),
  ];
  return said.slice(0, MAX_DIAGNOSTICS);
}

/** Findings of the text as it is now, whether they are shown yet or not: what is done about them is not held back. */
export function reportedFindings(document: OpenDocument): readonly Finding<RuleId>[] {
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
function mostSevere(all: readonly Shown[], limit: number): ReadonlySet<Shown> {
  if (all.length <= limit) return new Set(all);
  const kept = new Set<Shown>();
  for (const severity of BY_WEIGHT) {
    for (const one of all) {
      if (kept.size === limit) break;
      if (one.finding.severity === severity) kept.add(one);
    }
  }
  return kept;
}

function hiddenMessage(count: number): string {
  const problems = count === 1 ? 'problem is' : 'problems are';
  return `${count} more ${problems} not shown. Fix these first, or list all with "transcript-lint check".`;
}
