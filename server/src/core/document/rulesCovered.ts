import type { ResolvedConfig } from '../config/types';
import type { Conversation } from '../model/types';
import type { RuleId } from '../rules/ids';
import { rules } from '../rules/index';
import { severityIn } from '../rules/types';
import { isSent } from '../targets/asked';
import { enforcedRule, mayEnforce, profileOf } from '../targets/index';
import type { Section } from './sections';

/**
 * Why a rule did not run. `off`: somebody turned it off. `response`: it is about what is sent, and this came back or is what a
 * test expects. `needs-model`: the target has it for some models, and none is named. `needs-sending`: it is about what is sent
 * as it stands, and nobody says that this is. `elsewhere`: something else reports it. `failed`: it threw.
 */
export const skipReasons = ['off', 'response', 'needs-model', 'needs-sending', 'elsewhere', 'failed'] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface SkippedRule {
  readonly rule: RuleId;
  readonly reason: SkipReason;
  /** In how many conversations. */
  readonly conversations: number;
}

export interface RulesCovered {
  /** The rules that ran over some conversation, by id. */
  readonly ran: readonly RuleId[];
  /** Rules of the target that did not run over some conversation, by id. */
  readonly skipped: readonly SkippedRule[];
}

/** Which rules ran over the conversations of a file, and which rules of their targets did not. */
export function rulesCovered(
  sections: readonly Section[],
  config: ResolvedConfig,
  text: { readonly isAsked: boolean },
): RulesCovered {
  const ran = new Set<RuleId>();
  const skipped = new Map<string, SkippedRule>();
  const skip = (rule: RuleId, reason: SkipReason, conversations = 1) => {
    const key = `${rule} ${reason}`;
    const before = skipped.get(key)?.conversations ?? 0;
    skipped.set(key, { rule, reason, conversations: before + conversations });
  };
  for (const { conversation, run } of sections) {
    if (run === undefined) continue;
    const idle = idleRules(conversation, config);
    const failed = new Set(run.faults.map(({ rule }) => rule));
    for (const { rule } of run.active) {
      const { id, needsSending = false } = rule.meta;
      if (failed.has(id)) skip(id, 'failed');
      else if (needsSending && !isSent(conversation, profileOf(conversation.target))) skip(id, 'needs-sending');
      else ran.add(id);
    }
    for (const [rule, reason] of idle) skip(rule, reason);
  }
  for (const rule of rules) {
    const { id } = rule.meta;
    if (!('engine' in rule)) continue;
    if (config.rules[id] === 'off') skip(id, 'off', sections.length);
    else if (id === 'syntax-error' && !text.isAsked) skip(id, 'elsewhere', sections.length);
    else ran.add(id);
  }
  return {
    ran: [...ran].sort(),
    skipped: [...skipped.values()].sort((a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)),
  };
}

/** Kinds of conversations are few, files may hold a hundred thousand of them. */
const known = new WeakMap<ResolvedConfig, Map<string, readonly (readonly [RuleId, SkipReason])[]>>();
/** As in `runRules`: models are free text. */
const MOST_KINDS = 64;

/** Rules that the target would have for the conversation, did not something stand against it. */
function idleRules(conversation: Conversation, config: ResolvedConfig): readonly (readonly [RuleId, SkipReason])[] {
  const { dialect, side, target, model } = conversation;
  const kind = JSON.stringify([dialect.id, side, target, model]);
  let kinds = known.get(config);
  if (kinds === undefined || kinds.size > MOST_KINDS) {
    kinds = new Map();
    known.set(config, kinds);
  }
  let idle = kinds.get(kind);
  if (idle === undefined) {
    idle = findIdle(conversation, config);
    kinds.set(kind, idle);
  }
  return idle;
}

function findIdle({ dialect, side, target, model }: Conversation, config: ResolvedConfig) {
  const profile = profileOf(target);
  return rules.flatMap((rule): (readonly [RuleId, SkipReason])[] => {
    if ('engine' in rule) return [];
    const { id, sides } = rule.meta;
    const own = severityIn(rule.meta, dialect);
    const setting = config.rules[id];
    const isListed = enforcedRule(profile, id, { model, dialect }) !== undefined;
    const isWanted = isListed || own !== 'off';
    if (setting === 'off') return isWanted ? [[id, 'off']] : [];
    if (!sides.includes(side)) return isWanted || setting !== undefined ? [[id, 'response']] : [];
    if (isWanted || setting !== undefined || model !== undefined) return [];
    return mayEnforce(profile, dialect, id) ? [[id, 'needs-model']] : [];
  });
}
