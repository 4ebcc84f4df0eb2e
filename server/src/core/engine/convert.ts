import { defaultResolvedConfig } from '../config/defaults';
import { originOf } from '../convert/trace';
import { detectDocument } from '../detect/index';
import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import { type Rewrite, value } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue } from '../json/valueNode';
import { writeJson } from '../json/writeJson';
import type { Conversation, Dialect } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { readConversation } from './conversation';
import { type ConvertOptions, checkConvertOptions, settingsOf } from './convertOptions';
import {
  type ConvertReport,
  convertRoot,
  isSession,
  problemsIn,
  type RootConversion,
  type Source,
} from './convertRoot';
import { TranscriptDocument } from './document';
import type { Problem } from './problems';

export interface ConvertResult extends ConvertReport {
  /** The new document; undefined where there is none: a new call that cannot be sent, nothing that could be converted. */
  readonly document: unknown;
  /** There is a document, the target has no error to report, and with `strict` nothing was lost. */
  readonly ok: boolean;
}

/** Spec 06 on a list of messages, a whole body, or the rows of a session log. Never changes its input. */
export function convert(document: unknown, options: ConvertOptions): ConvertResult {
  checkConvertOptions(options);
  const source = sourceOfValue(nodeOfValue(document), options);
  const isLog = isSession(source, options);
  const normalizing = options.normalize === true && !isLog ? normalizeSource(source) : undefined;
  const normalized =
    normalizing === undefined ? source : sameIn(nodeOfValue(rewriteValue(source.root, normalizing)), source);
  const conversion = convertRoot(normalized, options);
  const trace = normalizing === undefined ? undefined : originOf(source.root, normalizing);
  if (conversion.refused.length > 0) return { document: undefined, ...reportOf(conversion, [], options, trace) };
  let made = rewriteValue(normalized.root, wholeRewrite(conversion, normalized.root));
  // A log has no place for what normalization adds: its new body has.
  if (options.normalize === true && isLog) made = normalizedValue(made, options);
  return { document: made, ...reportOf(conversion, problemsIn(nodeOfValue(made), conversion.places), options, trace) };
}

export interface ConvertTextResult extends ConvertReport {
  /** The new document in the layout of the source; undefined where there is none. */
  readonly text: string | undefined;
  /** What leads from the source to the new document. */
  readonly edits: readonly Edit[];
  readonly ok: boolean;
}

/** As `convert`, for a document that was opened as a text. What stands around the conversations stays as it is written. */
export function convertDocument(document: TranscriptDocument, options: ConvertOptions): ConvertTextResult {
  checkConvertOptions(options);
  const read = readAs(document, options);
  const { root, text } = read;
  if (root === undefined) return { text: undefined, edits: [], ...reportOf(nothing(), [], options, undefined) };
  const source = sourceOfText(read, root);
  const isLog = isSession(source, options);
  const normalizing = options.normalize === true && !isLog ? normalizeSource(source) : undefined;
  const first = normalizing === undefined ? [] : rewriteText(root, normalizing);
  const mended = normalizing === undefined ? undefined : reopen(read, applyEdits(text, first)).root;
  const inner = mended === undefined ? source : sameIn(mended, source);
  const conversion = convertRoot(inner, options);
  const trace = normalizing === undefined ? undefined : originOf(root, normalizing);
  if (conversion.refused.length > 0) {
    return { text: undefined, edits: [], ...reportOf(conversion, [], options, trace) };
  }
  if (conversion.whole !== undefined) return wholeText(document, conversion, options);
  const second = rewriteText(inner.root, conversion.rewrite);
  const edits = normalizing === undefined ? second : composeEdits(text.length, first, second);
  const after = applyEdits(text, edits);
  const made = reopen(document, after).root;
  const problems = made === undefined ? [] : problemsIn(made, conversion.places);
  return { text: after, edits, ...reportOf(conversion, problems, options, trace) };
}

/** The document read as the dialect that is named, where it was opened as another. */
function readAs(document: TranscriptDocument, { from }: ConvertOptions): TranscriptDocument {
  const { config, text, uri } = document;
  if (from === undefined || from === 'pi' || config.dialect === from) return document;
  return TranscriptDocument.open(text, { uri, config: { ...config, dialect: from, file: from }, isNamed: true });
}

function nothing(): RootConversion {
  return convertRoot(
    { root: nodeOfValue(null), conversations: [], hasFault: () => false },
    { to: 'chat', from: 'chat' },
  );
}

function reportOf(
  conversion: RootConversion,
  problems: readonly Problem[],
  { strict }: ConvertOptions,
  trace: ((pointer: string) => string) | undefined,
): ConvertReport & { readonly ok: boolean } {
  const { ledger, left, refused, unread } = conversion;
  const traced = <Entry extends { readonly pointer: string }>(entries: readonly Entry[]): readonly Entry[] =>
    trace === undefined ? entries : entries.map((entry) => ({ ...entry, pointer: trace(entry.pointer) }));
  const all = [...traced(refused), ...traced(unread), ...problems];
  const isClean = all.every(({ severity }) => severity !== 'error');
  return {
    fallbacks: traced(ledger.fallbacks),
    lost: traced(ledger.lost),
    added: traced(ledger.added),
    left: traced(left),
    problems: all,
    ok: isClean && !(strict === true && ledger.lost.length > 0),
  };
}

function wholeRewrite({ rewrite, whole }: RootConversion, root: JsonNode): Rewrite {
  return whole === undefined ? rewrite : new Map([[root, { kind: 'replace', with: whole }]]);
}

/** A new document, laid out as people read it, with the line ends and the mark of the old one. */
function wholeText(
  document: TranscriptDocument,
  conversion: RootConversion,
  options: ConvertOptions,
): ConvertTextResult {
  const { text } = document;
  const { whole = value(null), places } = conversion;
  const written = `${writeJson(whole, { indent: '', peers: [], around: undefined }, () => undefined)}\n`;
  let body = written;
  if (options.normalize === true) {
    const made = nodeOfValue(normalizedValue(JSON.parse(written), options));
    body = `${writeJson({ kind: 'node', node: made }, { indent: '', peers: [], around: undefined }, () => undefined)}\n`;
  }
  const root = reopen(document, body, 'converted.json').root;
  const isCrlf = text.slice(0, text.indexOf('\n') + 1).endsWith('\r\n');
  const after = (text.startsWith('\uFEFF') ? '\uFEFF' : '') + (isCrlf ? body.replaceAll('\n', '\r\n') : body);
  const problems = root === undefined ? [] : problemsIn(root, places);
  const edits = [{ start: 0, end: text.length, text: after }];
  return { text: after, edits, ...reportOf(conversion, problems, options, undefined) };
}

function normalizedValue(made: unknown, options: ConvertOptions): unknown {
  const { to } = settingsOf(options, undefined);
  const source = sourceOfValue(nodeOfValue(made), { ...options, from: to });
  return rewriteValue(source.root, normalizeSource(source));
}

/** The four rules on every conversation that will be converted. */
function normalizeSource({ conversations, hasFault }: Source): Rewrite {
  const merger = new RewriteMerger();
  for (const conversation of conversations) {
    if (conversation.side !== 'request' || conversation.list.kind !== 'array' || hasFault(conversation)) continue;
    merger.add(normalizeConversation(conversation).rewrite);
  }
  return merger.rewrite;
}

/** The same conversations in the document after their normalization: what they lost may have been what told their dialect. */
function sameIn(root: JsonNode, { conversations, hasFault }: Source): Source {
  const faulty = new Set<JsonNode>();
  const same = conversations.flatMap((before): Conversation[] => {
    const { dialect, side, tier, isRow } = before;
    const list = nodeAt(root, pointerOf(before.list));
    if (list === undefined) return [];
    if (hasFault(before)) faulty.add(list);
    const body = before.body === undefined ? undefined : nodeAt(root, pointerOf(before.body));
    const found = { list, isLone: list.kind !== 'array', body, dialect, side, tier, isRow, signatures: [] };
    return [readConversation(found, { config: defaultResolvedConfig, isBroken: () => false })];
  });
  return { root, conversations: same, hasFault: ({ list }) => faulty.has(list) };
}

function sourceOfText(document: TranscriptDocument, root: JsonNode): Source {
  return { root, conversations: document.conversations, hasFault: (conversation) => document.hasFaultIn(conversation) };
}

function reopen(document: TranscriptDocument, text: string, uri = document.uri): TranscriptDocument {
  return TranscriptDocument.open(text, { uri, config: document.config, isNamed: true });
}

function sourceOfValue(root: JsonNode, { from }: ConvertOptions): Source {
  const dialect = from === 'pi' ? undefined : from;
  const find = (chosen: Dialect | undefined) =>
    detectDocument(root, { uri: '', isRows: false, dialect: chosen, isNamed: true })?.conversations;
  // What the caller hands in is meant as a conversation, however little it looks like one.
  const found = find(dialect) ?? (isMeant(root) ? find(dialect ?? 'chat') : undefined) ?? [];
  const conversations: Conversation[] = found.map((one) =>
    readConversation(one, { config: defaultResolvedConfig, isBroken: () => false }),
  );
  return { root, conversations, hasFault: () => false };
}

/** A list with a role in it, or nothing at all; rows of somebody's log have their messages deeper. */
function isMeant(root: JsonNode): boolean {
  const list = root.kind === 'array' ? root : root.get('messages');
  if (list?.kind !== 'array') return false;
  return list.size === 0 || list.items().some((entry) => entry.get('role') !== undefined || entry.kind === 'string');
}
