import type { ResolvedConfig } from '../config/types';
import { readAgain } from '../document/conversation';
import type { JsonNode } from '../json/node';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import type { Conversation, Message } from '../model/types';
import { windowProblems } from '../passes/prepare';
import { firstAtLeast } from '../text/sorted';
import { firstSpoken, OPENING, openingMessage } from '../window/opening';
import type { CountEntry } from '../window/types';
import { Blame, messageFaults } from './blame';
import type { ReplayContext } from './context';
import { isUserTurn } from './endings';
import { wordsFor } from './explain';
import { distinct, type Fault, faultOf, WHOLE } from './faults';
import { IncrementalCheck } from './incrementalCheck';
import { bodyTokens, contextOf, leadingInstructions, type PrefixReplay } from './replay';
import type { Explain } from './summary';
import { askValidator, type Validator } from './validator';

/** Why a trimming of somebody's own gave nothing to check. */
export interface PolicyFailure {
  readonly kind: 'threw' | 'crash' | 'timeout' | 'malformed' | 'wrong-id';
  readonly message: string;
}

/** What a trimming of somebody's own made of a prefix. */
export type PolicyAnswer = { readonly messages: readonly unknown[] } | { readonly failure: PolicyFailure };

/**
 * Judges what any code made of the prefixes of one conversation (docs/design/windows.md, "Replay"). Nothing is known of such
 * code, so every answer is checked whole; what the untrimmed prefix had is followed as it grows. Prefixes come in order, the
 * shorter first.
 */
export class PrefixJudge {
  /** Lengths of the prefixes, leading instructions included. */
  readonly lengths: readonly number[];
  private readonly context: ReplayContext;
  private readonly blame: Blame;
  private readonly count: CountEntry;
  private readonly validate: Validator | undefined;
  private readonly name: string;
  private readonly values: readonly unknown[];
  private readonly jsons: readonly string[];
  /** Of each message, whatever the order of its keys: code in other languages gives them back in an order of its own. */
  private readonly texts: readonly string[];
  private readonly places = new Map<string, number[]>();
  private readonly instructions: number;
  private readonly constant: number;
  /** Of a conversation that opens so as it is: it was not cut so. */
  private readonly openingKey: string | undefined;
  private turn = 0;
  private end = 0;
  private before: readonly string[] = [];
  private answered: readonly unknown[] | undefined;
  private origins: readonly (number | undefined)[] = [];
  private readonly config: ResolvedConfig;

  constructor(
    conversation: Conversation,
    config: ResolvedConfig,
    count: CountEntry,
    own?: { readonly validate: Validator | undefined; readonly name: string },
  ) {
    this.instructions = leadingInstructions(conversation);
    this.context = contextOf(conversation, this.instructions, config);
    this.config = config;
    this.count = count;
    this.validate = own?.validate;
    this.name = own?.name ?? '';
    this.values = conversation.messages.map(({ node }) => sourceOf(node));
    this.jsons = this.values.map(jsonOf);
    this.texts = this.values.map(textOf);
    for (const [at, text] of this.texts.entries()) {
      const known = this.places.get(text);
      if (known === undefined) this.places.set(text, [at]);
      else known.push(at);
    }
    this.lengths = this.context.entries.map((_, at) => this.instructions + at + 1);
    this.constant = bodyTokens(conversation, count);
    const first = firstSpoken(conversation);
    this.openingKey = first === undefined || first.role === 'user' ? undefined : openingKey(first.index);
    const { context } = this;
    this.blame = new Blame(
      context,
      new IncrementalCheck(context),
      new IncrementalCheck(context),
      messageFaults(context),
    );
  }

  /** The messages of a prefix, as values. */
  prefix(length: number): readonly unknown[] {
    return this.values.slice(0, length);
  }

  /** The same as JSON, put together of what is known: each prefix is sent whole. */
  prefixText(length: number): string {
    return `[${this.jsons.slice(0, length).join(',')}]`;
  }

  /** The provider's own words for a failure of the prefix that was judged last. */
  readonly explain: Explain = (fault) => {
    const { conversation } = this.context;
    if (this.answered === undefined || this.validate !== undefined) return undefined;
    const list = nodeOfValue(this.answered);
    const problems = windowProblems(readAgain(conversation, list, conversation.body), this.config, list);
    return wordsFor(fault, problems, (at) => this.origins[at] ?? newEntry(at));
  };

  judge(length: number, answer: PolicyAnswer): PrefixReplay {
    for (; this.end < length - this.instructions; this.end++)
      if (isUserTurn(this.context.entries[this.end])) this.turn++;
    this.blame.movePrefix(this.end);
    const base = { length, turn: this.turn, problem: undefined };
    this.answered = undefined;
    const failure = 'failure' in answer ? answer.failure : notAList(answer.messages);
    if (failure !== undefined || !('messages' in answer)) {
      const isRefused = this.isRefused(this.faultsAsIs(length));
      return { ...base, ...NOTHING, isRefused, trim: [failureFault(failure)] };
    }
    const { messages } = answer;
    this.answered = messages;
    const texts = messages.map(textOf);
    const origins = this.originsOf(texts, length);
    this.origins = origins;
    const faults =
      this.validate === undefined
        ? this.check(messages, origins)
        : this.checkWith(this.validate, messages, { origins, length });
    const known = this.faultsAsIs(length);
    const keys = new Set(known?.map(({ key }) => key));
    const isInput = (fault: Fault) =>
      known === undefined ? this.blame.has(fault) || fault.key === this.openingKey : keys.has(fault.key);
    const input = faults.filter((fault) => fault.severity === 'error' && isInput(fault)).map(({ rule }) => rule);
    const kept = origins.filter((origin) => origin !== undefined && origin >= this.instructions).length;
    let shared = 0;
    let tokens = 0;
    let isShared = this.before.length > 0;
    for (const [at, message] of messages.entries()) {
      const size = this.count(message);
      tokens += size;
      isShared &&= texts[at] === this.before[at];
      if (isShared) shared += size;
    }
    const result: PrefixReplay = {
      ...base,
      start: this.startOf(origins, length),
      dropped: Math.max(0, length - this.instructions - kept),
      tokens: this.constant + tokens,
      shared: this.before.length > 0 ? this.constant + shared : 0,
      trim: faults.filter((fault) => !isInput(fault)),
      input: [...new Set(input)],
      isRefused: this.isRefused(known),
    };
    this.before = texts;
    return result;
  }

  /** For each message of an answer the entry that it is, found from the newest back; undefined for what is new. */
  private originsOf(texts: readonly string[], length: number): readonly (number | undefined)[] {
    const origins = new Array<number | undefined>(texts.length);
    let before = length;
    for (let at = texts.length - 1; at >= 0; at--) {
      const text = texts[at] ?? '';
      const places = this.places.get(text) ?? [];
      const found = this.texts[before - 1] === text ? before - 1 : places[firstAtLeast(places, before) - 1];
      if (found === undefined) continue;
      origins[at] = found;
      before = found;
    }
    return origins;
  }

  /** Where the unbroken end of the conversation begins in the answer. */
  private startOf(origins: readonly (number | undefined)[], length: number): number {
    let start = length;
    for (let at = origins.length - 1; at >= 0 && origins[at] === start - 1; at--) start--;
    return Math.max(0, start - this.instructions);
  }

  private check(messages: readonly unknown[], origins: readonly (number | undefined)[]): readonly Fault[] {
    const { conversation, checker } = this.context;
    const list = nodeOfValue(messages);
    const read = readAgain(conversation, list, conversation.body);
    const indexOf = new Map<JsonNode, number>(read.messages.map(({ node }, at) => [node, origins[at] ?? newEntry(at)]));
    indexOf.set(list, WHOLE);
    const recorded = [
      ...read.messages.flatMap((message) => checker.ofMessage(message)),
      ...checker.ofConversation(read),
    ];
    const faults = distinct(recorded.map((one) => faultOf(one, (node) => indexOf.get(node))));
    const opening = this.openingFault(read.messages, indexOf, faults);
    return opening === undefined ? faults : [...faults, opening];
  }

  private openingFault(
    messages: readonly Message[],
    indexOf: ReadonlyMap<JsonNode, number>,
    faults: readonly Fault[],
  ): Fault | undefined {
    const first = firstSpoken({ messages, dialect: this.context.conversation.dialect });
    if (first === undefined || first.role === 'user') return undefined;
    const entry = indexOf.get(first.node) ?? WHOLE;
    if (faults.some(({ severity, key, rule }) => severity === 'error' && key === `${rule}\u0000${entry}\u0000`))
      return undefined;
    return { rule: OPENING, severity: 'error', entry, message: openingMessage(first), key: openingKey(entry) };
  }

  private checkWith(
    validate: Validator,
    messages: readonly unknown[],
    { origins, length }: { readonly origins: readonly (number | undefined)[]; readonly length: number },
  ): Fault[] {
    const prefix = { conversation: this.name, length };
    return askValidator(validate, messages, prefix).map(({ rule, severity, pointer, message }) => {
      const [, at = '', ...rest] = pointer.split('/');
      const entry = /^\d+$/.test(at) ? (origins[Number(at)] ?? newEntry(Number(at))) : WHOLE;
      return { rule, severity, entry, message, key: `${rule}\u0000${entry}\u0000${rest.join('/')}` };
    });
  }

  /** What rules of somebody's own say of the untrimmed prefix; undefined where there are none. */
  private faultsAsIs(length: number): readonly Fault[] | undefined {
    if (this.validate === undefined) return undefined;
    const itself = Array.from({ length }, (_, at) => at);
    return this.checkWith(this.validate, this.prefix(length), { origins: itself, length });
  }

  private isRefused(faults: readonly Fault[] | undefined): boolean {
    return faults === undefined ? this.blame.isRefused(this.end) : faults.some(({ severity }) => severity === 'error');
  }
}

const NOTHING = { start: 0, dropped: 0, tokens: 0, shared: 0, input: [] } as const;

function openingKey(entry: number): string {
  return `${OPENING}\u0000${entry}\u0000`;
}

/** An entry of an answer that is none of the conversation. */
function newEntry(at: number): number {
  return -10 - at;
}

function notAList(messages: unknown): PolicyFailure | undefined {
  return Array.isArray(messages) ? undefined : { kind: 'malformed', message: 'The answer is no list of messages.' };
}

function failureFault(failure: PolicyFailure | undefined): Fault {
  const { kind, message } = failure ?? { kind: 'malformed' as const, message: 'There is no answer.' };
  const rule = `policy-${kind}`;
  return { rule, severity: 'error', entry: WHOLE, message, key: `${rule}\u0000${WHOLE}\u0000` };
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, inOneOrder) ?? '';
  } catch {
    return '';
  }
}

function inOneOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
