import type { Conversation } from '../../model/types';
import { Distribution, type DistributionReport } from './distribution';
import type { Fault } from './faults';
import type { PrefixReplay } from './replay';

/** What one conversation is to a report. */
export interface ReplayedConversation {
  /** Its file, and its pointer there. */
  readonly path: string;
  readonly pointer: string;
  /** A call or a result stands somewhere in it. */
  readonly usesTools: boolean;
}

/** A part of all prefixes, and how many of them the trimming broke. */
export interface ShareReport {
  readonly prefixes: number;
  readonly failing: number;
  /** failing ÷ prefixes; 0 where there is none. */
  readonly rate: number;
}

export interface RuleReport {
  readonly rule: string;
  /** `trim`: the window brought it about. `input`: the untrimmed prefix has it too. */
  readonly blame: 'trim' | 'input';
  readonly prefixes: number;
  readonly conversations: number;
}

/** The first prefix of a conversation in which the trimming broke a rule. */
export interface FailureReport {
  readonly path: string;
  readonly pointer: string;
  readonly rule: string;
  /** Messages in the prefix. */
  readonly length: number;
  readonly turn: number;
  readonly start: number;
  readonly dropped: number;
  /** How many prefixes of the conversation break the rule. */
  readonly prefixes: number;
  readonly message: string;
  /** As the provider would put it, where its wording is known. */
  readonly providerError?: string;
}

/** All that a replay found; plain JSON. */
export interface ReplayReport {
  readonly version: 1;
  readonly policy: string;
  readonly target: string;
  readonly estimator: string;
  readonly conversations: {
    readonly total: number;
    readonly failing: number;
    readonly tools: number;
    readonly failingTools: number;
  };
  readonly all: ShareReport;
  readonly byShape: { readonly tools: ShareReport; readonly plain: ShareReport };
  /** By the number of user turns in the prefix: `from` to `to`, both included. */
  readonly byTurn: readonly ({ readonly from: number; readonly to: number } & ShareReport)[];
  readonly rules: readonly RuleReport[];
  readonly failures: readonly FailureReport[];
  /** More failures than are listed. */
  readonly moreFailures: number;
  readonly dropped: DistributionReport;
  readonly starts: DistributionReport;
  readonly tokens: DistributionReport;
  /** Of all tokens sent, those that repeat the beginning of the request before. */
  readonly reuse: {
    readonly tokens: number;
    readonly shared: number;
    readonly share: number;
    readonly bySize: DistributionReport;
  };
  /** Windows that are over their budget although they were taken. */
  readonly overBudget: number;
  /** The run was stopped before its end. */
  readonly isPartial: boolean;
}

/** The wording of a failure, worked out for the few that are listed. */
export type Explain = (fault: Fault, prefix: PrefixReplay) => string | undefined;

/** More than a person reads; the counts are of all. */
const MOST_FAILURES = 500;

/** Adds up what prefixes came to. Tallies of parts of a run can be joined, whichever worker they come from. */
export class ReplayTally {
  private readonly head: Pick<ReplayReport, 'policy' | 'target' | 'estimator'>;
  private total = 0;
  private failingConversations = 0;
  private toolConversations = 0;
  private failingTools = 0;
  private readonly tools = new Share();
  private readonly plain = new Share();
  private readonly turns = new Map<number, Share>();
  private readonly rules = new Map<
    string,
    { rule: string; blame: 'trim' | 'input'; prefixes: number; conversations: number }
  >();
  private readonly failures: FailureReport[] = [];
  private moreFailures = 0;
  private readonly dropped = new Distribution();
  private readonly starts = new Distribution();
  private readonly tokens = new Distribution();
  private readonly reused = new Distribution();
  private sent = 0;
  private shared = 0;
  private overBudget = 0;
  isPartial = false;

  constructor(head: Pick<ReplayReport, 'policy' | 'target' | 'estimator'>) {
    this.head = head;
  }

  /** One conversation, all of its prefixes or as many as there are. */
  add(conversation: ReplayedConversation, prefixes: Iterable<PrefixReplay>, explain: Explain = () => undefined): void {
    const entry = this.open(conversation);
    for (const prefix of prefixes) entry.add(prefix, explain);
    entry.close();
  }

  /** The same for who gets the prefixes one by one. */
  open(conversation: ReplayedConversation): TallyEntry {
    const failing = new Map<string, { report: Omit<FailureReport, 'prefixes'>; prefixes: number }>();
    const inputs = new Set<string>();
    let isFirst = true;
    return {
      add: (prefix, explain) => {
        const errors = prefix.trim.filter(({ severity }) => severity === 'error');
        this.addPrefix(conversation, prefix, errors.length > 0, isFirst);
        isFirst = false;
        for (const rule of prefix.input) this.countRule('input', rule, inputs);
        for (const rule of new Set(errors.map((fault) => fault.rule))) {
          const known = failing.get(rule);
          if (known !== undefined) {
            known.prefixes++;
            continue;
          }
          const fault = errors.find((one) => one.rule === rule);
          if (fault !== undefined)
            failing.set(rule, { report: failureOf(conversation, prefix, fault, explain), prefixes: 1 });
        }
      },
      close: () => {
        this.total++;
        if (conversation.usesTools) this.toolConversations++;
        if (failing.size > 0) {
          this.failingConversations++;
          if (conversation.usesTools) this.failingTools++;
        }
        for (const [rule, { report, prefixes }] of failing) {
          this.addRule('trim', rule, prefixes, 1);
          if (this.failures.length < MOST_FAILURES) this.failures.push({ ...report, prefixes });
          else this.moreFailures++;
        }
      },
    };
  }

  report(): ReplayReport {
    const all = Share.of(this.tools, this.plain);
    return {
      version: 1,
      ...this.head,
      conversations: {
        total: this.total,
        failing: this.failingConversations,
        tools: this.toolConversations,
        failingTools: this.failingTools,
      },
      all: all.report(),
      byShape: { tools: this.tools.report(), plain: this.plain.report() },
      byTurn: [...this.turns]
        .sort(([a], [b]) => a - b)
        .map(([from, share]) => ({ from, to: from < 3 ? from : 2 * from - 2, ...share.report() })),
      rules: [...this.rules.values()].sort((a, b) =>
        a.blame === b.blame ? b.prefixes - a.prefixes || (a.rule < b.rule ? -1 : 1) : a.blame === 'trim' ? -1 : 1,
      ),
      failures: this.failures,
      moreFailures: this.moreFailures,
      dropped: this.dropped.report(),
      starts: this.starts.report(),
      tokens: this.tokens.report(),
      reuse: {
        tokens: this.sent,
        shared: this.shared,
        share: this.sent === 0 ? 0 : this.shared / this.sent,
        bySize: this.reused.report(),
      },
      overBudget: this.overBudget,
      isPartial: this.isPartial,
    };
  }

  private addPrefix(
    { usesTools }: ReplayedConversation,
    prefix: PrefixReplay,
    isFailing: boolean,
    isFirst: boolean,
  ): void {
    (usesTools ? this.tools : this.plain).add(isFailing);
    const turn = turnBucket(prefix.turn);
    let share = this.turns.get(turn);
    if (share === undefined) {
      share = new Share();
      this.turns.set(turn, share);
    }
    share.add(isFailing);
    if (prefix.problem?.kind === 'over-budget') this.overBudget++;
    else if (prefix.problem !== undefined) return;
    this.dropped.add(prefix.dropped);
    this.starts.add(prefix.start);
    this.tokens.add(prefix.tokens);
    if (isFirst) return;
    this.sent += prefix.tokens;
    this.shared += prefix.shared;
    if (prefix.tokens > 0) this.reused.add(Math.round((100 * prefix.shared) / prefix.tokens));
  }

  private countRule(blame: 'trim' | 'input', rule: string, known: Set<string>): void {
    this.addRule(blame, rule, 1, known.has(rule) ? 0 : 1);
    known.add(rule);
  }

  private addRule(blame: 'trim' | 'input', rule: string, prefixes: number, conversations: number): void {
    const key = `${blame} ${rule}`;
    const known = this.rules.get(key);
    if (known === undefined) this.rules.set(key, { rule, blame, prefixes, conversations });
    else {
      known.prefixes += prefixes;
      known.conversations += conversations;
    }
  }
}

export interface TallyEntry {
  readonly add: (prefix: PrefixReplay, explain: Explain) => void;
  readonly close: () => void;
}

export function replayedConversation(path: string, pointer: string, { messages }: Conversation): ReplayedConversation {
  const usesTools = messages.some(({ parts }) =>
    parts.some(({ kind }) => kind === 'call' || kind === 'result' || kind === 'server-call'),
  );
  return { path, pointer, usesTools };
}

function failureOf(
  { path, pointer }: ReplayedConversation,
  prefix: PrefixReplay,
  fault: Fault,
  explain: Explain,
): Omit<FailureReport, 'prefixes'> {
  const { length, turn, start, dropped } = prefix;
  const providerError = explain(fault, prefix);
  const said = providerError === undefined ? {} : { providerError };
  return { path, pointer, rule: fault.rule, length, turn, start, dropped, message: fault.message, ...said };
}

/** 0, 1, 2, 3 to 4, 5 to 8, 9 to 16 and so on, by their first number. */
function turnBucket(turn: number): number {
  if (turn < 3) return turn;
  let from = 3;
  while (turn > 2 * from - 2) from = 2 * from - 1;
  return from;
}

class Share {
  private prefixes = 0;
  private failing = 0;

  static of(...shares: readonly Share[]): Share {
    const all = new Share();
    for (const { prefixes, failing } of shares) {
      all.prefixes += prefixes;
      all.failing += failing;
    }
    return all;
  }

  add(isFailing: boolean): void {
    this.prefixes++;
    if (isFailing) this.failing++;
  }

  report(): ShareReport {
    const { prefixes, failing } = this;
    return { prefixes, failing, rate: prefixes === 0 ? 0 : failing / prefixes };
  }
}
