import type { DialectOption } from '../dialects/index';
import type { RuleId } from '../rules/ids';
import type { Target } from '../targets/index';

/** As rules have it; said here because rules are no business of configuration. */
export type SeveritySetting = 'error' | 'warning' | 'info' | 'hint' | 'off';

/** What one file is to be treated as. Plain data: it comes from a file, an editor's settings or the command line. */
/** `Name`: what a rule may be called; a name is checked when the configuration is read. */
export interface Config<Name extends string = string> {
  /** First match wins. `none` excludes the file; a dialect makes it ours whatever its content. */
  readonly files: readonly { readonly glob: string; readonly dialect: DialectOption | 'auto' | 'none' }[];
  readonly dialect: DialectOption | 'auto';
  readonly target: Target | 'auto';
  /** `true`: the file is sent as it stands, so an open call at its tail is an error. */
  readonly sentAsIs: boolean;
  readonly rules: RuleSettings<Name>;
  /** Faults that the file is meant to have, by rule id. */
  readonly expect: readonly Name[];
  readonly normalize: { readonly keepOpenTail?: boolean; readonly reusedIds?: 'drop' | 'rename' };
  /** How much of a conversation is sent. Empty: nobody said. */
  readonly window: WindowSettings;
  /** Whether `syntax-error` is reported in JSON documents (JSONL always). */
  readonly syntaxErrors: boolean;
  /** Whether an editor shows lines above conversations and window starts. */
  readonly codeLens: boolean;
  readonly overrides: readonly ConfigOverride<Name>[];
}

/** One of `budget`, `limit` and `last` says how large the window is. Tokens, but for `last`: entries. */
export interface WindowSettings {
  readonly budget?: number;
  readonly limit?: number;
  readonly reserve?: number;
  readonly last?: number;
  readonly pinHead?: boolean;
  readonly step?: number;
}

/** A configuration that was read: its rules are known by their ids. */
export type CheckedConfig = Config<RuleId>;

export type RuleSettings<Name extends string = RuleId> = { readonly [Rule in Name]?: SeveritySetting };

export type ConfigOverride<Name extends string = string> = { readonly files: readonly string[] } & Partial<
  Omit<Config<Name>, 'files' | 'overrides'>
>;

/** The configuration of one path, globs resolved. `file` says what `files` decided. */
export interface ResolvedConfig extends Omit<CheckedConfig, 'files' | 'overrides'> {
  readonly file: DialectOption | 'auto' | 'none' | 'unlisted';
}
