import { defaultConfig, defaultResolvedConfig } from '../config/defaults';
import { resolveConfig } from '../config/resolve';
import type { Config, ResolvedConfig } from '../config/types';
import { readConfigValue } from '../config/validate';
import { bodyDialect } from '../detect/body';
import { detectDocument, listIn, nativeDialect } from '../detect/index';
import { signElement } from '../detect/signElement';
import type { DetectedConversation } from '../detect/types';
import { type DialectOption, dialectNames, dialectOf, dialects, plainDialect } from '../dialects/index';
import { readConversation, summaryOf } from '../document/conversation';
import { TranscriptDocument } from '../document/document';
import { applyExpectations, declaredIn } from '../document/expect';
import type { Analysis, ConversationSummary } from '../document/types';
import type { JsonNode } from '../json/node';
import { nodeOfValue } from '../json/valueNode';
import { findingsOf, type Problem, toProblems } from '../lint/problems';
import type { Finding } from '../lint/types';
import type { Conversation, Dialect, DialectId, Target } from '../model/types';
import type { NormalizeOptions } from '../normalize/types';
import { type FixResult, fixDocument } from '../passes/fix';
import { type NormalizedConversation, normalizeDocument, normalizeSubject } from '../passes/normalize';
import { NOTHING_DONE, type NormalizeReport } from '../passes/normalizeReport';
import { ValueSubject } from '../passes/valueSubject';
import type { RuleId } from '../rules/ids';
import { ruleNames } from '../rules/index';
import { targetIds, targetOfModel } from '../targets/index';
import type { Edit } from '../text/edits';
import { aBoolean, anArray, aString, checkArgument, checkOptions, listOf, oneOf } from './checkOptions';

export interface NormalizeListOptions extends NormalizeOptions {
  /** Read as this dialect; by default as the strongest entry says, `chat` where none says anything. */
  readonly dialect?: DialectOption | undefined;
}

export interface NormalizeListResult<Entry = unknown> extends NormalizeReport {
  /** Entries that needed no change are the very objects that came in; the others are new objects of the same shape. */
  readonly messages: readonly Entry[];
}

/** The four rules of normalization on a list of messages. Never changes its input and never throws on bad data. */
export function normalize<Entry>(
  messages: readonly Entry[],
  options: NormalizeListOptions = {},
): NormalizeListResult<Entry> {
  checkArgument('normalize', 'messages', messages, anArray);
  checkOptions('normalize', options, { dialect: aDialect, keepOpenTail: aBoolean, reusedIds: oneOf(REUSED_IDS) });
  const read = (list: JsonNode) => [conversationOf(wholeList(list, dialectOption('normalize', options.dialect)))];
  const { subject, report } = normalizeSubject(ValueSubject.of(messages, read), options);
  const { pointer: _, ...told } = report[0] ?? { pointer: '', ...NOTHING_DONE };
  return { messages: subject.value as readonly Entry[], ...told };
}

const REUSED_IDS = ['drop', 'rename'];
const aDialect = oneOf(dialectNames);

export interface ValidateOptions {
  readonly dialect?: DialectOption | undefined;
  readonly target?: Target | undefined;
  /** The model the request is for, where the document does not say. */
  readonly model?: string | undefined;
}

/** What is wrong with a list of messages or a whole request body, in document order. */
export function validate(document: unknown, options: ValidateOptions = {}): Problem<RuleId>[] {
  checkValidateOptions('validate', options);
  return inspect(document, { ...options, isDeclared: true }).problems;
}

export function checkValidateOptions(caller: string, options: unknown): asserts options is ValidateOptions {
  checkOptions(caller, options, { dialect: aDialect, target: oneOf(['auto', ...targetIds]), model: aString });
}

/** What `validate` says, and of which conversations: without one, nothing wrong means nothing. */
export interface Inspection {
  readonly problems: Problem<RuleId>[];
  readonly conversations: readonly ConversationSummary[];
}

export interface InspectOptions extends ValidateOptions {
  /** The document goes out as it stands, so that a call which waits for its result is an error. */
  readonly sentAsIs?: boolean | undefined;
  /** Faults that the document declares (`transcriptLint.expect`) are none. A provider reads no such thing. */
  readonly isDeclared?: boolean | undefined;
}

export function inspect(document: unknown, options: InspectOptions): Inspection {
  const { target = 'auto', sentAsIs = false, isDeclared = false } = options;
  const dialect = dialectOption('validate', options.dialect);
  const root = nodeOfValue(document);
  const config: ResolvedConfig = { ...defaultResolvedConfig, target, sentAsIs };
  const found = detectDocument(root, { uri: '', isRows: false, dialect, isNamed: true })?.conversations;
  // What an instrument recorded is checked where somebody says which rules are meant.
  const isSaid = target !== 'auto';
  const lists = (found ?? givenLists(root, dialect, options.model)).filter(({ isTrace }) => isTrace !== true || isSaid);
  const conversations = lists.map((list) => conversationOf(list, config, options.model));
  const findings = conversations.flatMap((conversation) => findingsOf(conversation, config, root));
  const expected = isDeclared ? declaredIn(root, new Set(conversations.map(({ list }) => list))) : [];
  return {
    problems: toProblems(expected.length === 0 ? findings : applyExpectations(root, findings, expected), root),
    conversations: conversations.map((conversation) => summaryOf(conversation)),
  };
}

/** What the caller vouches for, however little it looks like a conversation: a list, or the messages of a body. */
function givenLists(root: JsonNode, dialect: Dialect | undefined, model: string | undefined): DetectedConversation[] {
  if (root.kind === 'array') return [wholeList(root, dialect)];
  const list = listIn(root);
  if (list === undefined) return [];
  return [{ ...wholeList(list, dialect, dialectOfBody(root, model)), body: root }];
}

/** The dialect that a body around plain messages speaks; undefined when it says nothing. */
function dialectOfBody(body: JsonNode, chosenModel: string | undefined): Dialect | undefined {
  const decided = bodyDialect(body);
  if (decided !== undefined) return decided;
  const named = body.get('model');
  const model = chosenModel ?? (named?.kind === 'string' ? named.text() : undefined);
  // What is plain is read so without being told.
  return dialects.find((dialect) => dialect !== plainDialect && targetOfModel(model, dialect) !== undefined);
}

export interface LintOptions {
  /** Name of the text, for globs and suffixes; a URI or a path. */
  readonly uri?: string | undefined;
  readonly config?: Partial<Config> | undefined;
}

/** Findings of a text, with offsets and fixes, as editor and command line give them. */
export function lint(text: string, options: LintOptions = {}): readonly Finding<RuleId>[] {
  return open('lint', text, options).analysis().findings;
}

/** Which dialect a text is in and which conversations it holds; undefined when it is no transcript. */
export function detect(
  text: string,
  options: { readonly uri?: string | undefined } = {},
): (Pick<Analysis, 'container' | 'conversations' | 'evidence'> & { dialect: DialectId }) | undefined {
  const { dialect, container, conversations, evidence } = open('detect', text, options).analysis();
  return dialect === undefined ? undefined : { dialect, container, conversations, evidence };
}

export interface FixTextOptions extends LintOptions {
  readonly only?: readonly string[] | undefined;
  readonly unsafe?: boolean | undefined;
  /** Apply the four rules of normalization in place of the fixes of what is reported. */
  readonly normalize?: boolean | undefined;
}

export interface FixTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  /** What was fixed, or the normalization's report for each conversation. */
  readonly report: FixResult['fixed'] | readonly NormalizedConversation[];
  /** The texts that the fixes took out, in their first words; empty with `normalize`, whose report names its drops. */
  readonly went: FixResult['went'];
  /** What is left to a person, with the reason; empty with `normalize`. */
  readonly left: FixResult['left'];
  /** Whether another run would change nothing; false only where fixes undo each other. */
  readonly isSettled: boolean;
}

export function fix(text: string, options: FixTextOptions = {}): FixTextResult {
  const more = {
    only: listOf('rule', (name) => ruleNames.find(name) !== undefined),
    unsafe: aBoolean,
    normalize: aBoolean,
  };
  const document = open('fix', text, options, more);
  if (options.normalize === true) {
    const { text: after, edits, conversations } = normalizeDocument(document);
    return { text: after, edits, report: conversations, went: [], left: [], isSettled: true };
  }
  const only = options.only?.flatMap((name) => ruleNames.find(name) ?? []);
  const result = fixDocument(document, { ...options, only });
  const { edits, fixed, went, left, isSettled } = result;
  return { text: result.text, edits, report: fixed, went, left, isSettled };
}

function open(
  caller: string,
  text: string,
  options: LintOptions,
  more: Parameters<typeof checkOptions>[2] = {},
): TranscriptDocument {
  checkArgument(caller, 'text', text, aString);
  checkOptions(caller, options, { uri: aString, ...more });
  const { uri = '', config } = options;
  return TranscriptDocument.open(text, { uri, config: configOption(caller, config, uri) });
}

/** What is wrong with a configuration is a mistake of the caller, as it comes from no file. */
function configOption(caller: string, config: Partial<Config> | undefined, uri: string): ResolvedConfig {
  if (config === undefined) return { ...defaultResolvedConfig, syntaxErrors: true };
  const { config: read, problems } = readConfigValue(config, ruleNames);
  const [problem] = problems;
  if (problem !== undefined) throw new TypeError(`${caller}: "config" is wrong: ${problem.message}`);
  // Nobody else reports them here.
  return resolveConfig({ ...defaultConfig, syntaxErrors: true, ...read }, uri);
}

/** A list that the caller vouches for, however little it looks like a conversation. */
export function conversationOfList(
  caller: string,
  list: JsonNode,
  {
    dialect,
    model,
    target,
  }: { dialect: DialectOption | undefined; model: string | undefined; target: Target | 'auto' },
): Conversation {
  const config: ResolvedConfig = { ...defaultResolvedConfig, target };
  return conversationOf(wholeList(list, dialectOption(caller, dialect)), config, model);
}

function conversationOf(
  found: DetectedConversation,
  config: ResolvedConfig = defaultResolvedConfig,
  model?: string,
): Conversation {
  return readConversation(found, { config, model, isBroken: () => false });
}

/** `plain` is what role and text are read as where no dialect is chosen. */
function wholeList(list: JsonNode, dialect: Dialect | undefined, plain: Dialect = plainDialect): DetectedConversation {
  const signatures = list.items().map(signElement);
  return {
    list,
    isLone: false,
    body: undefined,
    dialect: dialect ?? nativeDialect(signatures) ?? plain,
    side: 'request',
    tier: 'A',
    isRow: false,
    signatures,
  };
}

function dialectOption(caller: string, dialect: DialectOption | undefined): Dialect | undefined {
  if (dialect === undefined) return undefined;
  checkArgument(caller, 'dialect', dialect, aDialect);
  return dialectOf(dialect);
}
