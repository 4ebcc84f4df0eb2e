import type { Dialect, Side, Target, Tier } from '../model/types';
import type { Safety, Severity } from '../rules/types';
import type { Edit } from '../text/edits';
import type { Coverage, NotChecked } from './coverage';

export type { Coverage, NotChecked, SkippedRule, SkipReason } from './coverage';
export type { ReplayComparison, Shift } from './replay/compare';
export type { DistributionReport } from './replay/distribution';
export type { FailureReport, InputReport, ReplayReport, RuleReport, ShareReport } from './replay/replayReport';
export type { StatsReport } from './stats';

/** Range of UTF-16 offsets into the analysed text; both -1 in `validate` over values. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Related extends Range {
  readonly message: string;
  readonly pointer: string;
}

export interface Fix {
  readonly title: string;
  readonly safety: Safety;
  /** What most people would choose: the safe one that fix-all takes, or the one that pairs a call and a result. */
  readonly isPreferred?: true;
  /** A getter: built when somebody asks. */
  readonly edits: readonly Edit[];
}

export interface Finding extends Range {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** JSON pointer into the document; JSONL: into the array of its non-blank rows. */
  readonly pointer: string;
  readonly related: readonly Related[];
  /** The preferred one first. A getter: made when somebody asks. */
  readonly fixes: readonly Fix[];
  /** The target's exact error text with its index filled in, where one is known. */
  readonly providerError?: string;
  readonly tag?: 'unnecessary';
  /** Index into `Analysis.conversations`; -1 for a finding on the file (a syntax error, an expectation). */
  readonly conversation: number;
}

export interface ConversationSummary extends Range {
  readonly pointer: string;
  readonly dialect: Dialect;
  readonly target: Target;
  /** Somebody chose it: rules that need a named target speak. Otherwise it follows from the dialect or the model. */
  readonly isTargetChosen: boolean;
  /** The target as people write it: "Anthropic". */
  readonly targetName: string;
  readonly side: Side;
  readonly tier: Tier;
  readonly turns: number;
  readonly isRow: boolean;
  /** What of it was not checked, if anything: then it is not clean, however little was found. */
  readonly notChecked?: NotChecked;
}

/** What the core says of one state of one text. Frozen; findings in document order. */
export interface Analysis {
  readonly uri: string;
  /** The strongest dialect of the file; undefined when the file is not ours. */
  readonly dialect: Dialect | undefined;
  readonly target: Target | undefined;
  readonly container: 'document' | 'rows' | 'message-rows' | undefined;
  readonly evidence: readonly string[];
  readonly conversations: readonly ConversationSummary[];
  readonly findings: readonly Finding[];
  /** What was checked, and what was not. Its lists of rules are getters: worked out when somebody asks. */
  readonly coverage: Coverage;
  /** Problems with the work itself: a rule that threw, named with its message. Never transcript text. */
  readonly faults: readonly string[];
}
