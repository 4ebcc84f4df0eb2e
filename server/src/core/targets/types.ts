import type { Dialect, Target } from '../model/types';

/** When a row of a profile holds. All conditions that are given must hold; a model gate without a known model fails. */
export interface Gate {
  /** Lower-case prefixes of the model name, such as `claude-opus-4-8`; a provider prefix (`anthropic/`) is cut off before. */
  readonly models?: readonly string[];
  readonly notModels?: readonly string[];
  readonly dialects?: readonly Dialect[];
}

export interface TargetRule {
  /** From the evidence: V, L, C, P → error; M or conflicting reports → warning. */
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** The provider's own text with `{placeholders}`; undefined when no wording was ever seen. */
  readonly error?: string;
  readonly when?: Gate;
  /** Options of the rule for this target: a pattern, a length, a list of roles. */
  readonly options?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** What one provider enforces, as data. Adding a provider is adding a table, not code. Source: spec 02b. */
export interface TargetProfile {
  readonly id: Target;
  /** As people write it: "Anthropic", "OpenAI". */
  readonly name: string;
  readonly dialects: readonly Dialect[];
  readonly rules: Readonly<Record<string, TargetRule | readonly TargetRule[]>>;
}
