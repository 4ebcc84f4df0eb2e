import type { Finding, Range, RuleId } from '../../core/index';

/** A finding as it is shown, with the part of its place that is underlined. */
export interface Shown {
  readonly finding: Finding<RuleId>;
  readonly focus: Range;
}

/** What is shown of a document. */
export interface View {
  readonly shown: readonly Shown[];
  /** Findings that the text has and that are not shown yet, and those that are shown until somebody has finished. */
  readonly held: number;
}
