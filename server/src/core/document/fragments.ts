import { hasEmbeddedBody } from '../detect/gate';
import { isForeignName, isVetoedRoot } from '../detect/veto';
import { type EmbeddedText, embeddedText } from '../json/embedded';
import { type JsonNode, pointerOf } from '../json/node';
import type { LiveFinding } from '../lint/finding';
import type { Conversation } from '../model/types';
import type { AnalyseOptions } from './options';
import type { ParsedText } from './parse';
import { refusals } from './refused';
import type { Analysis } from './types';

/**
 * Where recorders and logs keep the body of a request (docs/design/detection.md, "Request bodies in strings"). A string elsewhere
 * is what somebody said: a prompt, a tool's result, an example in a schema.
 */
const BODY_KEYS = new Set(['body', 'request_body', 'requestBody']);
const KEYS_WITHIN = new Map([
  ['string', 'body'],
  ['text', 'postData'],
]);

/** A recording of a day has some thousand requests; past this many, a file is a data set whose reading would hold up an editor. */
const MOST_FRAGMENTS = 2_000;
/** Every one is decoded and kept beside the text: together no more than this many characters. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** A string of a document that holds a text of its own, and what its places are called outside. */
export interface Fragment extends EmbeddedText {
  readonly node: JsonNode;
  /** Pointer of the string. What stands inside is named by the inner pointer behind it: a string has no members of its own. */
  readonly pointer: string;
}

/** Strings that look like request bodies, in document order. `isCut`: there are more of them than are read. */
interface FoundFragments {
  readonly fragments: readonly Fragment[];
  readonly cutAt: JsonNode | undefined;
}

const NO_FRAGMENTS: FoundFragments = { fragments: [], cutAt: undefined };

/** What a fragment is read with: what a file is called, and the faults that are expected of it, are told of the whole. */
function innerOptions({ config, isNamed, model }: AnalyseOptions): AnalyseOptions {
  return { uri: 'embedded.json', languageId: 'json', isNamed, model, config: config && { ...config, expect: [] } };
}

function findFragments(root: JsonNode, source: string): FoundFragments {
  const fragments: Fragment[] = [];
  if (!hasEmbeddedBody(source)) return NO_FRAGMENTS;
  let characters = 0;
  const waiting: JsonNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // Taken from the end: the last to come in is the first in the text.
    for (const item of [...node.items()].reverse()) waiting.push(item);
    for (const { value, isShadowed } of [...node.properties()].reverse()) if (!isShadowed) waiting.push(value);
    if (node.kind !== 'string' || !isBodyPlace(node) || !looksLikeBody(source.slice(node.start, node.end))) continue;
    characters += node.end - node.start;
    if (fragments.length === MOST_FRAGMENTS || characters > MOST_CHARACTERS) return { fragments, cutAt: node };
    const embedded = embeddedText(source, node.start, node.end);
    if (embedded !== undefined) fragments.push({ ...embedded, node, pointer: pointerOf(node) });
  }
  return { fragments, cutAt: undefined };
}

function isBodyPlace({ key, parent }: JsonNode): boolean {
  if (typeof key !== 'string') return false;
  return BODY_KEYS.has(key) || (parent !== undefined && KEYS_WITHIN.get(key) === parent.key);
}

/** Blanks before the brace are raw or escaped. */
const BEGINS = /^"(?:\s|\\[nrt])*\{/;

function looksLikeBody(literal: string): boolean {
  return BEGINS.test(literal) && hasEmbeddedBody(literal);
}

/** What is asked of the document that a fragment is read as. */
export interface InnerDocument {
  readonly problems: readonly unknown[];
  readonly root: JsonNode | undefined;
  readonly conversations: readonly Pick<Conversation, 'body'>[];
  analysis(): Analysis;
  findings(): readonly LiveFinding[];
}

/** A fragment with the document that it is read as. */
export interface Embedded<Inner extends InnerDocument = InnerDocument> {
  readonly fragment: Fragment;
  readonly document: Inner;
  /** The provider is recorded to have refused it. */
  readonly isRefused: boolean;
}

/** Whether anything is said of it: a body that is cut off was cut by who recorded it, and its rest says nothing of what was sent. */
export function isJudged({ document, isRefused }: Embedded): boolean {
  return !isRefused && document.problems.length === 0;
}

export interface EmbeddedTexts<Inner extends InnerDocument> {
  readonly embedded: readonly Embedded<Inner>[];
  /** The first string that was not read, for there are too many. */
  readonly cutAt: JsonNode | undefined;
}

export const NOTHING_EMBEDDED: EmbeddedTexts<never> = { embedded: [], cutAt: undefined };

/**
 * The request bodies that stand in the strings of a text, each opened as a document. Rows are read in chunks, which know nothing of
 * strings, and a text with a fault has to be mended first.
 */
export function readEmbedded<Inner extends InnerDocument>(
  { root, isRows, problems, source }: ParsedText,
  options: AnalyseOptions,
  open: (text: string, options: AnalyseOptions) => Inner,
): EmbeddedTexts<Inner> {
  if (root === undefined || isRows || problems.length > 0) return NOTHING_EMBEDDED;
  if (isForeignName(options.uri) || isVetoedRoot(root)) return NOTHING_EMBEDDED;
  const { fragments, cutAt } = findFragments(root, source.text);
  const isRefused = refusals();
  const embedded = fragments.flatMap((fragment) => {
    const document = open(fragment.text, innerOptions(options));
    const isBody = document.conversations.some(({ body }) => body !== undefined && body === document.root);
    return isBody ? [{ fragment, document, isRefused: isRefused(fragment.node) }] : [];
  });
  return { embedded, cutAt: embedded.length > 0 ? cutAt : undefined };
}
