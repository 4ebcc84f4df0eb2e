import type { Range } from 'vscode-languageserver';
import type { NextProblemArgument } from '../../protocol/index';
import { toRange } from '../convert';
import { reportedFindings } from '../diagnostics';
import { focusOf } from '../focus';
import type { OpenDocument } from '../openDocument';

/** The problem behind a position, else the first one; in one conversation or row, or in the whole document. */
export function nextProblem(
  document: OpenDocument,
  { conversation, position }: NextProblemArgument,
): { readonly range: Range; readonly message: string } | undefined {
  const { conversations } = document.analysis();
  const isMeant = (pointer: string) =>
    conversation === undefined || pointer === conversation || pointer.startsWith(`${conversation}/`);
  const found = reportedFindings(document)
    .filter(
      ({ severity, pointer, conversation: at }) =>
        severity !== 'hint' && (isMeant(pointer) || isMeant(conversations[at]?.pointer ?? pointer)),
    )
    .map((finding) => ({ finding, focus: focusOf(document, finding) }))
    .sort((a, b) => a.focus.start - b.focus.start);
  const from = position === undefined ? -1 : document.offsetAt(position);
  const next = found.find(({ focus }) => focus.start > from) ?? found[0];
  return next && { range: toRange(document, next.focus), message: next.finding.message };
}
