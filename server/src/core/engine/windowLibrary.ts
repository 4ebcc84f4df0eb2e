import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation, Dialect, Target } from '../model/types';
import { targetIds } from '../targets/index';
import type { WindowProblem } from '../window/types';
import { ValueCarrier } from './carrier';
import { conversationOfList } from './library';
import {
  type PrepareOptions,
  type PrepareStep,
  prepareAll,
  trimmed,
  type WindowOptions,
  type WindowReport,
} from './prepare';

/** Whom the messages are for. */
export interface ReaderOptions {
  readonly dialect?: Dialect | undefined;
  readonly target?: Target | undefined;
  readonly model?: string | undefined;
}

export interface TrimListOptions extends WindowOptions, ReaderOptions {}

/** The window, and where and why it was cut. */
export interface TrimListResult<Entry = unknown> extends WindowReport {
  /** The input itself where nothing goes or no window fits; entries come through by reference. */
  readonly messages: readonly Entry[];
}

/** The newest entries that fit a budget, from a start where the list stays valid (spec 05, "Trim"). Trims alone: nothing is repaired. */
export function trim<Entry>(messages: readonly Entry[], options: TrimListOptions): TrimListResult<Entry> {
  checkWindow('trim', messages, options);
  if (options.budget === undefined && options.limit === undefined && options.last === undefined) {
    throw new TypeError('trim: "budget", "limit" or "last" must be given');
  }
  const conversation = read('trim', messages, options);
  const { report, rewrite } = trimmed(conversation, options);
  const after = rewrite.size === 0 ? messages : (rewriteValue(conversation.list, rewrite) as readonly Entry[]);
  return { messages: after, ...report };
}

export interface PrepareListOptions extends PrepareOptions, ReaderOptions {}

export interface PrepareListResult<Entry = unknown> {
  /** What is to be sent; the input itself where no window fits. */
  readonly messages: readonly Entry[];
  readonly steps: readonly PrepareStep[];
}

/** Makes a history ready to be sent: the steps of spec 05 in their order. Never changes its input. */
export function prepare<Entry>(messages: readonly Entry[], options: PrepareListOptions = {}): PrepareListResult<Entry> {
  checkWindow('prepare', messages, options);
  const conversation = read('prepare', messages, options);
  const config: ResolvedConfig = { ...defaultResolvedConfig, target: options.target ?? 'auto' };
  const { carrier, steps } = prepareAll(new ValueCarrier(messages, conversation), options, config);
  const done = steps[0] ?? [];
  return { messages: (hasNoWindow(done) ? messages : carrier.messages) as readonly Entry[], steps: done };
}

/** The trimming found no legal window: the input is to stay as it is. */
export function hasNoWindow(steps: readonly PrepareStep[]): boolean {
  const kind = problemOf(steps)?.kind;
  return kind === 'no-legal-window' || kind === 'no-budget';
}

export function problemOf(steps: readonly PrepareStep[]): WindowProblem | undefined {
  for (const step of steps) if (step.step === 'trim') return step.problem;
  return undefined;
}

function read(caller: string, messages: readonly unknown[], options: ReaderOptions): Conversation {
  const { target = 'auto', model, dialect } = options;
  if (target !== 'auto' && !targetIds.includes(target)) {
    throw new TypeError(`${caller}: unknown "target" ${JSON.stringify(target)}`);
  }
  if (model !== undefined && typeof model !== 'string') throw new TypeError(`${caller}: "model" must be a string`);
  return conversationOfList(caller, nodeOfValue(messages), { dialect, model, target });
}

function checkWindow(caller: string, messages: unknown, options: unknown): asserts options is PrepareListOptions {
  if (!Array.isArray(messages)) throw new TypeError(`${caller}: "messages" must be an array`);
  if (typeof options !== 'object' || options === null) throw new TypeError(`${caller}: "options" must be an object`);
  const given = options as Readonly<Record<string, unknown>>;
  for (const [name, check, what] of OPTION_CHECKS) {
    if (given[name] !== undefined && !check(given[name])) throw new TypeError(`${caller}: "${name}" must be ${what}`);
  }
  const sizes = ['budget', 'limit', 'last'].filter((name) => given[name] !== undefined);
  if (sizes.length > 1) throw new TypeError(`${caller}: "${sizes[0]}" and "${sizes[1]}" exclude each other`);
}

const isTokens = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';

const OPTION_CHECKS: readonly (readonly [name: string, check: (value: unknown) => boolean, what: string])[] = [
  ['budget', isTokens, 'a number of tokens'],
  ['limit', isTokens, 'a number of tokens'],
  ['reserve', (value) => isTokens(value) && Number(value) >= 0, 'a number of tokens, zero or more'],
  ['last', (value) => Number.isInteger(value) && Number(value) > 0, 'a whole number of entries, one or more'],
  ['step', (value) => isTokens(value) && Number(value) >= 0, 'a number of tokens, zero or more'],
  ['count', (value) => typeof value === 'function', 'a function from an entry to its tokens'],
  ['estimator', (value) => typeof value === 'string', 'a string'],
  ['pinHead', isBoolean, 'a boolean'],
  ['onEmpty', (value) => value === 'fail' || value === 'extend', '"fail" or "extend"'],
  [
    'summary',
    (value) => typeof value === 'string' || typeof value === 'function',
    'a text or a function that gives one',
  ],
  ['repair', isBoolean, 'a boolean'],
  ['merge', isBoolean, 'a boolean'],
  ['keepOpenTail', isBoolean, 'a boolean'],
  ['reusedIds', (value) => value === 'drop' || value === 'rename', '"drop" or "rename"'],
  ['deletedKeys', (value) => Array.isArray(value) && value.every((key) => typeof key === 'string'), 'a list of keys'],
];
