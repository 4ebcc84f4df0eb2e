import type { ResolvedConfig } from '../config/types';
import { Sign } from '../detect/signature';
import { pointerOf } from '../json/node';
import type { Conversation, Dialect } from '../model/types';
import { rules } from '../rules/index';
import { isSent } from '../targets/asked';
import { enforcedRule, mayEnforce, profileOf } from '../targets/index';
import type { LineIndex } from '../text/lineIndex';
import type { TextProblem } from './parse';
import type { Section } from './sections';
import type { Range } from './types';

/**
 * Why a part was not checked, or not in full. `syntax-error`, `too-deep`, `too-large`: it cannot be read.
 * `no-rules-for-dialect`: of the target nothing is known for this shape, so that only what holds for any provider was asked.
 * `thin-evidence`: it may be no conversation, and nobody said that it is one. `recorded-trace`: an
 * instrument recorded it in a framework's spelling, which nobody sends. `recorded-refusal`: the provider's 4xx stands
 * beside it, so it is kept because it is broken. `foreign-entries`: some entries have a shape that is not read. `unreadable`:
 * the file itself cannot be read as text. `no-conversation`: somebody named the file, and nothing in it looks like one.
 */
export const notCheckedReasons = [
  'syntax-error',
  'too-deep',
  'too-large',
  'no-rules-for-dialect',
  'thin-evidence',
  'recorded-trace',
  'recorded-refusal',
  'foreign-entries',
  'unreadable',
  'no-conversation',
] as const;
export type NotCheckedReason = (typeof notCheckedReasons)[number];

/** A part of a file that was not checked, or not in full. */
export interface NotChecked extends Range {
  readonly reason: NotCheckedReason;
  /** Half a sentence that goes on behind "not checked: ", such as "syntax error at line 7". Never message text. */
  readonly message: string;
  /** From 1, of the whole file. */
  readonly line: number;
  readonly pointer: string;
  /** Index into `Analysis.conversations`; -1 where it lies in none. */
  readonly conversation: number;
}

/**
 * Why a rule did not run. `off`: somebody turned it off. `response`: it is about what is sent, and this came back or is what a
 * test expects. `needs-model`: the target has it for some models, and none is named. `needs-sending`: it is about what is sent
 * as it stands, and nobody says that this is. `elsewhere`: something else reports it. `failed`: it threw.
 */
export const skipReasons = ['off', 'response', 'needs-model', 'needs-sending', 'elsewhere', 'failed'] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface SkippedRule {
  readonly rule: string;
  readonly reason: SkipReason;
  /** In how many conversations. */
  readonly conversations: number;
}

/** What of a file was checked: nothing that is not listed here may be called clean. */
export interface Coverage {
  /** The rules that ran over some conversation, by id. */
  readonly ran: readonly string[];
  /** Rules of the target that did not run over some conversation, by id. */
  readonly skipped: readonly SkippedRule[];
  readonly notChecked: readonly NotChecked[];
}

/** What the document knows of itself. */
export interface CoverageFacts {
  readonly sections: readonly Section[];
  readonly problems: readonly TextProblem[];
  readonly isBroken: (conversation: Conversation) => boolean;
  /** It is a session log, which a conversion reads. */
  readonly isSession: boolean;
  /** Somebody says that it holds conversations. */
  readonly isNamed: boolean;
  readonly lines: () => LineIndex;
}

/** The parts of a file that were not checked, in document order; at most one for a conversation. */
export function partsNotChecked(facts: CoverageFacts): readonly NotChecked[] {
  const { sections, problems, isBroken } = facts;
  const found: NotChecked[] = [];
  const told = new Set<TextProblem>();
  for (const [index, section] of sections.entries()) {
    const { list } = section.conversation;
    // A list that is cut off ends where its fault begins.
    const isCut = isBroken(section.conversation);
    const inside = problems.filter(({ start, end }) => end > list.start && start < list.end + (isCut ? 1 : 0));
    for (const problem of inside) told.add(problem);
    const part = conversationNotChecked(section, inside[0], facts);
    if (part !== undefined) found.push({ ...part, pointer: pointerOf(list), conversation: index });
  }
  // Around conversations one fault of the text says it all; in rows each stands for itself.
  const rows = new Set<number | undefined>();
  for (const problem of problems) {
    if (told.has(problem) || rows.has(problem.row)) continue;
    rows.add(problem.row);
    const pointer = problem.row === undefined ? '' : `/${problem.row}`;
    found.push({ ...ofProblem(problem, facts.lines()), pointer, conversation: -1 });
  }
  if (facts.isNamed && sections.length === 0 && problems.length === 0) {
    const message = facts.isSession
      ? 'it is a session log of Pi, which `convert` reads'
      : 'no conversation was recognised in it';
    found.push({ reason: 'no-conversation', message, start: 0, end: 0, line: 1, pointer: '', conversation: -1 });
  }
  return found.sort((a, b) => a.start - b.start);
}

type Part = Omit<NotChecked, 'pointer' | 'conversation'>;

function conversationNotChecked(
  { found, conversation, run }: Section,
  problem: TextProblem | undefined,
  { isBroken, lines }: CoverageFacts,
): Part | undefined {
  const { list, dialect, target, tier } = conversation;
  if (problem !== undefined) return ofProblem(problem, lines());
  const at = (reason: NotCheckedReason, message: string, { start, end }: Range = list): Part => {
    return { reason, message, start, end, line: lines().positionAt(start).line + 1 };
  };
  if (isBroken(conversation))
    return at('syntax-error', `syntax error at line ${lines().positionAt(list.start).line + 1}`);
  if (run === undefined) {
    if (found.isTrace === true)
      return at('recorded-trace', 'it is the record of an instrument; name its dialect or target to have it checked');
    return tier === 'C'
      ? at('thin-evidence', 'it may be no conversation; name the file or its dialect to have it checked')
      : at('recorded-refusal', 'the provider is recorded to have refused it');
  }
  const profile = profileOf(target);
  if (!mayEnforce(profile, dialect)) {
    return at(
      'no-rules-for-dialect',
      `no rules of ${profile.name} for ${SHAPES[dialect]} are known, only those of any provider were asked`,
    );
  }
  const foreign = found.signatures.flatMap((sign, index) => ((sign & Sign.foreign) !== 0 ? [index] : []));
  const [first] = foreign;
  const entry = first === undefined || found.isLone ? undefined : list.items()[first];
  if (entry === undefined) return undefined;
  const line = lines().positionAt(entry.start).line + 1;
  const which =
    foreign.length === 1
      ? `the entry at line ${line} has a shape that is not read`
      : `${foreign.length} entries have a shape that is not read, the first at line ${line}`;
  return at('foreign-entries', which, entry);
}

const SHAPES: Readonly<Record<Dialect, string>> = {
  flat: 'flat transcripts',
  chat: 'OpenAI chat',
  messages: 'Anthropic Messages',
};

function ofProblem({ rule, start, end }: TextProblem, lines: LineIndex): Part {
  const line = lines.positionAt(start).line + 1;
  return { reason: rule, message: `${FAULTS[rule]} at line ${line}`, start, end, line };
}

const FAULTS = {
  'syntax-error': 'syntax error',
  'too-deep': 'nested too deep',
  'too-large': 'too large to be read',
} as const satisfies Record<TextProblem['rule'], string>;

/** Which rules ran over the conversations of a file, and which rules of their targets did not. */
export function rulesCovered(
  sections: readonly Section[],
  config: ResolvedConfig,
  text: { readonly isAsked: boolean },
): Pick<Coverage, 'ran' | 'skipped'> {
  const ran = new Set<string>();
  const skipped = new Map<string, SkippedRule>();
  const skip = (rule: string, reason: SkipReason, conversations = 1) => {
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
const known = new WeakMap<ResolvedConfig, Map<string, readonly (readonly [string, SkipReason])[]>>();
/** As in `runRules`: models are free text. */
const MOST_KINDS = 64;

/** Rules that the target would have for the conversation, did not something stand against it. */
function idleRules(conversation: Conversation, config: ResolvedConfig): readonly (readonly [string, SkipReason])[] {
  const { dialect, side, target, model } = conversation;
  const kind = JSON.stringify([dialect, side, target, model]);
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
  return rules.flatMap((rule): (readonly [string, SkipReason])[] => {
    if ('engine' in rule) return [];
    const { id, severity, sides } = rule.meta;
    const own = severity[dialect];
    const setting = config.rules[id];
    const isListed = enforcedRule(profile, id, { model, dialect }) !== undefined;
    const isWanted = isListed || (own !== undefined && own !== 'off');
    if (setting === 'off') return isWanted ? [[id, 'off']] : [];
    if (!sides.includes(side)) return isWanted || setting !== undefined ? [[id, 'response']] : [];
    if (isWanted || setting !== undefined || model !== undefined) return [];
    return mayEnforce(profile, dialect, id) ? [[id, 'needs-model']] : [];
  });
}
