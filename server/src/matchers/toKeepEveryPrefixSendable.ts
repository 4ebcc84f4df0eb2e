import {
  checkReplay,
  type Fault,
  inspect,
  type ReplayOptions,
  type ReplayReport,
  type TrimFunction,
  type ValidateOptions,
} from '../core/index';
import { replay } from '../library/replay';
import { checkNames, kindOf, wrongUse } from './arguments';
import { CopiedMessages } from './copies';
import { type BrokenPrefix, replayFailure } from './replayFailure';
import type { MatcherResult } from './types';
import { callText, capitalized, many, optionsText, said } from './wording';

export interface PrefixOptions extends ValidateOptions {
  /** Rules in place of the target's; an error that they find in the untrimmed prefix too is the input's. */
  readonly validate?: ReplayOptions['validate'];
}

/** Messages, or an object that has them under `messages`, such as a request body; `name` is for the failure text. */
export type PrefixConversation =
  | readonly unknown[]
  | { readonly name?: string | undefined; readonly messages: readonly unknown[] };

export const NAME = 'toKeepEveryPrefixSendable';
/** One failure of each kind is worked out; more would say the same again. */
const MAX_SHOWN = 3;

/**
 * Runs a trimming function over every prefix of each conversation, as production will, and holds each answer to the provider's rules.
 * What is wrong with the untrimmed prefix too is not the function's fault. Each call gets a copy of its own.
 */
export async function toKeepEveryPrefixSendable(
  received: unknown,
  conversations: Iterable<PrefixConversation>,
  options: PrefixOptions = {},
): Promise<MatcherResult> {
  if (typeof received !== 'function') {
    throw wrongUse(NAME, `the value must be a function from messages to messages, not ${kindOf(received)}`);
  }
  const trim = received as TrimFunction;
  checkNames(NAME, options, ['target', 'dialect', 'model', 'validate']);
  const inputs = inputsOf(conversations);
  const name = nameOf(trim);
  const reading = { ...options, policy: trim };
  try {
    checkReplay(inputs, reading);
  } catch (error) {
    throw inOurName(error);
  }
  if (options.validate === undefined) checkShapes(inputs, options);
  const { report, broken } = await run(trim, inputs, options).catch((error: unknown) => {
    throw inOurName(error);
  });
  if (report.all.prefixes === 0) throw wrongUse(NAME, '"conversations" hold no message: there is nothing to try');
  const pass = report.all.failing === 0;
  const call = callText(name, NAME, ['conversations', ...optionsText(options)], pass);
  const message = () => {
    if (!pass) return [call, '', ...replayFailure(report, broken, { name, ...options })].join('\n').trimEnd();
    const { prefixes } = report.all;
    return `${call}\n\n${name} keeps all ${many(prefixes, 'prefix', 'prefixes')} of ${many(inputs.length, 'conversation')} sendable.`;
  };
  return { pass, message };
}

/** `bind` writes itself in front of the name. */
function nameOf({ name }: TrimFunction): string {
  const own = typeof name === 'string' ? name.replace(/^(?:bound )+/, '') : '';
  return own === '' ? 'trim' : own;
}

/** Wrong use that the replay found. */
function inOurName(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('replay: ')) return error;
  error.message = `${NAME}: ${error.message.slice('replay: '.length)}`;
  return error;
}

interface Input {
  readonly name: string;
  readonly messages: readonly unknown[];
  /** So that no function can change what others see. */
  readonly copies: CopiedMessages;
}

function inputsOf(conversations: unknown): Input[] {
  if (typeof conversations !== 'object' || conversations === null || !(Symbol.iterator in conversations)) {
    throw wrongUse(NAME, `"conversations" must be a list of conversations, not ${kindOf(conversations)}`);
  }
  const inputs = [...(conversations as Iterable<unknown>)].map(inputOf);
  if (inputs.length === 0) throw wrongUse(NAME, '"conversations" is empty: there is nothing to try');
  return inputs;
}

function inputOf(given: unknown, index: number): Input {
  const held = typeof given === 'object' && given !== null && 'messages' in given ? given.messages : given;
  if (!Array.isArray(held)) {
    const whole = typeof given === 'object' && given !== null && 'role' in given;
    const help = whole ? '. A single conversation goes in a list: [messages]' : '';
    throw wrongUse(NAME, `"conversations[${index}]" must be a list of messages, not ${kindOf(given)}${help}`);
  }
  const named = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined;
  const name = typeof named === 'string' && named !== '' ? named : `conversations[${index}]`;
  try {
    return { name, messages: held, copies: new CopiedMessages(held) };
  } catch {
    throw wrongUse(NAME, `"conversations[${index}]" cannot be written as JSON, so no provider could be sent it`);
  }
}

/** What stands in another shape than the target's is the input's fault in every prefix: nothing could ever fail. */
function checkShapes(inputs: readonly Input[], { validate: _, ...reading }: PrefixOptions): void {
  for (const [at, { messages }] of inputs.entries()) {
    const foreign = inspect(messages, reading).problems.find(({ rule }) => rule === 'dialect-not-accepted');
    if (foreign !== undefined) throw wrongUse(NAME, `"conversations[${at}]": ${foreign.message}`);
  }
}

async function run(
  trim: TrimFunction,
  inputs: readonly Input[],
  options: PrefixOptions,
): Promise<{ readonly report: ReplayReport; readonly broken: readonly BrokenPrefix[] }> {
  const broken = new Map<string, BrokenPrefix>();
  let input: Input | undefined;
  let outcome: Outcome = { answer: undefined };
  const policy = async (messages: readonly unknown[]): Promise<readonly unknown[]> => {
    try {
      const answer = await trim(input?.copies.take(messages.length) ?? []);
      outcome = { answer };
      return answer;
    } catch (error) {
      outcome = { error };
      throw error;
    }
  };
  const run = replay(
    taking(inputs, (next) => (input = next)),
    { ...options, policy },
  );
  for await (const prefix of run) {
    for (const fault of prefix.trim) {
      if (fault.severity !== 'error' || broken.has(fault.rule) || broken.size >= MAX_SHOWN) continue;
      const about = inputs[prefix.conversation];
      if (about !== undefined) broken.set(fault.rule, brokenPrefix(about, prefix.length, fault, outcome, options));
    }
  }
  return { report: await run.summary(), broken: [...broken.values()] };
}

/** Says which conversation is on, as the function that is tried is told nothing of it. */
function* taking(inputs: readonly Input[], take: (input: Input) => void) {
  for (const input of inputs) {
    take(input);
    yield { name: input.name, messages: input.messages };
  }
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown };

function brokenPrefix(
  { name, messages }: Input,
  length: number,
  fault: Fault,
  outcome: Outcome,
  { validate, ...reading }: PrefixOptions,
): BrokenPrefix {
  const { rule, message, entry } = fault;
  const base = { conversation: name, prefix: messages.slice(0, length), rule, message, entry };
  if ('error' in outcome) return { ...base, answer: undefined, instead: stackOf(outcome.error), said: undefined };
  const answer = copyOf(outcome.answer);
  if (!Array.isArray(answer)) {
    return { ...base, answer: undefined, instead: [`It is ${kindOf(outcome.answer)}.`], said: undefined };
  }
  const whole = { ...base, answer, instead: [] };
  if (validate !== undefined) return { ...whole, said: undefined };
  const { problems, conversations } = inspect(answer, reading);
  const text = problems.find((one) => one.rule === rule && one.providerError !== undefined)?.providerError;
  const speaker = capitalized(conversations[0]?.targetName ?? 'the provider');
  return { ...whole, said: text === undefined ? undefined : { speaker, text } };
}

/** What the function keeps for itself it may change later. */
function copyOf(answer: unknown): unknown {
  try {
    return Array.isArray(answer) ? JSON.parse(JSON.stringify(answer)) : undefined;
  } catch {
    return undefined; // no JSON: what is said of it must do
  }
}

const MAX_PLACES = 2;
const OURS = /\/matchers\.cjs|\/server\/src\/(?:matchers|library)\//;

/** Where a function threw: the places above the call from here. */
function stackOf(error: unknown): string[] {
  const stack = stackText(error);
  const places = stack.split('\n').filter((line) => /^\s*at /.test(line) && !OURS.test(line));
  return places.slice(0, MAX_PLACES).map((line) => said(line.trim()));
}

/** An error may be anything, even what throws when it is looked at. */
function stackText(error: unknown): string {
  try {
    return error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  } catch {
    return '';
  }
}
