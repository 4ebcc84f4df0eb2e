import type { NotCheckedReason } from '../document/coverage';
import type { DistributionReport } from '../passes/distribution';

/** What one conversation is to a report. */
export interface ReplayedConversation {
  /** Its file, and its pointer there. */
  readonly path: string;
  readonly pointer: string;
  /** A call or a result stands somewhere in it. */
  readonly usesTools: boolean;
  /** Who it goes to, as people write it. */
  readonly targetName?: string;
  /** What is wrong with it as it stands; absent where nobody looked. */
  readonly faults?: readonly InputFault[];
}

/** An error of a conversation itself, whatever window is put on it. */
export interface InputFault {
  readonly rule: string;
  /** In its document. */
  readonly at: string;
  /** From 1; absent where there is no text. */
  readonly line?: number;
  readonly message: string;
}

/** What is wrong with the conversations as they stand. */
export interface InputReport {
  /** Untrimmed prefixes that would be refused. */
  readonly prefixes: number;
  /** Conversations with such a prefix. */
  readonly conversations: number;
  /** Errors of whole conversations. */
  readonly problems: number;
  readonly faults: readonly (InputFault & { readonly path: string; readonly pointer: string })[];
}

/** What was not replayed, or not checked in full. */
export interface NotCheckedReport {
  readonly path: string;
  readonly pointer: string;
  readonly line: number;
  readonly reason: NotCheckedReason;
  /** Goes on behind "not checked: ". */
  readonly message: string;
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
  /** Who it would be sent to, as people write it: "Anthropic". */
  readonly targetName?: string;
}

/** A conversation that was left before its end. */
export interface GivenUpReport {
  readonly path: string;
  readonly pointer: string;
  /** Messages in the last prefix that was tried, and in the conversation. */
  readonly length: number;
  readonly of: number;
  readonly message: string;
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
  /** Conversations whose rest was not replayed, because the trimming failed too often on them. */
  readonly givenUp: readonly GivenUpReport[];
  /** Absent in reports of before it was counted. */
  readonly input?: InputReport;
  /** Absent where nobody knows of it: values have no text. */
  readonly notChecked?: readonly NotCheckedReport[];
  /** More of these than are listed. */
  readonly moreNotChecked?: number;
  /** The run was stopped before its end. */
  readonly isPartial: boolean;
}
