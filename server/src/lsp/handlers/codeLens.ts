import type { CodeLens } from 'vscode-languageserver';
import { COMMANDS, type LensData } from '../../protocol/index';
import type { ClientFeatures } from '../capabilities';
import { toCodeLens } from '../convert';
import type { OpenDocument } from '../openDocument';
import { headText, joined, lensFacts, problemsText, rowsText, shapeText, syntaxErrorText } from './lensFacts';
import { memoryOf, planLenses, shownRows } from './lensPlan';
import { counted, normalizationOf, summaryOf } from './wholeFile';

/**
 * The lines above conversations, rows and the entries where configured windows start. What they say is worked out when they
 * come into view (`resolveLens`); only where a window starts has to be known at once.
 */
export function codeLenses(document: OpenDocument, client: ClientFeatures): CodeLens[] {
  if (document.config?.codeLens === false) return [];
  const { uri, version } = document;
  return planLenses(document, client.appliesEdits).map(({ kind, pointer, offset, title }) => {
    const data: LensData = { uri, version, kind, pointer };
    // Nothing can be drawn at an entry that no window starts at.
    return toCodeLens(
      document,
      { start: offset, end: offset },
      { ...(title !== undefined && { title }), ...(!isNote(title) && { data }) },
    );
  });
}

/** `codeLens/resolve`: what a lens says of the text as it is now. */
export function resolveLens(
  document: OpenDocument,
  lens: CodeLens,
  { pointer, kind }: LensData,
  client: ClientFeatures,
): CodeLens {
  const { uri } = document;
  if (kind === 'normalize') {
    const reports = normalizationOf(document).conversations.filter((report) => report.pointer === pointer);
    const summary = summaryOf({ conversations: reports, edits: [] });
    const title = summary === '' ? 'Normalize…' : `Normalize (${summary})…`;
    return withCommand(lens, title, COMMANDS.normalize, { uri, conversation: pointer });
  }
  const title = titleOf(document, pointer, kind);
  const isNext = client.showsDocuments && title !== '' && !title.endsWith('no problems');
  const argument = kind === 'rows' ? { uri } : { uri, conversation: pointer };
  return isNext ? withCommand(lens, title, COMMANDS.nextProblem, argument) : withCommand(lens, title, '');
}

function titleOf(document: OpenDocument, pointer: string, kind: LensData['kind']): string {
  const facts = lensFacts(document);
  const { rows } = facts;
  if (kind === 'rows') return rows === undefined ? '' : rowsText(rows, shownRows(rows));
  if (kind === 'row') return rowTitle(document, Number(pointer.slice(1)));
  const { heads } = memoryOf(document);
  const summary = facts.conversations.get(pointer);
  const conversation = facts.read.get(pointer);
  const isWhole = conversation !== undefined && !document.transcript.hasFaultIn(conversation);
  // Of a text that does not parse, what was known before says more than what can be read of it.
  const head = (isWhole ? undefined : heads.get(pointer)) ?? (summary === undefined ? '' : headText(facts, summary));
  if (isWhole) heads.set(pointer, head);
  return joined([head, problemsText(document, facts, pointer)]);
}

function rowTitle(document: OpenDocument, row: number): string {
  const { rows } = lensFacts(document);
  const summary = rows?.of.get(row);
  const broken = rows?.broken.get(row);
  if (broken !== undefined) return syntaxErrorText(document, broken);
  return joined([summary === undefined ? '' : shapeText(summary), counted(rows?.problems.get(row) ?? 0, 'problem')]);
}

function withCommand(lens: CodeLens, title: string, command: string, argument?: unknown): CodeLens {
  return { ...lens, command: { title, command, ...(argument !== undefined && { arguments: [argument] }) } };
}

function isNote(title: string | undefined): boolean {
  return title?.startsWith('no ') === true;
}
