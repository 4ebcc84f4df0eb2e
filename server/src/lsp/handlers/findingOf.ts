import type { CodeActionParams, Diagnostic, Range } from 'vscode-languageserver';
import type { Finding, RuleId } from '../../core/index';
import type { DiagnosticData } from '../../protocol/index';
import { toRange } from '../convert';
import { reportedFindings } from '../diagnostics';
import { focusOf } from '../focus';
import type { OpenDocument } from '../openDocument';

/** A menu longer than this helps nobody, and each of its entries holds edits. */
const MAX_CANDIDATES = 50;

/** A finding of the text as it stands, and the client's diagnostic for it, if it sent one along. */
export interface Candidate {
  readonly finding: Finding<RuleId>;
  readonly diagnostic: Diagnostic | undefined;
}

/**
 * The findings that a code action request is about: those of the diagnostics that came with it, and those that lie in its
 * range. A diagnostic names its finding by its data, which holds when the text has moved since; without data (ALE strips it,
 * and the source too) by its code and place.
 */
export function candidatesOf(document: OpenDocument, { range, context }: CodeActionParams): Candidate[] {
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  const unclaimed = new Set(context.diagnostics);
  const named: Candidate[] = [];
  const inRange: Candidate[] = [];
  for (const finding of reportedFindings(document)) {
    const diagnostic = claim(unclaimed, document, finding);
    if (diagnostic) named.push({ finding, diagnostic });
    else if (finding.start <= end && finding.end >= start) inRange.push({ finding, diagnostic });
  }
  return [...named, ...inRange].slice(0, MAX_CANDIDATES);
}

function claim(unclaimed: Set<Diagnostic>, document: OpenDocument, finding: Finding): Diagnostic | undefined {
  for (const diagnostic of unclaimed) {
    const data = dataOf(diagnostic);
    const isMeant = data
      ? data.rule === finding.rule && data.pointer === finding.pointer
      : diagnostic.code === finding.rule && isSame(diagnostic.range, toRange(document, focusOf(document, finding)));
    if (!isMeant) continue;
    unclaimed.delete(diagnostic);
    return diagnostic;
  }
  return undefined;
}

function dataOf({ data }: Diagnostic): DiagnosticData | undefined {
  const isOurs = typeof data === 'object' && data !== null && 'rule' in data && 'pointer' in data;
  return isOurs ? (data as DiagnosticData) : undefined;
}

function isSame(a: Range, b: Range): boolean {
  return isSamePlace(a.start, b.start) && isSamePlace(a.end, b.end);
}

function isSamePlace(a: Range['start'], b: Range['start']): boolean {
  return a.line === b.line && a.character === b.character;
}
