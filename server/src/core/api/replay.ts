import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { readAgain } from '../document/conversation';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { counterOf } from '../passes/trim';
import { explainFailures, windowValues } from '../replay/explain';
import { inputFaults } from '../replay/inputFaults';
import { type PolicyAnswer, PrefixJudge } from '../replay/judge';
import { type BuiltInPolicy, describePolicy, type PrefixReplay, replayConversation } from '../replay/replay';
import type { ReplayedConversation } from '../replay/replayReport';
import { type Explain, ReplaySummary, replayedConversation } from '../replay/summary';
import type { Validator } from '../replay/validator';
import type { CountEntry } from '../window/types';
import { checkWindow, type ReaderOptions, readList } from './windowLibrary';

/** A trimming of somebody's own: the messages of a prefix in, those that would be sent out. */
export type TrimFunction<Entry = unknown> = (
  messages: readonly Entry[],
) => readonly Entry[] | PromiseLike<readonly Entry[]>;

export interface ReplayOptions<Entry = unknown> extends ReaderOptions {
  /** A built-in window, or the code that is to be tried. */
  readonly policy: BuiltInPolicy | TrimFunction<Entry>;
  /** Rules in place of the target's; an error that it finds in the untrimmed prefix too is the input's. */
  readonly validate?: Validator | undefined;
  /** Tokens of one entry, for the figures of a function's windows. Default: the fast estimate. */
  readonly count?: CountEntry | undefined;
}

/** Messages, and under which name reports list them. */
export type ReplayInput<Entry = unknown> =
  | readonly Entry[]
  | { readonly name: string; readonly messages: readonly Entry[] };

/** One conversation on its way through a replay: asked for one answer after the other, or all of them known already. */
export type ReplaySession =
  | {
      readonly kind: 'known';
      readonly prefixes: Iterable<PrefixReplay>;
      readonly explain: Explain;
      readonly about: ReplayedConversation;
    }
  | { readonly kind: 'asked'; readonly judge: PrefixJudge; readonly about: ReplayedConversation };

/** Checks what was given and opens one conversation. Pure: who waits for answers is for the caller. */
export function openReplay(input: ReplayInput, index: number, options: ReplayOptions): ReplaySession {
  const messages: unknown = 'messages' in input ? input.messages : input;
  if (!Array.isArray(messages))
    throw new TypeError(`replay: conversation ${index} of "conversations" must be a list of messages`);
  const name = 'messages' in input ? input.name : `#${index}`;
  const conversation = readList('replay', messages, options);
  const config: ResolvedConfig = { ...defaultResolvedConfig, target: options.target ?? 'auto' };
  const { policy, validate } = options;
  // Of rules of somebody's own nothing is known but what they say of a list.
  const faults = validate === undefined ? inputFaults(conversation, config, conversation.list) : undefined;
  const about = replayedConversation(name, '', conversation, faults);
  if (typeof policy !== 'function' && validate === undefined) {
    const prefixes = replayConversation(conversation, policy, config);
    return { kind: 'known', prefixes, explain: explainFailures(conversation, policy, config), about };
  }
  const { count } = counterOf(typeof policy === 'function' ? { count: options.count } : policy);
  const judge = new PrefixJudge(conversation, config, count, { validate, name });
  if (typeof policy === 'function') return { kind: 'asked', judge, about };
  return { kind: 'known', prefixes: judged(judge, conversation, policy), explain: () => undefined, about };
}

/** A built-in window under rules of somebody's own. */
function* judged(judge: PrefixJudge, conversation: Conversation, policy: BuiltInPolicy): Generator<PrefixReplay> {
  for (const length of judge.lengths) {
    const prefix = readAgain(conversation, nodeOfValue(judge.prefix(length)), conversation.body);
    const answer: PolicyAnswer = { messages: windowValues(prefix, policy) };
    yield judge.judge(length, answer);
  }
}

export function checkReplay(conversations: unknown, options: unknown): asserts options is ReplayOptions {
  if (typeof conversations !== 'object' || conversations === null || !(Symbol.iterator in conversations)) {
    throw new TypeError('replay: "conversations" must be a list of conversations');
  }
  if (typeof options !== 'object' || options === null) throw new TypeError('replay: "options" must be an object');
  const { policy, validate, count, dialect, target, model } = options as Partial<ReplayOptions>;
  if (validate !== undefined && typeof validate !== 'function')
    throw new TypeError('replay: "validate" must be a function');
  checkWindow('replay', [], { count, dialect, target, model });
  if (typeof policy === 'function') return;
  if (typeof policy !== 'object' || policy === null) {
    throw new TypeError(
      'replay: "policy" must be a window such as { budget: 8000 }, or a function from messages to messages',
    );
  }
  checkWindow('replay', [], policy);
  if (policy.budget === undefined && policy.limit === undefined && policy.last === undefined) {
    throw new TypeError('replay: "policy" must have a "budget", a "limit" or a "last"');
  }
}

/** An empty report of what was asked for. */
export function newSummary({ policy, target, count }: ReplayOptions): ReplaySummary {
  const { estimator } = counterOf(typeof policy === 'function' ? { count } : policy);
  return new ReplaySummary({
    policy: typeof policy === 'function' ? policy.name || 'function' : describePolicy(policy),
    target: target ?? 'auto',
    estimator,
  });
}
