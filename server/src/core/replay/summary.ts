import type { Conversation } from '../model/types';
import { Distribution, type DistributionState } from '../passes/distribution';
import { profileOf } from '../targets/index';
import type { Fault } from './faults';
import type { PrefixReplay } from './replay';
import type {
  FailureReport,
  GivenUpReport,
  InputFault,
  InputReport,
  NotCheckedReport,
  ReplayedConversation,
  ReplayReport,
  RuleReport,
  ShareReport,
} from './replayReport';
import { Share } from './share';

/** The wording of a failure, worked out for the few that are listed. */
export type Explain = (fault: Fault, prefix: PrefixReplay) => string | undefined;

/** More than a person reads; the counts are of all. */
const MOST_FAILURES = 500;

/** Adds up what prefixes came to. Summaries of parts of a run can be joined, whichever worker they come from. */
export class ReplaySummary {
  private readonly head: ReplayHead;
  private readonly counts = { total: 0, failing: 0, tools: 0, failingTools: 0 };
  private readonly tools = new Share();
  private readonly plain = new Share();
  private readonly turns = new Map<number, Share>();
  private readonly rules = new Map<string, { -readonly [Key in keyof RuleReport]: RuleReport[Key] }>();
  private readonly failures: FailureReport[] = [];
  private moreFailures = 0;
  private readonly distributions = {
    dropped: new Distribution(),
    starts: new Distribution(),
    tokens: new Distribution(),
    reused: new Distribution(),
  };
  private readonly sums = { sent: 0, shared: 0, overBudget: 0 };
  private readonly givenUp: GivenUpReport[] = [];
  private readonly inputs = { prefixes: 0, conversations: 0, problems: 0 };
  private readonly inputFaults: SummedFault[] = [];
  private readonly notChecked: NotCheckedReport[] = [];
  private moreNotChecked = 0;
  isPartial = false;

  constructor(head: ReplayHead) {
    this.head = head;
  }

  /** One conversation, all of its prefixes or as many as there are. */
  add(conversation: ReplayedConversation, prefixes: Iterable<PrefixReplay>, explain: Explain = () => undefined): void {
    const entry = this.open(conversation);
    for (const prefix of prefixes) entry.add(prefix, explain);
    entry.close();
  }

  /** The same for who gets the prefixes one by one. */
  open(conversation: ReplayedConversation): SummaryEntry {
    const failing = new Map<string, { report: Omit<FailureReport, 'prefixes'>; prefixes: number }>();
    const inputs = new Set<string>();
    let isFirst = true;
    let refused = 0;
    return {
      add: (prefix, explain) => {
        const errors = prefix.trim.filter(({ severity }) => severity === 'error');
        this.addPrefix(conversation, prefix, errors.length > 0, isFirst);
        isFirst = false;
        if (prefix.isRefused) refused++;
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
        const { counts } = this;
        counts.total++;
        this.addInput(conversation, refused);
        if (conversation.usesTools) counts.tools++;
        if (failing.size > 0) {
          counts.failing++;
          if (conversation.usesTools) counts.failingTools++;
        }
        for (const [rule, { report, prefixes }] of failing) {
          this.addRule('trim', rule, prefixes, 1);
          this.addFailure({ ...report, prefixes });
        }
      },
    };
  }

  /** The rest of a conversation will not be replayed. */
  giveUp(report: GivenUpReport): void {
    this.givenUp.push(report);
  }

  /** A part of the input that was left out, or not checked in full. */
  leaveUnchecked(part: NotCheckedReport): void {
    if (this.notChecked.length < MOST_FAILURES) this.notChecked.push(part);
    else this.moreNotChecked++;
  }

  /** Plain data that another thread can send. */
  state(): SummaryState {
    const { counts, sums, failures, moreFailures, givenUp, isPartial, distributions } = this;
    return {
      counts: { ...counts },
      sums: { ...sums },
      tools: this.tools.report(),
      plain: this.plain.report(),
      turns: [...this.turns].map(([turn, share]) => [turn, share.report()]),
      rules: [...this.rules.values()].map((rule) => ({ ...rule })),
      failures: [...failures],
      moreFailures,
      givenUp: [...givenUp],
      inputs: { ...this.inputs },
      inputFaults: [...this.inputFaults],
      isPartial,
      distributions: eachOf(distributions, (distribution) => distribution.state()),
    };
  }

  /** Adds the summary of a later part of the run. */
  join(part: SummaryState): void {
    for (const key of ['total', 'failing', 'tools', 'failingTools'] as const) this.counts[key] += part.counts[key];
    for (const key of ['sent', 'shared', 'overBudget'] as const) this.sums[key] += part.sums[key];
    this.tools.join(part.tools);
    this.plain.join(part.plain);
    for (const [turn, share] of part.turns) this.turnShare(turn).join(share);
    for (const { blame, rule, prefixes, conversations } of part.rules)
      this.addRule(blame, rule, prefixes, conversations);
    for (const failure of part.failures) this.addFailure(failure);
    this.moreFailures += part.moreFailures;
    this.givenUp.push(...part.givenUp);
    for (const key of ['prefixes', 'conversations', 'problems'] as const) this.inputs[key] += part.inputs[key];
    this.listFaults(part.inputFaults);
    this.isPartial ||= part.isPartial;
    const { dropped, starts, tokens, reused } = part.distributions;
    this.distributions.dropped.join(dropped);
    this.distributions.starts.join(starts);
    this.distributions.tokens.join(tokens);
    this.distributions.reused.join(reused);
  }

  report(): ReplayReport {
    const { sent, shared, overBudget } = this.sums;
    const { dropped, starts, tokens, reused } = this.distributions;
    return {
      version: 1,
      ...this.head,
      conversations: { ...this.counts },
      all: Share.of(this.tools, this.plain).report(),
      byShape: { tools: this.tools.report(), plain: this.plain.report() },
      byTurn: [...this.turns]
        .sort(([a], [b]) => a - b)
        .map(([from, share]) => ({ from, to: from < 3 ? from : 2 * from - 2, ...share.report() })),
      rules: [...this.rules.values()].sort((a, b) =>
        a.blame === b.blame ? b.prefixes - a.prefixes || (a.rule < b.rule ? -1 : 1) : a.blame === 'trim' ? -1 : 1,
      ),
      failures: this.failures,
      moreFailures: this.moreFailures,
      dropped: dropped.report(),
      starts: starts.report(),
      tokens: tokens.report(),
      reuse: { tokens: sent, shared, share: sent === 0 ? 0 : shared / sent, bySize: reused.report() },
      overBudget,
      givenUp: this.givenUp,
      input: { ...this.inputs, faults: this.inputFaults },
      ...(this.notChecked.length > 0 && { notChecked: this.notChecked, moreNotChecked: this.moreNotChecked }),
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
    this.turnShare(turnBucket(prefix.turn)).add(isFailing);
    if (prefix.problem?.kind === 'over-budget') this.sums.overBudget++;
    else if (prefix.problem !== undefined) return;
    // Where there was no answer there is no window to measure.
    if (prefix.trim.some(({ rule }) => rule.startsWith('policy-'))) return;
    const { dropped, starts, tokens, reused } = this.distributions;
    dropped.add(prefix.dropped);
    starts.add(prefix.start);
    tokens.add(prefix.tokens);
    if (isFirst) return;
    this.sums.sent += prefix.tokens;
    this.sums.shared += prefix.shared;
    if (prefix.tokens > 0) reused.add(Math.round((100 * prefix.shared) / prefix.tokens));
  }

  private turnShare(turn: number): Share {
    let share = this.turns.get(turn);
    if (share === undefined) {
      share = new Share();
      this.turns.set(turn, share);
    }
    return share;
  }

  private addInput({ path, pointer, faults = [] }: ReplayedConversation, refused: number): void {
    this.inputs.prefixes += refused;
    if (refused > 0) this.inputs.conversations++;
    this.inputs.problems += faults.length;
    this.listFaults(faults.slice(0, MOST_FAILURES).map((fault) => ({ path, pointer, ...fault })));
  }

  private listFaults(faults: readonly SummedFault[]): void {
    this.inputFaults.push(...faults.slice(0, MOST_FAILURES - this.inputFaults.length));
  }

  private addFailure(failure: FailureReport): void {
    if (this.failures.length < MOST_FAILURES) this.failures.push(failure);
    else this.moreFailures++;
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

/** What was asked for. */
export type ReplayHead = Pick<ReplayReport, 'policy' | 'target' | 'estimator'>;

type SummedFault = InputReport['faults'][number];

/** All of a summary as plain data. */
export interface SummaryState {
  readonly counts: ReplayReport['conversations'];
  readonly sums: { readonly sent: number; readonly shared: number; readonly overBudget: number };
  readonly tools: ShareReport;
  readonly plain: ShareReport;
  readonly turns: readonly (readonly [turn: number, share: ShareReport])[];
  readonly rules: readonly RuleReport[];
  readonly failures: readonly FailureReport[];
  readonly moreFailures: number;
  readonly givenUp: readonly GivenUpReport[];
  readonly inputs: Omit<InputReport, 'faults'>;
  readonly inputFaults: InputReport['faults'];
  readonly isPartial: boolean;
  readonly distributions: Readonly<Record<'dropped' | 'starts' | 'tokens' | 'reused', DistributionState>>;
}

export interface SummaryEntry {
  readonly add: (prefix: PrefixReplay, explain: Explain) => void;
  readonly close: () => void;
}

export function replayedConversation(
  path: string,
  pointer: string,
  conversation: Conversation,
  faults?: readonly InputFault[],
): ReplayedConversation {
  const { messages, target } = conversation;
  const usesTools = messages.some(({ parts }) =>
    parts.some(({ kind }) => kind === 'call' || kind === 'result' || kind === 'server-call'),
  );
  return { path, pointer, usesTools, targetName: profileOf(target).name, ...(faults !== undefined && { faults }) };
}

function failureOf(
  { path, pointer, targetName }: ReplayedConversation,
  prefix: PrefixReplay,
  fault: Fault,
  explain: Explain,
): Omit<FailureReport, 'prefixes'> {
  const { length, turn, start, dropped } = prefix;
  const providerError = explain(fault, prefix);
  const said = {
    ...(providerError === undefined ? {} : { providerError }),
    ...(targetName === undefined ? {} : { targetName }),
  };
  return { path, pointer, rule: fault.rule, length, turn, start, dropped, message: fault.message, ...said };
}

/** 0, 1, 2, 3 to 4, 5 to 8, 9 to 16 and so on, by their first number. */
function turnBucket(turn: number): number {
  if (turn < 3) return turn;
  let from = 3;
  while (turn > 2 * from - 2) from = 2 * from - 1;
  return from;
}

function eachOf<Name extends string, From, To>(record: Readonly<Record<Name, From>>, make: (one: From) => To) {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, one]) => [name, make(one)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
