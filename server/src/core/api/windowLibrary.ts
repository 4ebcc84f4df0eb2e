import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { type DialectOption, dialectNames } from '../dialects/index';
import type { JsonNode } from '../json/node';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation, Target } from '../model/types';
import { hasNoWindow, type PrepareOptions, type PrepareStep, prepareSubject } from '../passes/prepare';
import { trimSubject, type WindowOptions, type WindowReport } from '../passes/trim';
import { ValueSubject } from '../passes/valueSubject';
import { targetIds } from '../targets/index';
import { isEncoding } from '../window/tokens/estimateTokens';
import { aBoolean, anArray, aString, checkArgument, checkOptions, oneOf } from './checkOptions';
import { conversationOfList } from './library';

/** Whom the messages are for. */
export interface ReaderOptions {
  readonly dialect?: DialectOption | undefined;
  readonly target?: Target | undefined;
  readonly model?: string | undefined;
}

export interface TrimListOptions extends WindowOptions, ReaderOptions {}

/** The window, and where and why it was cut. */
export interface TrimListResult<Entry = unknown> extends WindowReport {
  /** The input itself where nothing goes or no window fits; entries come through by reference. */
  readonly messages: readonly Entry[];
}

/** The newest entries that fit a budget, from a start where the list stays valid. Trims alone: nothing is repaired. */
export function trim<Entry>(messages: readonly Entry[], options: TrimListOptions): TrimListResult<Entry> {
  checkWindow('trim', messages, options);
  if (options.budget === undefined && options.limit === undefined && options.last === undefined) {
    throw new TypeError('trim: "budget", "limit" or "last" must be given');
  }
  const start = ValueSubject.of(messages, (list) => [readAs('trim', list, options)]);
  const { subject, report } = trimSubject(start, options);
  return { messages: subject.value as readonly Entry[], ...onlyOf(report) };
}

export interface PrepareListOptions extends PrepareOptions, ReaderOptions {}

export interface PrepareListResult<Entry = unknown> {
  /** What is to be sent; the input itself where no window fits. */
  readonly messages: readonly Entry[];
  readonly steps: readonly PrepareStep[];
}

/** Makes a history ready to be sent: dropped, repaired, merged, trimmed and validated, in this order. Never changes its input. */
export function prepare<Entry>(messages: readonly Entry[], options: PrepareListOptions = {}): PrepareListResult<Entry> {
  checkWindow('prepare', messages, options);
  const start = ValueSubject.of(messages, (list) => [readAs('prepare', list, options)]);
  const config: ResolvedConfig = { ...defaultResolvedConfig, target: options.target ?? 'auto' };
  const { subject, report } = prepareSubject(start, options, config);
  const done = onlyOf(report);
  return { messages: (hasNoWindow(done) ? messages : subject.value) as readonly Entry[], steps: done };
}

/** What a report says of a list, which is one conversation. */
function onlyOf<Report>([only]: readonly Report[]): Report {
  if (only === undefined) throw new RangeError('a list of messages is one conversation');
  return only;
}

/** A list of messages, read as the options say. */
export function readList(caller: string, messages: readonly unknown[], options: ReaderOptions): Conversation {
  return readAs(caller, nodeOfValue(messages), options);
}

function readAs(caller: string, list: JsonNode, options: ReaderOptions): Conversation {
  const { target = 'auto', model, dialect } = options;
  return conversationOfList(caller, list, { dialect, model, target });
}

export function checkWindow(
  caller: string,
  messages: unknown,
  options: unknown,
): asserts options is PrepareListOptions {
  checkArgument(caller, 'messages', messages, anArray);
  checkOptions(caller, options, OPTION_CHECKS);
  const given = options as Readonly<Record<string, unknown>>;
  for (const names of EXCLUSIVE) {
    const [one, other] = names.filter((name) => given[name] !== undefined);
    if (other !== undefined) throw new TypeError(`${caller}: "${one}" and "${other}" exclude each other`);
  }
}

const EXCLUSIVE = [
  ['budget', 'limit', 'last'],
  ['count', 'encoding'],
];

type Check = Parameters<typeof checkArgument>[3];

const must = (what: string, isTrue: (value: unknown) => boolean): Check => {
  return (value) => (isTrue(value) ? undefined : `must be ${what}`);
};
const isTokens = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isFunction = (value: unknown) => typeof value === 'function';
const tokensOrNone = must('a number of tokens, zero or more', (value) => isTokens(value) && Number(value) >= 0);

const OPTION_CHECKS: Readonly<Record<string, Check>> = {
  budget: must('a number of tokens', isTokens),
  limit: must('a number of tokens', isTokens),
  reserve: tokensOrNone,
  last: must('a whole number of entries, one or more', (value) => Number.isInteger(value) && Number(value) > 0),
  step: tokensOrNone,
  count: must('a function from an entry to its tokens', isFunction),
  encoding: must('an encoding of transcript-lint/encodings', isEncoding),
  estimator: aString,
  pinHead: aBoolean,
  onEmpty: oneOf(['fail', 'extend']),
  summary: must('a text or a function that gives one', (value) => typeof value === 'string' || isFunction(value)),
  repair: aBoolean,
  merge: aBoolean,
  keepOpenTail: aBoolean,
  reusedIds: oneOf(['drop', 'rename']),
  deletedKeys: must('a list of keys', (value) => {
    return Array.isArray(value) && value.every((key) => typeof key === 'string');
  }),
  dialect: oneOf(dialectNames),
  target: oneOf(['auto', ...targetIds]),
  model: aString,
};
