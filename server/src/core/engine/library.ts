import { defaultConfig, defaultResolvedConfig } from '../config/defaults';
import { resolveConfig } from '../config/resolve';
import type { Config, ResolvedConfig } from '../config/types';
import { bodyDialect } from '../detect/body';
import { detectDocument } from '../detect/index';
import { Sign } from '../detect/signature';
import { signElement } from '../detect/signElement';
import type { DetectedConversation } from '../detect/types';
import { dialects } from '../dialects/index';
import type { JsonNode } from '../json/node';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation, Dialect, Target } from '../model/types';
import type { NormalizeOptions } from '../normalize/types';
import type { Severity } from '../rules/types';
import { targetIds, targetOfModel } from '../targets/index';
import type { Edit } from '../text/edits';
import { readConversation } from './conversation';
import { TranscriptDocument } from './document';
import { sortFindings, toFinding } from './finding';
import { type FixResult, fixText } from './fix';
import { type NormalizeListResult, normalizeList } from './normalizeList';
import { normalizeDocument } from './normalizeText';
import { recordedOf, runRules } from './runRules';
import type { Analysis, Finding } from './types';

export interface NormalizeListOptions extends NormalizeOptions {
  /** Read as this dialect; by default as the strongest entry says, `chat` where none says anything. */
  readonly dialect?: Dialect | undefined;
}

/** Spec 03 on a list of messages. Never changes its input and never throws on bad data. */
export function normalize<Entry>(
  messages: readonly Entry[],
  options: NormalizeListOptions = {},
): NormalizeListResult<Entry> {
  if (!Array.isArray(messages)) throw new TypeError('normalize: "messages" must be an array');
  checkOptions(options);
  const dialect = dialectOption('normalize', options.dialect);
  return normalizeList(messages, options, (list) => conversationOf(wholeList(list, dialect)));
}

function checkOptions({ keepOpenTail, reusedIds }: NormalizeListOptions): void {
  if (keepOpenTail !== undefined && typeof keepOpenTail !== 'boolean') {
    throw new TypeError('normalize: "keepOpenTail" must be a boolean');
  }
  if (reusedIds !== undefined && !REUSED_IDS.includes(reusedIds)) {
    throw new TypeError(`normalize: unknown "reusedIds" ${JSON.stringify(reusedIds)}`);
  }
}

const REUSED_IDS: readonly unknown[] = ['drop', 'rename'];

export interface ValidateOptions {
  readonly dialect?: Dialect | undefined;
  readonly target?: Target | undefined;
  /** The model the request is for, where the document does not say. */
  readonly model?: string | undefined;
}

/** One thing wrong with a value: a finding without offsets. */
export interface Problem {
  readonly rule: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
  readonly related: readonly { readonly message: string; readonly pointer: string }[];
  readonly providerError?: string;
}

/** What is wrong with a list of messages or a whole request body, in document order. */
export function validate(document: unknown, options: ValidateOptions = {}): Problem[] {
  const root = nodeOfValue(document);
  const dialect = dialectOption('validate', options.dialect);
  const target = options.target ?? 'auto';
  if (target !== 'auto' && !targetIds.includes(target)) {
    throw new TypeError(`validate: unknown "target" ${JSON.stringify(target)}`);
  }
  const config: ResolvedConfig = { ...defaultResolvedConfig, target };
  const found = detectDocument(root, { uri: '', isRows: false, dialect, isNamed: true })?.conversations;
  const lists = found ?? givenLists(root, dialect, options.model);
  return lists.flatMap((list) => problemsOf(conversationOf(list, config, options.model), config, root));
}

/** What the caller vouches for, however little it looks like a conversation: a list, or the messages of a body. */
function givenLists(root: JsonNode, dialect: Dialect | undefined, model: string | undefined): DetectedConversation[] {
  if (root.kind === 'array') return [wholeList(root, dialect)];
  const list = root.get('messages');
  if (list?.kind !== 'array') return [];
  return [{ ...wholeList(list, dialect, dialectOfBody(root, model)), body: root }];
}

/** The dialect that a body around plain messages speaks; undefined when it says nothing. */
function dialectOfBody(body: JsonNode, chosenModel: string | undefined): Dialect | undefined {
  const decided = bodyDialect(body);
  if (decided !== undefined) return decided;
  const named = body.get('model');
  const model = chosenModel ?? (named?.kind === 'string' ? named.text() : undefined);
  return targetOfModel(model, 'messages') === undefined ? undefined : 'messages';
}

function problemsOf(conversation: Conversation, config: ResolvedConfig, root: JsonNode): Problem[] {
  const run = runRules(conversation, config);
  // Sorted as in a text first: that also takes out what is said twice.
  return sortFindings(recordedOf(run).map((one) => toFinding(one, root, 0)))
    .sort((a, b) => comparePointers(a.pointer, b.pointer))
    .map(({ rule, severity, pointer, message, related, providerError }) => ({
      rule,
      severity,
      pointer,
      message,
      related: related.map((place) => ({ message: place.message, pointer: place.pointer })),
      ...(providerError === undefined ? {} : { providerError }),
    }));
}

/** Values have no offsets: array indices and then names order them, which is document order for all but odd key orders. */
function comparePointers(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let i = 1; i < Math.min(left.length, right.length); i++) {
    const one = left[i] ?? '';
    const other = right[i] ?? '';
    if (one === other) continue;
    const numbers = Number(one) - Number(other);
    if (!Number.isNaN(numbers)) return numbers;
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}

export interface LintOptions {
  /** Name of the text, for globs and suffixes; a URI or a path. */
  readonly uri?: string | undefined;
  readonly config?: Partial<Config> | undefined;
}

/** Findings of a text, with offsets and fixes, as editor and command line give them. */
export function lint(text: string, options: LintOptions = {}): readonly Finding[] {
  return open('lint', text, options).analysis().findings;
}

/** Which dialect a text is in and which conversations it holds; undefined when it is no transcript. */
export function detect(
  text: string,
  options: { readonly uri?: string | undefined } = {},
): (Pick<Analysis, 'container' | 'conversations' | 'evidence'> & { dialect: Dialect }) | undefined {
  const { dialect, container, conversations, evidence } = open('detect', text, options).analysis();
  return dialect === undefined ? undefined : { dialect, container, conversations, evidence };
}

export interface FixTextOptions extends LintOptions {
  readonly only?: readonly string[] | undefined;
  readonly unsafe?: boolean | undefined;
  /** Apply the four rules of spec 03 in place of the fixes of what is reported. */
  readonly normalize?: boolean | undefined;
}

export interface FixTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  /** What was fixed, or the normalization's report for each conversation. */
  readonly report: FixResult['fixed'] | ReturnType<typeof normalizeDocument>['conversations'];
  /** Whether another run would change nothing; false only where fixes undo each other. */
  readonly isSettled: boolean;
}

export function fix(text: string, options: FixTextOptions = {}): FixTextResult {
  const document = open('fix', text, options);
  if (options.normalize === true) {
    const { text: after, edits, conversations } = normalizeDocument(document);
    return { text: after, edits, report: conversations, isSettled: true };
  }
  const result = fixText(text, { uri: document.uri, config: document.config }, options);
  return { text: result.text, edits: result.edits, report: result.fixed, isSettled: result.isSettled };
}

function open(caller: string, text: string, { uri = '', config }: LintOptions): TranscriptDocument {
  if (typeof text !== 'string') throw new TypeError(`${caller}: "text" must be a string`);
  const resolved = config === undefined ? defaultResolvedConfig : resolveConfig({ ...defaultConfig, ...config }, uri);
  return TranscriptDocument.open(text, { uri, config: resolved });
}

function conversationOf(
  found: DetectedConversation,
  config: ResolvedConfig = defaultResolvedConfig,
  model?: string,
): Conversation {
  return readConversation(found, { config, model, isBroken: () => false });
}

/** `plain` is what role and text are read as where no dialect is chosen. */
function wholeList(list: JsonNode, dialect: Dialect | undefined, plain: Dialect = 'chat'): DetectedConversation {
  const signatures = list.items().map(signElement);
  return {
    list,
    isLone: false,
    body: undefined,
    dialect: dialect ?? nativeDialectOf(signatures) ?? plain,
    side: 'request',
    tier: 'A',
    isRow: false,
    signatures,
  };
}

/** The dialect that the entries' own vocabulary decides, however odd they are; undefined for plain role and text. */
function nativeDialectOf(signatures: readonly number[]): Dialect | undefined {
  const signs = signatures.reduce((all, sign) => all | sign, 0);
  if ((signs & Sign.messagesBlock) !== 0) return 'messages';
  if ((signs & (Sign.chatCall | Sign.chatPart)) !== 0) return 'chat';
  return (signs & Sign.flatCall) !== 0 ? 'flat' : undefined;
}

function dialectOption(caller: string, dialect: Dialect | undefined): Dialect | undefined {
  if (dialect === undefined || dialects.some(({ id }) => id === dialect)) return dialect;
  throw new TypeError(`${caller}: unknown "dialect" ${JSON.stringify(dialect)}`);
}
