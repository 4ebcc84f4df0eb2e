import type { ResolvedConfig } from '../config/types';
import { Sign } from '../detect/signature';
import type { SessionLog } from '../dialects/types';
import { pointerOf } from '../json/node';
import type { Range } from '../lint/types';
import type { Conversation } from '../model/types';
import type { RuleId } from '../rules/ids';
import { mayEnforce, profileOf } from '../targets/index';
import type { LineIndex } from '../text/lineIndex';
import type { TextProblem } from './parse';
import { rulesCovered, type SkippedRule } from './rulesCovered';
import type { Section } from './sections';

export { type SkippedRule, type SkipReason, skipReasons } from './rulesCovered';

/**
 * Why a part was not checked, or not in full. `syntax-error`, `too-deep`, `too-large`: it cannot be read.
 * `no-rules-for-dialect`: of the target nothing is known for this shape, so that only what holds for any provider was asked.
 * `thin-evidence`: it may be no conversation, and nobody said that it is one. `recorded-trace`: an
 * instrument recorded it in a framework's spelling, which nobody sends. `recorded-refusal`: the provider's 4xx stands
 * beside it, so it is kept because it is broken. `foreign-entries`: some entries have a shape that is not read. `unreadable`:
 * the file itself cannot be read as text. `no-conversation`: somebody named the file, and nothing in it looks like one.
 * `over-limit`: conversations may stand further down, where nobody looked.
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
  'over-limit',
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

/** What of a file was checked: nothing that is not listed here may be called clean. */
export interface Coverage {
  /** The rules that ran over some conversation, by id. */
  readonly ran: readonly RuleId[];
  /** Rules of the target that did not run over some conversation, by id. */
  readonly skipped: readonly SkippedRule[];
  readonly notChecked: readonly NotChecked[];
}

/** What the document knows of itself. */
export interface CoverageFacts {
  readonly sections: readonly Section[];
  readonly problems: readonly TextProblem[];
  readonly isBroken: (conversation: Conversation) => boolean;
  /** The session log that it is, which a conversion reads. */
  readonly sessionLog: () => SessionLog | undefined;
  /** Somebody says that it holds conversations. */
  readonly isNamed: boolean;
  /** The search for conversations gave up before the end. */
  readonly isCut: boolean;
  readonly lines: () => LineIndex;
}

/** The parts of a file that were not checked, in document order; at most one for a conversation. */
function partsNotChecked(facts: CoverageFacts): readonly NotChecked[] {
  const { sections, isBroken } = facts;
  const problems = [...facts.problems].sort((a, b) => a.start - b.start);
  const found: NotChecked[] = [];
  const told = new Set<TextProblem>();
  for (const [index, section] of sections.entries()) {
    const { list } = section.conversation;
    // A list that is cut off ends where its fault begins.
    const isCut = isBroken(section.conversation);
    const inside = problemsWithin(problems, list.start, list.end + (isCut ? 1 : 0));
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
    const log = facts.sessionLog();
    const message =
      log === undefined
        ? 'no conversation was recognised in it'
        : `it is a session log of ${log.name}, which \`convert\` reads`;
    found.push({ reason: 'no-conversation', message, start: 0, end: 0, line: 1, pointer: '', conversation: -1 });
  }
  const last = sections.at(-1)?.conversation.list;
  if (facts.isCut && last !== undefined) {
    const [start, line] = [last.end, facts.lines().positionAt(last.end).line + 1];
    const message = `so much without a conversation follows line ${line} that the rest was not searched`;
    found.push({ reason: 'over-limit', message, start, end: start, line, pointer: '', conversation: -1 });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Those that touch a stretch of the text, of all in their order; rows may have as many as there are rows. */
function problemsWithin(problems: readonly TextProblem[], start: number, end: number): TextProblem[] {
  let low = 0;
  let high = problems.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((problems[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found: TextProblem[] = [];
  const before = problems[low - 1];
  if (before !== undefined && before.end > start) found.push(before);
  for (let at = low; at < problems.length; at++) {
    const problem = problems[at];
    if (problem === undefined || problem.start >= end) break;
    if (problem.end > start) found.push(problem);
  }
  return found;
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
      `no rules of ${profile.name} for ${dialect.name} are known, only those of any provider were asked`,
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

function ofProblem({ rule, start, end }: TextProblem, lines: LineIndex): Part {
  const line = lines.positionAt(start).line + 1;
  return { reason: rule, message: `${FAULTS[rule]} at line ${line}`, start, end, line };
}

const FAULTS = {
  'syntax-error': 'syntax error',
  'too-deep': 'nested too deep',
  'too-large': 'too large to be read',
} as const satisfies Record<TextProblem['rule'], string>;

/** The coverage of a file, and what of each conversation was not checked. Which rules ran is worked out when somebody asks. */
export function coverageOf(
  facts: CoverageFacts,
  config: ResolvedConfig,
  text: { readonly isAsked: boolean },
): { readonly coverage: Coverage; readonly ofConversation: (index: number) => NotChecked | undefined } {
  const notChecked = partsNotChecked(facts);
  const parts = new Map(notChecked.map((part) => [part.conversation, part]));
  const sections = facts.sections.slice();
  let rulesRun: ReturnType<typeof rulesCovered> | undefined;
  const covered = () => {
    rulesRun ??= rulesCovered(sections, config, text);
    return rulesRun;
  };
  const coverage = {
    notChecked,
    get ran() {
      return covered().ran;
    },
    get skipped() {
      return covered().skipped;
    },
  };
  return { coverage, ofConversation: (index) => parts.get(index) };
}
