import { type ConvertOptions, checkConvertOptions, destinationOf } from '../api/convertOptions';
import { defaultResolvedConfig } from '../config/defaults';
import { detectDocument } from '../detect/index';
import { readConversation } from '../document/conversation';
import { TranscriptDocument } from '../document/document';
import { parseAny, parseRows } from '../document/parse';
import { rewriteText } from '../json/jsonEdits';
import type { JsonNode } from '../json/node';
import { originIn, originOf } from '../json/origin';
import { type Rewrite, value } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { parseText } from '../json/scan';
import { nodeOfValue } from '../json/valueNode';
import { writeJson } from '../json/writeJson';
import type { Conversation, Dialect } from '../model/types';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { normalizePlaces, normalizeSource, type SourceNormalization, sameIn } from './convertNormalized';
import { convertRoot, isSession, problemsIn } from './convertRoot';
import type { ConversionProblem, ConvertReport, RootConversion, Source } from './convertTypes';

export interface ConvertResult extends ConvertReport {
  /** The new document; undefined where there is none: a new call that cannot be sent, nothing that could be converted. */
  readonly document: unknown;
  /** There is a document, the target has no error to report, and with `strict` nothing was lost. */
  readonly ok: boolean;
}

/** A conversion of a list of messages, a whole body, or the rows of a session log. Never changes its input. */
export function convert(document: unknown, options: ConvertOptions): ConvertResult {
  checkConvertOptions(options);
  const source = sourceOfValue(nodeOfValue(document), options);
  const { conversion, normalization, inner } = convertNormalized(source, options, ({ rewrite }) =>
    nodeOfValue(rewriteValue(source.root, rewrite)),
  );
  const trace = normalization && originOf(source.root, normalization.rewrite);
  const report = { conversion, normalization, options, trace };
  if (conversion.refused.length > 0) return { document: undefined, ...reportOf(report, []) };
  const made = rewriteValue(inner.root, wholeRewrite(conversion, inner.root));
  const root = nodeOfValue(made);
  const behind = behindConversion(root, report, inner.root);
  if (behind === undefined) return { document: made, ...reportOf(report, problemsIn(root, conversion.places)) };
  const mended = rewriteValue(root, behind.rewrite);
  return {
    document: mended,
    ...reportOf({ ...report, behind }, problemsIn(nodeOfValue(mended), conversion.places)),
  };
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
  if (root === undefined) {
    const conversion = convertRoot(sourceOfText(read, nodeOfValue(null)), options);
    return { text: undefined, edits: [], ...reportOf({ conversion, options }, []) };
  }
  const source = sourceOfText(read, root);
  let first: readonly Edit[] = [];
  const { conversion, normalization, inner } = convertNormalized(source, options, ({ rewrite }) => {
    first = rewriteText(root, rewrite);
    return reread(read, applyEdits(text, first));
  });
  const trace = normalization && originOf(root, normalization.rewrite);
  const report = { conversion, normalization, options, trace };
  if (conversion.refused.length > 0) return { text: undefined, edits: [], ...reportOf(report, []) };
  if (conversion.whole !== undefined) return wholeText(document, conversion, root, options);
  const second = rewriteText(inner.root, conversion.rewrite);
  const edits = normalization === undefined ? second : composeEdits(text.length, first, second);
  const after = applyEdits(text, edits);
  const made = edits.length === 0 ? root : reread(document, after);
  if (made === undefined) return { text: after, edits, ...reportOf(report, []) };
  const behind = behindConversion(made, report, inner.root);
  if (behind === undefined) return { text: after, edits, ...reportOf(report, problemsIn(made, conversion.places)) };
  const third = rewriteText(made, behind.rewrite);
  const mended = applyEdits(after, third);
  const again = reread(document, mended);
  const problems = again === undefined ? [] : problemsIn(again, conversion.places);
  return {
    text: mended,
    edits: composeEdits(text.length, edits, third),
    ...reportOf({ ...report, behind }, problems),
  };
}

interface Converted {
  readonly conversion: RootConversion;
  readonly normalization: SourceNormalization | undefined;
  /** The source as it was converted: normalized, where that was asked for. */
  readonly inner: Source;
}

/**
 * A conversion, after a normalization where one is asked for. What is new or cut off is judged before it: an answer that was put
 * in makes no history of a call.
 */
function convertNormalized(
  source: Source,
  options: ConvertOptions,
  apply: (normalization: SourceNormalization) => JsonNode | undefined,
): Converted {
  if (options.normalize !== true)
    return { conversion: convertRoot(source, options), normalization: undefined, inner: source };
  const conversion = convertRoot(source, { ...options, normalize: false });
  const plain = { conversion, normalization: undefined, inner: source };
  if (isSession(source, options) || conversion.refused.length > 0) return plain;
  const { refusedRows, cut } = conversion;
  const normalization = normalizeSource({ ...source, refusedRows }, cut);
  const root = normalization.rewrite.size === 0 ? source.root : apply(normalization);
  if (root === undefined) return plain;
  const inner = sameIn(root, source, conversion);
  return { conversion: convertRoot(inner, options), normalization, inner };
}

/** The document read as the dialect that is named, where it was opened as another. */
function readAs(document: TranscriptDocument, { from }: ConvertOptions): TranscriptDocument {
  const { config, text, reading } = document;
  if (from === undefined || from === 'pi' || config.dialect === from) return document;
  return TranscriptDocument.open(text, { ...reading, config: { ...config, dialect: from, file: from }, isNamed: true });
}

interface Report {
  readonly conversion: RootConversion;
  readonly normalization?: SourceNormalization | undefined;
  /** What was left to do on the new document. Its places are those of the source, unless that was normalized. */
  readonly behind?: SourceNormalization | undefined;
  readonly options: ConvertOptions;
  /** Leads from the normalized source to the source. */
  readonly trace?: ((pointer: string) => string) | undefined;
}

function reportOf(
  { conversion, normalization, behind, options, trace }: Report,
  problems: readonly ConversionProblem[],
): ConvertReport & { readonly ok: boolean } {
  const { lossLog, left, refused, unread } = conversion;
  const traced = <Entry extends { readonly pointer: string }>(entries: readonly Entry[]): readonly Entry[] =>
    trace === undefined ? entries : entries.map((entry) => ({ ...entry, pointer: trace(entry.pointer) }));
  const all = [...traced(refused), ...traced(unread), ...problems];
  const fallbacks = traced(lossLog.fallbacks);
  const lost = [...(normalization?.lost ?? []), ...traced(lossLog.lost), ...traced(behind?.lost ?? [])];
  const isClean = all.every(({ severity }) => severity !== 'error');
  const isWhole = lost.length === 0 && fallbacks.length === 0;
  return {
    dialect: destinationOf(options).dialect,
    fallbacks,
    lost,
    added: traced(lossLog.added),
    left: traced(left),
    normalized: [...(normalization?.normalized ?? []), ...traced(behind?.normalized ?? [])],
    problems: all,
    ok: isClean && (options.strict !== true || isWhole),
  };
}

function wholeRewrite({ rewrite, whole }: RootConversion, root: JsonNode): Rewrite {
  return whole === undefined ? rewrite : new Map([[root, { kind: 'replace', with: whole }]]);
}

/** A new document, laid out as people read it, with the line ends and the mark of the old one. */
function wholeText(
  document: TranscriptDocument,
  conversion: RootConversion,
  source: JsonNode,
  options: ConvertOptions,
): ConvertTextResult {
  const { text } = document;
  const { whole = value(null), places } = conversion;
  const report: Report = { conversion, options };
  let body = `${writeJson(whole, { indent: '', peers: [], around: undefined }, () => undefined)}\n`;
  let made: JsonNode | undefined = rereadBody(body);
  const behind = made && behindConversion(made, report, source);
  if (made !== undefined && behind !== undefined) {
    body = applyEdits(body, rewriteText(made, behind.rewrite));
    made = rereadBody(body);
  }
  const isCrlf = text.slice(0, text.indexOf('\n') + 1).endsWith('\r\n');
  const after = (text.startsWith('\uFEFF') ? '\uFEFF' : '') + (isCrlf ? body.replaceAll('\n', '\r\n') : body);
  const problems = made === undefined ? [] : problemsIn(made, places);
  const edits = [{ start: 0, end: text.length, text: after }];
  return { text: after, edits, ...reportOf({ ...report, behind }, problems) };
}

/**
 * The four rules on the new document, where they are asked for and something is left to do: a log has no place for what they add,
 * and the new dialect may pair what the old one did not. `converted`: the root that was converted.
 */
function behindConversion(
  made: JsonNode,
  { conversion, options }: Report,
  converted: JsonNode,
): SourceNormalization | undefined {
  if (options.normalize !== true) return undefined;
  const { rewrite, whole, places } = conversion;
  const { lost, normalized, ...behind } = normalizePlaces(made, places);
  if (behind.rewrite.size === 0) return undefined;
  const back = whole === undefined ? originOf(converted, rewrite) : originIn(whole, converted);
  const place = <Entry extends { readonly pointer: string }>(one: Entry): Entry => ({
    ...one,
    pointer: back(one.pointer),
  });
  return { ...behind, lost: lost.map(place), normalized: normalized.map(place) };
}

function sourceOfText(document: TranscriptDocument, root: JsonNode): Source {
  return {
    root,
    conversations: document.conversations,
    hasFault: (conversation) => document.hasFaultIn(conversation),
    faults: document.problems.map(({ rule, message, row }) => ({ rule, message, row })),
    refusedRows: new Map(),
    isStretch: document.reading.stretch !== undefined,
  };
}

/** Another state of the same file. */
function reread({ reading, isRows }: TranscriptDocument, text: string): JsonNode | undefined {
  const { uri, languageId, stretch } = reading;
  if (stretch !== undefined || isRows) return parseRows({ text }, stretch?.standing).root;
  return parseAny(text, { uri, languageId, checksStrings: false }).root;
}

/** A body that was made of a log is no log, whatever that is called. */
function rereadBody(body: string): JsonNode | undefined {
  return parseText({ text: body }).root;
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
  return { root, conversations, hasFault: () => false, faults: [], refusedRows: new Map(), isStretch: false };
}

/** A list with a role in it, or nothing at all; rows of somebody's log have their messages deeper. */
function isMeant(root: JsonNode): boolean {
  const list = root.kind === 'array' ? root : root.get('messages');
  if (list?.kind !== 'array') return false;
  return list.size === 0 || list.items().some((entry) => entry.get('role') !== undefined || entry.kind === 'string');
}
