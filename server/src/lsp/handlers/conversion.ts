import type { Range } from 'vscode-languageserver';
import {
  type Analysis,
  type ConvertOptions,
  type ConvertTextResult,
  checkConvertOptions,
  convertDocument,
  counted,
  type DialectId,
  destinationOf,
  destinations,
  dialectTitle,
  type Edit,
  nodeAt,
  printJson,
  type TranscriptDocument,
  targetsOf,
} from '../../core/index';
import type { ConversionReport, ConvertRequest } from '../../protocol/index';
import { type Lines, toRange } from '../convert';
import { focusOf, type Searchable } from '../focus';
import type { OpenDocument } from '../openDocument';

/** Nobody reads more marks than this, and each costs the editor something at every key. */
const MOST_PLACES = 500;

const known = new WeakMap<Analysis, Map<string, ConvertTextResult>>();

/** A conversion of a document as it stands; the last of each kind is kept, for it is foreseen before it is done. */
export function conversionOf(document: OpenDocument, request: ConvertRequest & Pick<ConvertOptions, 'to'>) {
  const options = optionsOf(document, request);
  const key = JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
  const analysis = document.analysis();
  const results = known.get(analysis) ?? new Map<string, ConvertTextResult>();
  known.set(analysis, results);
  let result = results.get(key);
  if (result === undefined) {
    result = convertDocument(document.transcript, options);
    results.set(key, result);
  }
  return result;
}

/** The dialects that a document could be converted to: all but the one that all of it is in. */
export function otherDialects({ transcript }: OpenDocument): readonly DialectId[] {
  const found = new Set(transcript.conversations.map(({ dialect }) => dialect.id));
  return destinations.map(({ id }) => id).filter((id) => found.size !== 1 || !found.has(id));
}

/** What is to be changed in place; none where there is nothing to do, or no new document. */
export function conversionEdits(document: OpenDocument, result: ConvertTextResult): readonly Edit[] {
  if (!isLog(document, result)) return result.edits;
  // Rows stay rows: the request takes the place of the log as its only one.
  const eol = document.text.slice(0, document.text.indexOf('\n') + 1).endsWith('\r\n') ? '\r\n' : '\n';
  const mark = document.text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const root = result.subject?.document.root;
  return root === undefined ? [] : [{ start: 0, end: document.text.length, text: mark + printJson(root) + eol }];
}

/** Why there is no new document; undefined where there is one. */
export function refusalOf({ text, problems }: ConvertTextResult): ConvertTextResult['problems'][number] | undefined {
  if (text !== undefined) return undefined;
  const errors = problems.filter(({ severity }) => severity === 'error');
  // What keeps a conversation from being read says more than that none was found.
  return errors.find(({ rule }) => rule !== 'nothing-to-convert') ?? errors[0];
}

export function conversionReport(
  document: OpenDocument,
  to: DialectId,
  result: ConvertTextResult,
  isTextWanted: boolean,
): ConversionReport {
  const { text } = result;
  const here = placesOf(document);
  const there = result.subject === undefined ? here : placesOf(linesOf(document, result.subject.document));
  const refused = refusalOf(result);
  const problems = result.problems.map(({ rule, severity, pointer, message }) => {
    // What was not read stands in the source.
    const place = rule === 'syntax-error' ? here(pointer) : there(pointer);
    return { rule, severity, pointer, reason: message, ...place };
  });
  const told = <Entry extends { readonly pointer: string }>(entries: readonly Entry[]) =>
    entries.map((entry) => ({ ...entry, ...here(entry.pointer) }));
  return {
    to,
    name: dialectTitle(to),
    ok: result.ok,
    summary: summaryOfConversion(document, result),
    ...(refused && {
      refusal: { rule: refused.rule, pointer: refused.pointer, reason: refused.message, ...here(refused.pointer) },
    }),
    languageId: isLog(document, result) ? 'json' : document.languageId,
    ...(isTextWanted && text !== undefined && { text }),
    fallbacks: told(result.fallbacks),
    lost: told(result.lost),
    added: told(result.added),
    left: told(result.left),
    problems,
  };
}

/** "2 fallbacks, 3 lost, 1 problem"; empty where nothing is to be told. Problems that the document has already are no news. */
function summaryOfConversion(document: OpenDocument, { fallbacks, lost, left, problems }: ConvertTextResult): string {
  const had = new Map<string, number>();
  for (const { rule } of document.analysis().findings) had.set(rule, (had.get(rule) ?? 0) + 1);
  const refused = problems.filter(({ severity, rule }) => {
    if (severity !== 'error' && severity !== 'warning') return false;
    const old = had.get(rule) ?? 0;
    had.set(rule, old - 1);
    return old <= 0;
  });
  const parts = [
    fallbacks.length > 0 ? counted(fallbacks.length, 'fallback') : '',
    lost.length > 0 ? `${lost.length} lost` : '',
    left.length > 0 ? `${left.length} left as it is` : '',
    refused.length > 0 ? counted(refused.length, 'problem') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The dialect of a request, whose use was checked. */
export function dialectOf(request: ConvertRequest & Pick<ConvertOptions, 'to'>): DialectId {
  return destinationOf(request).dialect.id;
}

/** What of a command's argument is for the conversion; wrong use of it is a `TypeError`. */
export function checkConversion(request: ConvertRequest & Pick<ConvertOptions, 'to'>): ConvertOptions {
  const { to, from, target, model, rewriteIds, system, normalize, branch } = request;
  const asked = { to, from, target, model, rewriteIds, system, normalize, branch };
  checkConvertOptions(asked);
  return asked;
}

/** Who must accept the result is whom the configuration names, if that is one for the dialect. */
function optionsOf({ config }: OpenDocument, request: ConvertRequest & Pick<ConvertOptions, 'to'>): ConvertOptions {
  const asked = checkConversion(request);
  const { to, target } = asked;
  const configured = config?.target ?? 'auto';
  const isForIt = configured !== 'auto' && to === dialectOf(asked) && targetsOf(dialectOf(asked)).includes(configured);
  return target === undefined && isForIt ? { ...asked, target: configured } : asked;
}

/** A whole new document in the place of a log. */
function isLog({ transcript, text }: OpenDocument, { edits }: ConvertTextResult): boolean {
  const [only] = edits;
  return transcript.isRows && edits.length === 1 && only?.start === 0 && only.end === text.length;
}

function linesOf({ uri }: OpenDocument, transcript: TranscriptDocument): Lines & Searchable {
  const { text, lineIndex } = transcript;
  return { uri, text, transcript, positionAt: (offset) => lineIndex.positionAt(offset) };
}

/** Finds places by their pointers, and gives none when enough are found. */
function placesOf(document: Lines & Searchable): (pointer: string) => { readonly range?: Range } {
  const { root } = document.transcript;
  let left = MOST_PLACES;
  return (pointer) => {
    const node = root === undefined || left === 0 ? undefined : nodeAt(root, pointer);
    if (node === undefined) return {};
    left--;
    const { start, end } = node;
    return { range: toRange(document, focusOf(document, { start, end, pointer })) };
  };
}
