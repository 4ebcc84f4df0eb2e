import type { DialectName } from '../dialects/index';
import type { Target } from '../model/types';
import type { RuleId } from '../rules/ids';
import type { RuleOptions } from './options';

/** When a row of a profile holds. All conditions that are given must hold. */
export interface Gate {
  /**
   * Lower-case prefixes of the model name, such as `claude-opus-4-8`; a provider prefix (`anthropic/`) is cut off before.
   * Fails where no model is known.
   */
  readonly models?: readonly string[];
  /** Exceptions: fails for these models alone, so it holds where no model is known. */
  readonly notModels?: readonly string[];
  /** Whether a model must be known, or must not be. */
  readonly isModelKnown?: boolean;
  readonly dialects?: readonly DialectName[];
}

interface Row {
  /** From the evidence: V, L, C, P → error; M or conflicting reports → warning. */
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** The provider's own text with `{placeholders}`; undefined when no wording was ever seen. */
  readonly error?: string;
  readonly when?: Gate;
}

/** A row for a rule that has nothing to ask. */
export type PlainRule = Row & { readonly options?: never };

/** By which a target enforces a rule, with what the rule has to know for this target. */
export type TargetRule<Id extends RuleId = RuleId> = Id extends keyof RuleOptions
  ? Row & (Record<never, never> extends RuleOptions[Id] ? Partial<Options<Id>> : Options<Id>)
  : PlainRule;

interface Options<Id extends keyof RuleOptions> {
  readonly options: RuleOptions[Id];
}

/** Several rows for one rule add up: each one whose gate holds is enforced, and the first gives severity and text. */
export type TargetTable = { readonly [Id in RuleId]?: TargetRule<Id> | readonly TargetRule<Id>[] };

/** How a provider is known where a log says who made something, whatever the model is called there. */
export interface Signs {
  readonly names: RegExp;
  /** Others sign in its shape, and may be called by its name beside their own. */
  readonly isShape?: true;
}

/**
 * What one provider enforces, as data. Adding a provider is adding a table, not code. Each row's evidence is in
 * docs/design/providers.md.
 */
export interface TargetProfile {
  readonly id: Target;
  /** As people write it: "Anthropic", "OpenAI". */
  readonly name: string;
  readonly dialects: readonly DialectName[];
  /** Shapes that it takes too, at an endpoint of its own, of whose rules nothing is known here. */
  readonly unlistedDialects?: readonly DialectName[];
  /** Its own shape beside those, which nothing here writes yet: its name alone does not say which one is meant. */
  readonly unwrittenDialect?: 'gemini' | 'converse';
  /** Prefixes of the models that this provider alone serves: a body that names one is on its way there. */
  readonly models: readonly string[];
  /** It signs reasoning that it takes back. */
  readonly signs?: Signs;
  /** Whose signatures it takes, where those are not its own. */
  readonly signsAs?: Target;
  /** How its texts name a place, for `{path}`: `messages.1.content.0.id` or `messages[1].tool_calls[0].id`. */
  readonly paths: 'dots' | 'brackets';
  readonly rules: TargetTable;
}
