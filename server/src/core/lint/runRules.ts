import type { ResolvedConfig } from '../config/types';
import { dialectOf } from '../dialects/index';
import { transcribe } from '../dialects/transcribe';
import type { Evidence } from '../model/edits/safety';
import { entryOf, type Mixture, mixtureOf } from '../model/mixed';
import { pairAsSent, pairingOf } from '../model/pairing/asSent';
import { halvesOf } from '../model/pairing/halves';
import type { Pairing } from '../model/pairing/pairing';
import type { Conversation, Message } from '../model/types';
import type { RuleId } from '../rules/ids';
import { rules } from '../rules/index';
import {
  type ListRule,
  type MessageRuleContext,
  type ProposedFix,
  type Reach,
  type Report,
  type Rule,
  type RuleContext,
  type Severity,
  severityIn,
} from '../rules/types';
import { enforcedRule, profileOf } from '../targets/index';
import type { TargetRule } from '../targets/types';

/** One report of one rule, with the severity it has here. */
export interface Recorded {
  readonly rule: RuleId;
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
  /** What the conversation's rules saw, for whoever asks what could be whose other half. */
  readonly pairing: Pairing;
  readonly faults: readonly RuleFault[];
}

/** A rule that threw, in words that hold no text of the transcript. */
export interface RuleFault {
  readonly rule: RuleId;
  readonly message: string;
}

/** Runs every rule that is on. `before` is the run of the same conversation before an edit inside one of its entries. */
export function runRules(conversation: Conversation, config: ResolvedConfig, before?: RuleRun): RuleRun {
  const faults: RuleFault[] = [];
  const active = before?.active ?? activeRules(conversation, config);
  const { misread } = mixtureOf(conversation);
  // Whether the list is what it is read as speaks about every message of it.
  const isSame = before !== undefined && mixtureOf(before.conversation).misread === misread;
  const base = messageContext(conversation, active);
  const check = messageChecker(active, base, faults);
  const ofMessages = conversation.messages.map((message, i) => {
    if (message.shape === 'broken') return undefined;
    // Rules that reach no further than their message say of it what they said.
    const known = isSame && before.conversation.messages[i] === message ? before.ofMessages[i] : undefined;
    return known ?? check(message);
  });
  const pairing = pairingOf(conversation);
  const ofConversation = checkConversation(active, base, pairing, faults);
  return { conversation, active, ofMessages, ofConversation, pairing, faults };
}

/**
 * The run as it will be once each open call has the result that fix-all is about to insert. A chain of calls that all reuse
 * one id shows a single open call at a time, and would take a reading of the text for each link.
 */
export function runAhead(run: RuleRun): RuleRun {
  const { conversation, active, ofConversation } = run;
  const open = new Set<unknown>(
    ofConversation.flatMap(({ rule, report }) => (rule === 'unanswered-call' ? [report.at] : [])),
  );
  if (open.size === 0 || !ofConversation.some(({ rule }) => rule === 'reused-call-id')) return run;
  const halves = halvesOf(conversation, run.pairing);
  const answered = new Set<string>();
  for (const { calls } of conversation.messages) {
    for (const call of calls) {
      // A call that some result could answer gets none, and its id is not free.
      if (open.has(call.node) && call.id.text !== '' && !halves.resultsFor(call).isAny) answered.add(call.id.text);
    }
  }
  const faults: RuleFault[] = [];
  const pairing = pairAsSent(conversation, answered);
  const ahead = checkConversation(active, messageContext(conversation, active), pairing, faults);
  return { ...run, ofConversation: ahead, pairing, faults: [...run.faults, ...faults] };
}

function checkConversation(
  active: readonly ActiveRule[],
  base: MessageRuleContext,
  pairing: Pairing,
  faults: RuleFault[],
): Recorded[] {
  const found: Recorded[] = [];
  const mixture = mixtureOf(base.conversation);
  let running: ActiveRule | undefined;
  // One for all rules: a replay comes here twice for each window.
  const context: RuleContext = {
    ...base,
    pairing,
    report: (report) => {
      const left = running === undefined ? undefined : reportIn(base.conversation, mixture, running, report);
      if (running !== undefined && left !== undefined) found.push(record(running, allowed(left, base.conversation)));
    },
  };
  for (const one of active) {
    const { rule } = one;
    if (!('conversation' in rule) || (mixture.misread !== undefined && rule.meta.foreign !== 'text')) continue;
    running = one;
    try {
      rule.conversation(context);
    } catch (error) {
      faults.push(faultOf(rule, error));
    }
  }
  return found;
}

/**
 * What is left of a report about an entry of another dialect: nothing where it speaks of the shape alone, and no fix that goes by
 * itself, since what it would remove is evidence that is spelled differently.
 */
function reportIn(conversation: Conversation, { nodes }: Mixture, { rule }: ActiveRule, report: Report) {
  if (nodes.size === 0 || rule.meta.foreign === 'text') return report;
  const place = 'kind' in report.at ? report.at : report.at.node;
  if (!nodes.has(entryOf(conversation, place))) return report;
  if (rule.meta.foreign === undefined) return undefined;
  const { fixes } = report;
  return fixes === undefined ? report : { ...report, fixes: () => fixes().map(asChoice), isUnnecessary: false };
}

/** Where nothing is written in the shape of the list, nothing is offered, and normalization drops nothing. */
function allowed(report: Report, { dialect }: Conversation): Report {
  return dialect.edit === undefined ? { ...report, fixes: () => [], isUnnecessary: false } : report;
}

function asChoice(fix: ProposedFix): ProposedFix {
  return { ...fix, does: { ...fix.does, unless: "the entry has another dialect's shape" } };
}

/** The rules of one conversation, for who asks about parts of it again and again: by how far they look. */
export interface RuleChecker {
  /** What `message` rules say of one message, wherever it stands. */
  readonly ofMessage: (message: Message) => readonly Recorded[];
  /** What all others say of a list of messages. */
  readonly ofConversation: (conversation: Conversation) => readonly Recorded[];
  readonly ofExchanges: (conversation: Conversation) => readonly Recorded[];
  readonly ofLength: (conversation: Conversation) => readonly Recorded[];
  readonly ofList: readonly ListCheck[];
}

/** One rule that looks at entries all over the list. */
export interface ListCheck extends Pick<ListRule, 'looksAt'> {
  readonly check: (conversation: Conversation) => readonly Recorded[];
}

export function ruleChecker(conversation: Conversation, config: ResolvedConfig): RuleChecker {
  const faults: RuleFault[] = [];
  const active = activeRules(conversation, config);
  const base = messageContext(conversation, active);
  const run = (part: Conversation, pairing: Pairing, chosen: readonly ActiveRule[]) =>
    checkConversation(chosen, { ...base, conversation: part }, pairing, faults);
  // Which rules are meant is asked for each window anew, and is always the same.
  const reaching = (reach: Reach) => active.filter(({ rule }) => rule.meta.reach === reach);
  const [exchange, length] = [reaching('exchange'), reaching('length')];
  const nothing = pairAsSent({ ...conversation, messages: [], turns: [] });
  return {
    ofMessage: messageChecker(active, base, faults),
    ofConversation: (part) => run(part, pairAsSent(part), active),
    ofExchanges: (part) => run(part, pairAsSent(part), exchange),
    ofLength: (part) => run(part, nothing, length),
    ofList: active.flatMap((one) => {
      const { rule } = one;
      return 'looksAt' in rule ? [{ looksAt: rule.looksAt, check: (part) => run(part, nothing, [one]) }] : [];
    }),
  };
}

const evidences = new WeakMap<RuleRun, Evidence>();

/** What the fixes of a run are judged by. */
export function evidenceOf(run: RuleRun): Evidence {
  let evidence = evidences.get(run);
  if (evidence === undefined) {
    const { conversation, active, pairing } = run;
    const { enforces } = messageContext(conversation, active);
    evidence = { conversation, enforces, halves: () => halvesOf(conversation, pairing) };
    evidences.set(run, evidence);
  }
  return evidence;
}

/** All that was reported, in no order. */
export function recordedOf(run: RuleRun): Recorded[] {
  const all = [...run.ofConversation];
  for (const some of run.ofMessages) for (const one of some ?? NOTHING) all.push(one);
  return all;
}

const NOTHING: readonly Recorded[] = [];

/** Most conversations of a file are of one kind, and a file may hold a hundred thousand of them. */
const knownRules = new WeakMap<ResolvedConfig, Map<string, readonly ActiveRule[]>>();
/** Kinds that are remembered; models are free text, and each row may name another. */
const MOST_KINDS = 64;

function activeRules(conversation: Conversation, config: ResolvedConfig): readonly ActiveRule[] {
  const { dialect, side, target, model } = conversation;
  const kind = JSON.stringify([dialect.id, side, target, model]);
  let known = knownRules.get(config);
  if (known === undefined || known.size > MOST_KINDS) {
    known = new Map();
    knownRules.set(config, known);
  }
  let active = known.get(kind);
  if (active === undefined) {
    active = chooseRules(conversation, config);
    known.set(kind, active);
  }
  return active;
}

function chooseRules(conversation: Conversation, config: ResolvedConfig): ActiveRule[] {
  const { dialect, side, model } = conversation;
  const profile = profileOf(conversation.target);
  return rules.flatMap((rule): ActiveRule[] => {
    if ('engine' in rule || !rule.meta.sides.includes(side)) return [];
    const setting = config.rules[rule.meta.id];
    if (setting === 'off') return [];
    const row = enforcedRule(profile, rule.meta.id, { model, dialect });
    const severity = setting ?? row?.severity ?? severityIn(rule.meta, dialect);
    if (severity === undefined || severity === 'off') return [];
    return [{ rule, severity, isConfigured: setting !== undefined, row }];
  });
}

function messageContext(conversation: Conversation, active: readonly ActiveRule[]): MessageRuleContext {
  const target = profileOf(conversation.target);
  const enforced = new Set(active.filter(({ row }) => row !== undefined).map(({ rule }) => rule.meta.id));
  return {
    conversation,
    target,
    targetDialects: target.dialects.map(dialectOf),
    enforces: (rule) => enforced.has(rule),
    inListShape: (message) => transcribe(message, conversation.dialect),
    report: () => undefined,
  };
}

/** One function over all `message` rules; contexts are made once, not for each of ten thousand messages. */
function messageChecker(
  active: readonly ActiveRule[],
  base: MessageRuleContext,
  faults: RuleFault[],
): (message: Message) => readonly Recorded[] {
  let found: Recorded[] = [];
  const { misread } = mixtureOf(base.conversation);
  const checks = active.flatMap((one) => {
    const { rule } = one;
    if (!('message' in rule)) return [];
    const context = {
      ...base,
      report: (report: Report) => found.push(record(one, allowed(report, base.conversation))),
    };
    return [{ rule, run: (message: Message) => rule.message(message, context) }];
  });
  return (message) => {
    found = [];
    const isShapeless = misread !== undefined || message.foreign !== undefined;
    for (const { rule, run } of checks) {
      if (isShapeless && rule.meta.foreign !== 'text') continue;
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

/** A rule that throws loses its own findings only, and is named. */
function faultOf({ meta: { id } }: Rule, error: unknown): RuleFault {
  return { rule: id, message: `Rule ${id} failed: ${error instanceof Error ? error.name : 'unknown error'}` };
}
