import type { CodeLens } from 'vscode-languageserver';
import { type ConversationSummary, nodeAt, type TextWindow, tokensOf } from '../../core/index';
import { type ClientFeatures, COMMANDS } from '../capabilities';
import { toCodeLens } from '../convert';
import type { OpenDocument } from '../documents';
import { configuredWindows, sizeText } from './trim';
import { counted, normalizationOf, summaryOf } from './wholeFile';

/** What `codeLens/resolve` gets back. `window` is on the lens at the cut, so that a client can draw a line there. */
export interface LensData {
  readonly uri: string;
  readonly version: number;
  readonly kind: 'conversation' | 'normalize' | 'window';
  readonly pointer: string;
}

/** In a file of ten thousand rows nobody reads a line above each; the first ones show what there is. */
const MOST_CONVERSATIONS = 500;

/**
 * The lines above conversations and above the entries where configured windows start. What they say is worked out when they
 * come into view (`resolveLens`); only where a window starts has to be known at once.
 */
export function codeLenses(document: OpenDocument, client: ClientFeatures): CodeLens[] {
  const { dialect, conversations } = document.analysis();
  if (dialect === undefined || document.config?.codeLens === false) return [];
  const shown = conversations.slice(0, MOST_CONVERSATIONS).filter((one) => isChecked(document, one));
  const dropping = client.appliesEdits ? droppingConversations(document) : new Set<string>();
  const lenses = shown.flatMap((conversation) => conversationLenses(document, conversation, dropping));
  const pointers = new Set(shown.map(({ pointer }) => pointer));
  const windows = configuredWindows(document).filter(({ pointer }) => pointers.has(pointer));
  return [...lenses, ...windows.flatMap((window) => windowLenses(document, window))];
}

/** `codeLens/resolve`: what a lens says of the text as it is now. */
export function resolveLens(document: OpenDocument, lens: CodeLens, { pointer, kind }: LensData): CodeLens {
  const conversation = document.analysis().conversations.find((one) => one.pointer === pointer);
  if (conversation === undefined) return { ...lens, command: { title: '', command: '' } };
  if (kind === 'conversation') return { ...lens, command: { title: describe(document, conversation), command: '' } };
  const reports = normalizationOf(document).conversations.filter((report) => report.pointer === pointer);
  const summary = summaryOf({ conversations: reports, edits: [] });
  const title = summary === '' ? 'Normalize' : `Normalize (${summary})`;
  const argument = { uri: document.uri, conversation: pointer };
  return { ...lens, command: { title, command: COMMANDS.normalize, arguments: [argument] } };
}

/** A weak resemblance in a file that nobody named gets no findings, and no lens. */
function isChecked({ config }: OpenDocument, { tier }: ConversationSummary): boolean {
  return tier !== 'C' || (config !== undefined && config.file !== 'unlisted');
}

function conversationLenses(
  document: OpenDocument,
  { pointer, start, end }: ConversationSummary,
  dropping: ReadonlySet<string>,
): CodeLens[] {
  const { uri, version } = document;
  const lens = (kind: LensData['kind']) => {
    const data: LensData = { uri, version, kind, pointer };
    return toCodeLens(document, { start, end }, { data });
  };
  return [lens('conversation'), ...(dropping.has(pointer) ? [lens('normalize')] : [])];
}

/** What normalization would drop is marked as unnecessary by the rules already. */
function droppingConversations(document: OpenDocument): ReadonlySet<string> {
  const { conversations, findings } = document.analysis();
  const unnecessary = findings.filter(({ tag }) => tag === 'unnecessary');
  return new Set(unnecessary.flatMap(({ conversation }) => conversations[conversation]?.pointer ?? []));
}

function windowLenses(document: OpenDocument, { window, start, pointer }: TextWindow): CodeLens[] {
  const { uri, version } = document;
  const data: LensData = { uri, version, kind: 'window', pointer };
  if (start !== undefined) {
    const above = `${counted(window.dropped, 'turn')} above left out`;
    return [toCodeLens(document, start, { title: `${sizeText(window)} starts here · ${above}`, data })];
  }
  const { problem } = window;
  const summary = document.analysis().conversations.find((one) => one.pointer === pointer);
  if (problem?.kind !== 'no-legal-window' || summary === undefined) return [];
  const smallest = problem.smallestBudget?.toLocaleString('en-US');
  const help = smallest === undefined ? 'none may start anywhere' : `the smallest is ${smallest}`;
  return [toCodeLens(document, summary, { title: `no ${sizeText(window)} fits: ${help}` })];
}

function describe(document: OpenDocument, { pointer, dialect, turns }: ConversationSummary): string {
  const { findings, conversations } = document.analysis();
  const { root } = document.transcript;
  const list = root && nodeAt(root, pointer);
  const conversation = document.transcript.conversations.find((one) => one.list === list);
  const names = new Set(
    conversation?.messages.flatMap(({ calls }) => calls.map((call) => call.nameNode?.text() ?? '')),
  );
  const tokens = conversation === undefined ? 0 : tokensOf(conversation);
  // Hints are style; Problems does not list them either.
  const problems = findings.filter(
    (finding) => finding.severity !== 'hint' && conversations[finding.conversation]?.pointer === pointer,
  ).length;
  const parts = [
    dialect,
    counted(turns, 'turn'),
    counted(names.size, 'tool'),
    `~${tokens.toLocaleString('en-US')} tokens`,
    problems === 0 ? 'no problems' : counted(problems, 'problem'),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
