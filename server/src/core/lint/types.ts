import type { Safety, Severity } from '../rules/types';
import type { Edit } from '../text/edits';

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

/** `Name`: what it is known by; a rule's id, but for what hosts and code of others find. */
export interface Finding<Name extends string = string> extends Range {
  readonly rule: Name;
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
