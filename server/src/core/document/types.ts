import type { Finding, Range } from '../lint/types';
import type { DialectId, Side, Target, Tier } from '../model/types';
import type { RuleId } from '../rules/ids';
import type { Coverage, NotChecked } from './coverage';

export interface ConversationSummary extends Range {
  readonly pointer: string;
  readonly dialect: DialectId;
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
  readonly dialect: DialectId | undefined;
  readonly target: Target | undefined;
  readonly container: 'document' | 'rows' | 'message-rows' | undefined;
  readonly evidence: readonly string[];
  readonly conversations: readonly ConversationSummary[];
  readonly findings: readonly Finding<RuleId>[];
  /** What was checked, and what was not. Its lists of rules are getters: worked out when somebody asks. */
  readonly coverage: Coverage;
  /** Problems with the work itself: a rule that threw, named with its message. Never transcript text. */
  readonly faults: readonly string[];
}
