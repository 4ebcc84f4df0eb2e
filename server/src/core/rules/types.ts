import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import type { Deed } from '../model/edits/safety';
import type { Pairing } from '../model/pairing/pairing';
import type { Conversation, Dialect, DialectTraits, Message, Side } from '../model/types';
import type { TargetProfile } from '../targets/types';
import type { Edit } from '../text/edits';
import type { RuleId } from './ids';

export type { Safety } from '../model/edits/safety';

export type Severity = 'error' | 'warning' | 'info' | 'hint';
export type SeveritySetting = Severity | 'off';

/**
 * What a rule looks at beside the body. `message`: one entry alone; `exchange`: a call with its result and what stands between
 * them, neighbours, the beginning and the end; `list`: entries all over the list, of which it says one thing; `length`: how many
 * entries there are, and the turns that end them, back to what the user said last.
 */
export type Reach = 'message' | 'exchange' | 'list' | 'length';

export interface RuleMeta {
  /** Stable, kebab-case, named by the problem seen. API: renamed only with an alias. */
  readonly id: RuleId;
  /** Ids that it had: configurations, flags and expectations that say them go on to mean it. */
  readonly aliases?: readonly string[];
  /** One sentence without the value: what is wrong. */
  readonly summary: string;
  /**
   * Where no target's table, no configuration and no finding says otherwise. Rules of the catalogue are `off`: they run where
   * the target's table lists them.
   */
  readonly severity: SeveritySetting;
  /** The dialects in which it is on by itself; all by default. Elsewhere it runs where target or configuration name it. */
  readonly only?: (dialect: DialectTraits) => boolean;
  /** Conversations that it speaks about. Only structure is checked in what a provider sent back or a test expects. */
  readonly sides: readonly Side[];
  /** How far it looks: who knows what has changed runs it where that matters, and nowhere else. */
  readonly reach: Reach;
  /** It speaks only of what is known to be sent as it stands (`isSent`). */
  readonly needsSending?: boolean;
  /** What its best fix is: in fix-all, offered as a choice, or none (with a reason on its docs page). */
  readonly fixable: 'safe' | 'choice' | 'none';
  /**
   * `false`: nothing that is still to be typed in the entry could mend it. All other rules may only say that somebody has not
   * finished yet, so editors hold them back in the entry edited last.
   */
  readonly waits?: false;
  /**
   * Whether it speaks of entries in another dialect's shape than their list. `text`: it looks at the text of an entry, whatever
   * the shape; `pairs`: at calls and results, which pair across shapes. Absent: what it would say there follows from the shape
   * alone, and `mixed-dialects` says that.
   */
  readonly foreign?: 'text' | 'pairs';
  /**
   * The design pages that the rule comes from, as comments cite them: `docs/design/rules.md, "Severities"`, more of them behind
   * `; `.
   */
  readonly source: string;
}

/** The severity that a rule has in a dialect by itself. */
export function severityIn({ severity, only }: RuleMeta, dialect: DialectTraits): SeveritySetting {
  return only?.(dialect) === false ? 'off' : severity;
}

/** A place to mark: a node, a property key, or a plain range of the text. */
export type Place = JsonNode | { readonly start: number; readonly end: number; readonly node: JsonNode };

export interface RelatedPlace {
  readonly message: string;
  readonly at: Place;
}

export interface ProposedFix {
  readonly title: string;
  /** What it does, from which `model/edits/safety.ts` decides whether it is safe. No rule says so itself. */
  readonly does: Deed;
  /** Empty where `edits` says it all. */
  readonly rewrite: Rewrite;
  /** A change inside one literal or of one of two equal keys, which no rewrite of the tree can say without touching more. */
  readonly edits?: readonly Edit[];
}

/** What a rule says of one place. Offsets, severities, provider texts and edits are worked out from it by the engine. */
export interface Report {
  readonly at: Place;
  /** One sentence that names the value, then what to do. */
  readonly message: string;
  /** Only where it differs from the table's: a fact in history, an error in a new call. */
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  /** The preferred one first. Lazy: building a rewrite is paid only for findings that are shown or fixed. */
  readonly fixes?: () => readonly ProposedFix[];
  /** Normalization would drop the marked place: editors draw it faded. */
  readonly isUnnecessary?: boolean;
  /**
   * Values for the placeholders of the target's error text, as the provider would print them: `i` message index, `j`
   * block, part or call index, `id`, `ids`, `n`, `name`, `role`, `type`, `field`, `a`, `b`, `prefix`, …
   */
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface RuleContext {
  readonly conversation: Conversation;
  readonly target: TargetProfile;
  /** The dialects that the target takes. */
  readonly targetDialects: readonly Dialect[];
  readonly pairing: Pairing;
  /** Whether the target's table lists a catalogue rule (its model gate passed): then that rule alone reports the fault. */
  readonly enforces: (rule: RuleId) => boolean;
  /** A foreign entry in the shape of its list; undefined where something of it would be lost. */
  readonly inListShape: (message: Message) => readonly NewJson[] | undefined;
  readonly report: (report: Report) => void;
}

/**
 * A rule says one thing about a conversation. `message` rules look at one message alone (and at conversation-wide facts that
 * an edit inside another message cannot change), so the engine keeps their findings while other messages are edited;
 * `conversation` rules are run at each change and must be linear. Of these only the ones that look at exchanges may ask for the
 * pairing.
 */
export type Rule =
  | { readonly meta: Meta<'message'>; readonly message: (message: Message, context: MessageRuleContext) => void }
  | { readonly meta: Meta<'exchange' | 'length'>; readonly conversation: (context: RuleContext) => void }
  | ListRule
  /** Reported by the engine itself, which alone sees the text: the file holds what is known of the rule. */
  | { readonly meta: Meta<'list'>; readonly engine: true };

export interface ListRule {
  readonly meta: Meta<'list'>;
  readonly conversation: (context: RuleContext) => void;
  /**
   * The entries that it looks at: of the others it says the same whether they are there or not. What is silent about all of them
   * and about none of them is silent about any of them.
   */
  readonly looksAt: (message: Message) => boolean;
}

type Meta<R extends Reach> = RuleMeta & { readonly reach: R };

/** Who sees no pairing. `message` rules must not read other messages either. */
export type MessageRuleContext = Omit<RuleContext, 'pairing'>;
