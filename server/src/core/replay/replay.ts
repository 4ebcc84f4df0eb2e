import type { ResolvedConfig } from '../config/types';
import { readEntryOf } from '../dialects/readEntry';
import type { JsonNode } from '../json/node';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import { ruleChecker } from '../lint/runRules';
import type { Conversation, Message } from '../model/types';
import { alternates, counterOf, type WindowOptions } from '../passes/trim';
import { type BudgetTerms, budgetTerms, describeTerms } from '../window/budget';
import type { CountEntry, WindowProblem } from '../window/types';
import { type PlacedWindow, Windows } from '../window/windows';
import { Blame, messageFaults } from './blame';
import type { Lead, ReplayContext } from './context';
import { isUserTurn } from './endings';
import { Exchanges } from './exchanges';
import { type Fault, WHOLE } from './faults';
import { IncrementalCheck } from './incrementalCheck';

/** What a trimming made of one prefix. Indices are of the conversation's entries behind its leading instructions. */
export interface PrefixReplay {
  /** Messages in the prefix, leading instructions included. */
  readonly length: number;
  /** User turns in it. */
  readonly turn: number;
  /** First entry kept behind a pinned head. */
  readonly start: number;
  readonly dropped: number;
  /** Of the request: instructions, declarations and what is kept. */
  readonly tokens: number;
  /** Of these, what repeats the beginning of the request before: what a prompt cache can serve. */
  readonly shared: number;
  /** What the trimming did to it. */
  readonly trim: readonly Fault[];
  /** Rules of errors that the untrimmed prefix has too. */
  readonly input: readonly string[];
  /** The untrimmed prefix would be refused as it stands. */
  readonly isRefused: boolean;
  /** Why there is no window, or why it is over budget. */
  readonly problem: WindowProblem | undefined;
}

/** A trimming that is built in: by tokens, or the last so many entries wherever that cuts. */
export interface BuiltInPolicy extends Omit<WindowOptions, 'summary'> {}

/**
 * Every prefix of a conversation through a built-in policy, the shortest first, each checked as it would be sent
 * (docs/design/windows.md, "Replay"). Costs little more than the conversation's length: sizes are sums, and the checks go where
 * something changed.
 */
export function* replayConversation(
  conversation: Conversation,
  policy: BuiltInPolicy,
  config: ResolvedConfig,
): Generator<PrefixReplay> {
  const { count } = counterOf(policy);
  const place = placing(conversation, policy, count);
  const context = contextOf(conversation, place.instructions, config);
  const leads = new Leads(context);
  const constant = constantTokens(conversation, policy, count);
  const prefix = new IncrementalCheck(context);
  const window = new IncrementalCheck(context);
  const ofMessages = messageFaults(context);
  const blame = new Blame(context, prefix, window, ofMessages);
  let turn = 0;
  let before: PlacedWindow | undefined;
  for (let end = 1; end <= context.entries.length; end++) {
    if (isUserTurn(context.entries[end - 1])) turn++;
    const length = place.instructions + end;
    const placed = place.windowAt(end);
    blame.movePrefix(end);
    const { problem } = placed;
    if (problem !== undefined && problem.kind !== 'over-budget') {
      const trim = [windowFault(problem, place.terms)];
      yield {
        length,
        turn,
        start: 0,
        dropped: 0,
        tokens: constant + placed.tokens,
        shared: 0,
        trim,
        input: [],
        isRefused: blame.isRefused(end),
        problem,
      };
      continue;
    }
    const { start, head } = placed;
    const lead = leads.of(placed);
    const from = lead.from;
    blame.moveWindow(from, end, lead.lead);
    const { trim, input } = blame.verdict(from, end);
    const shared = before === undefined ? 0 : constant + sharedTokens(before, placed, place.countOf);
    const dropped = head === undefined ? start : start - 1;
    const isRefused = blame.isRefused(end);
    const tokens = constant + placed.tokens;
    yield { length, turn, start, dropped, tokens, shared, trim, input, isRefused, problem };
    before = placed;
  }
}

/** In the words of the options. */
export function describePolicy({ budget, limit, reserve, last, pinHead, step }: BuiltInPolicy): string {
  if (last !== undefined) return `last ${last}`;
  const room =
    limit === undefined ? `budget ${budget}` : `limit ${limit}${reserve === undefined ? '' : `, reserve ${reserve}`}`;
  return [
    room,
    ...(pinHead === true ? ['pin head'] : []),
    ...(step !== undefined && step > 0 ? [`step ${step}`] : []),
  ].join(', ');
}

/** What is told of a conversation once, for both sides of its replay. */
export function contextOf(conversation: Conversation, instructions: number, config: ResolvedConfig): ReplayContext {
  const entries = conversation.messages.slice(instructions);
  return {
    conversation,
    instructions: conversation.messages.slice(0, instructions),
    entries,
    exchanges: new Exchanges(entries, conversation),
    checker: ruleChecker(conversation, config),
    indexOf: new Map(conversation.messages.map(({ node }, index) => [node, index])),
  };
}

interface Placing {
  /** How the budget came about, where the model's limit is what is given. */
  readonly terms: BudgetTerms | undefined;
  readonly instructions: number;
  readonly windowAt: (end: number) => PlacedWindow;
  readonly countOf: (entry: number) => number;
}

function placing(conversation: Conversation, policy: BuiltInPolicy, count: CountEntry): Placing {
  const { last } = policy;
  const terms = policyTerms(conversation, policy, count);
  const budget = terms?.budget ?? policy.budget ?? Number.POSITIVE_INFINITY;
  const { pinHead, onEmpty, step } = policy;
  const options = { budget, count, pinHead, onEmpty, step, alternates: alternates(conversation) };
  const windows = new Windows(conversation, options);
  const { instructions, counts } = windows;
  const countOf = (entry: number) => counts[instructions + entry] ?? 0;
  if (last === undefined) return { terms, instructions, windowAt: (end) => windows.windowAt(end), countOf };
  return { terms, instructions, windowAt: naiveWindows(last, countOf), countOf };
}

/** Tokens for the entries; where the model's limit is given, what is left of it. */
export function policyBudget(conversation: Conversation, policy: BuiltInPolicy, count: CountEntry): number {
  return policyTerms(conversation, policy, count)?.budget ?? policy.budget ?? Number.POSITIVE_INFINITY;
}

function policyTerms(conversation: Conversation, policy: BuiltInPolicy, count: CountEntry): BudgetTerms | undefined {
  const { budget, limit } = policy;
  return budget !== undefined || limit === undefined
    ? undefined
    : budgetTerms(conversation, { ...policy, limit }, count);
}

/** The last so many entries: no snap, no repair. */
function naiveWindows(last: number, countOf: (entry: number) => number): (end: number) => PlacedWindow {
  let tokens = 0;
  let start = 0;
  return (end) => {
    tokens += countOf(end - 1);
    for (; end - start > last; start++) tokens -= countOf(start);
    return { start, head: undefined, gap: undefined, tokens, problem: undefined };
  };
}

/** Heads and first turns as windows have them, made once for each start. */
class Leads {
  private readonly context: ReplayContext;
  private readonly known = new Map<number, { readonly from: number; readonly lead: Lead | undefined }>();

  constructor(context: ReplayContext) {
    this.context = context;
  }

  of(placed: PlacedWindow): { readonly from: number; readonly lead: Lead | undefined } {
    const { start, head, gap } = placed;
    // A head with nothing missing behind it is the beginning of the list as it is.
    if (gap === undefined) return { from: head ?? start, lead: undefined };
    let known = this.known.get(start);
    if (known === undefined) {
      known = this.make(placed);
      this.known.set(start, known);
    }
    return known;
  }

  private make({ start, head, gap }: PlacedWindow): { readonly from: number; readonly lead: Lead } {
    const { entries, conversation, instructions } = this.context;
    const indexOf = new Map<JsonNode, number>();
    const messages: Message[] = [];
    const first = entries[start];
    const isFirstChanged = gap?.isJoined === true || (first !== undefined && gap?.changes.has(first.node) === true);
    for (const at of [head, gap?.isJoined === true || !isFirstChanged ? undefined : start]) {
      const entry = at === undefined ? undefined : entries[at];
      if (entry === undefined || at === undefined) continue;
      const node = nodeOfValue(rewriteValue(entry.node, gap?.changes ?? new Map()));
      indexOf.set(node, instructions.length + at);
      messages.push(readEntryOf(conversation.dialect, node, entry.index, false));
    }
    return { from: isFirstChanged ? start + 1 : start, lead: { messages, indexOf } };
  }
}

/** Tokens of what stands beside the list in every request. */
export function bodyTokens(conversation: Conversation, count: CountEntry): number {
  const { body } = conversation;
  if (body === undefined) return 0;
  const fields = ['system', 'instructions', 'tools', 'functions'].map((key) => body.get(key));
  return fields.reduce((all, field) => all + (field === undefined ? 0 : count(sourceOf(field))), 0);
}

/** Tokens of what is in every request: instructions, in the list and beside it, and tool declarations. */
function constantTokens(conversation: Conversation, policy: BuiltInPolicy, count: CountEntry): number {
  const { instructions, tools } = budgetTerms(conversation, { ...policy, limit: 0 }, count);
  return instructions + tools;
}

/** Behind the constant part: with the same start the whole request before, else what a pinned head says. */
function sharedTokens(before: PlacedWindow, now: PlacedWindow, countOf: (entry: number) => number): number {
  if (before.start === now.start && before.head === now.head) return before.tokens;
  const first = (placed: PlacedWindow) => placed.head ?? placed.start;
  return first(before) === first(now) && now.head !== undefined ? countOf(now.head) : 0;
}

function windowFault(problem: WindowProblem, terms: BudgetTerms | undefined): Fault {
  const isTold = problem.kind === 'no-budget' && terms !== undefined;
  return {
    rule: problem.kind,
    severity: 'error',
    entry: WHOLE,
    message: isTold ? `Nothing is left for the messages: ${describeTerms(terms)}.` : problem.message,
    key: `${problem.kind}\u0000${WHOLE}\u0000`,
  };
}

/** How many leading messages are instructions. */
export function leadingInstructions({ messages, dialect }: Conversation): number {
  const instructionRoles = dialect.instructions.roles;
  const first = messages.findIndex(({ shape, role }) => shape !== 'message' || !instructionRoles.includes(role));
  return first < 0 ? messages.length : first;
}
