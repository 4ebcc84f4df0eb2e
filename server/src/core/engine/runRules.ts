import type { ResolvedConfig } from '../config/types';
import { dialectOf } from '../dialects/index';
import { pairMessages } from '../model/pairMessages';
import { traits } from '../model/traits';
import type { Conversation, Message } from '../model/types';
import { rules } from '../rules/index';
import type { MessageRuleContext, Report, Rule, RuleContext, Severity } from '../rules/types';
import { enforcedRule, profileOf } from '../targets/index';
import type { TargetRule } from '../targets/types';

/** One report of one rule, with the severity it has here. */
export interface Recorded {
  readonly rule: string;
  readonly severity: Severity;
  readonly report: Report;
  /** Where the node of each plain range stood when the rule ran: a kept report outlives edits before it. */
  readonly anchors: readonly number[];
  /** The row of the target's table that enforces the rule, if one does. */
  readonly row: TargetRule | undefined;
}

/** A rule that is on for a conversation. */
interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
  /** The configuration's word, which beats what a report says of itself. */
  readonly isConfigured: boolean;
  readonly row: TargetRule | undefined;
}

/** What the rules say of one conversation. Reports of `message` rules are kept by message while others are edited. */
export interface RuleRun {
  readonly conversation: Conversation;
  readonly active: readonly ActiveRule[];
  /** By index of the message; a hole where nothing is read from a broken entry. */
  readonly ofMessages: readonly (readonly Recorded[] | undefined)[];
  readonly ofConversation: readonly Recorded[];
  readonly faults: readonly string[];
}

/** Runs every rule that is on. `before` is the run of the same conversation before an edit inside one of its entries. */
export function runRules(conversation: Conversation, config: ResolvedConfig, before?: RuleRun): RuleRun {
  const faults: string[] = [];
  const active = before?.active ?? activeRules(conversation, config);
  const base = messageContext(conversation, active);
  const check = messageChecker(active, base, faults);
  const ofMessages = conversation.messages.map((message, i) => {
    if (message.shape === 'broken') return undefined;
    const known = before?.conversation.messages[i] === message ? before.ofMessages[i] : undefined;
    return known ?? check(message);
  });
  const ofConversation: Recorded[] = [];
  const pairing = pairMessages(conversation.messages, traits[conversation.dialect], {
    keepOpenTail: true,
    seesDropped: true,
    reusedIds: conversation.dialect === 'flat' ? 'drop' : 'allow',
    instructions:
      conversation.dialect === 'flat' ? 'front' : conversation.dialect === 'messages' ? 'lifted' : 'in-place',
  });
  for (const one of active) {
    const { rule } = one;
    if (!('conversation' in rule)) continue;
    const context: RuleContext = { ...base, pairing, report: (report) => ofConversation.push(record(one, report)) };
    try {
      rule.conversation(context);
    } catch (error) {
      faults.push(faultOf(rule, error));
    }
  }
  return { conversation, active, ofMessages, ofConversation, faults };
}

/** All that was reported, in no order. */
export function recordedOf(run: RuleRun): Recorded[] {
  const all = [...run.ofConversation];
  for (const some of run.ofMessages) if (some !== undefined && some.length > 0) all.push(...some);
  return all;
}

const NOTHING: readonly Recorded[] = [];

function activeRules(conversation: Conversation, config: ResolvedConfig): ActiveRule[] {
  const { dialect, side, model } = conversation;
  const profile = profileOf(conversation.target);
  return rules.flatMap((rule): ActiveRule[] => {
    if ('engine' in rule || !rule.meta.sides.includes(side)) return [];
    const setting = config.rules[rule.meta.id];
    if (setting === 'off') return [];
    const row = enforcedRule(profile, rule.meta.id, { model, dialect });
    const own = rule.meta.severity[dialect];
    const severity = setting ?? row?.severity ?? own;
    if (severity === undefined || severity === 'off') return [];
    return [{ rule, severity, isConfigured: setting !== undefined, row }];
  });
}

function messageContext(conversation: Conversation, active: readonly ActiveRule[]): MessageRuleContext {
  const enforced = new Set(active.filter(({ row }) => row !== undefined).map(({ rule }) => rule.meta.id));
  return {
    conversation,
    target: profileOf(conversation.target),
    enforces: (rule) => enforced.has(rule),
    write: dialectOf(conversation.dialect).write,
    report: () => undefined,
  };
}

/** One function over all `message` rules; contexts are made once, not for each of ten thousand messages. */
function messageChecker(
  active: readonly ActiveRule[],
  base: MessageRuleContext,
  faults: string[],
): (message: Message) => readonly Recorded[] {
  let found: Recorded[] = [];
  const checks = active.flatMap((one) => {
    const { rule } = one;
    if (!('message' in rule)) return [];
    const context = { ...base, report: (report: Report) => found.push(record(one, report)) };
    return [{ rule, run: (message: Message) => rule.message(message, context) }];
  });
  return (message) => {
    found = [];
    for (const { rule, run } of checks) {
      try {
        run(message);
      } catch (error) {
        faults.push(faultOf(rule, error));
      }
    }
    return found.length === 0 ? NOTHING : found;
  };
}

function record(one: ActiveRule, report: Report): Recorded {
  const severity = one.isConfigured ? one.severity : (report.severity ?? one.severity);
  return { rule: one.rule.meta.id, severity, report, anchors: anchorsOf(report), row: one.row };
}

/** Node starts of the report's place and of its related places, in this order. */
export function anchorsOf(report: Report): number[] {
  return [report.at, ...(report.related ?? []).map(({ at }) => at)].map(
    (place) => ('kind' in place ? place : place.node).start,
  );
}

/** A rule that throws loses its own findings only, and is named. The words hold no text of the transcript. */
function faultOf(rule: Rule, error: unknown): string {
  return `Rule ${rule.meta.id} failed: ${error instanceof Error ? error.name : 'unknown error'}`;
}
