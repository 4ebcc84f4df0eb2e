import { rewriteText } from '../json/jsonEdits';
import { type JsonNode, pointerOf } from '../json/node';
import { changesNothing } from '../json/unchanged';
import { type Evidence, judge, type Verdict } from '../model/edits/safety';
import type { RuleId } from '../rules/ids';
import type { Place, ProposedFix } from '../rules/types';
import { providerText } from '../targets/index';
import type { Recorded } from './runRules';
import type { Finding, Fix, Related } from './types';

/** A finding that still knows the rewrites it proposes, so that fix-all can join them instead of joining texts. */
export interface LiveFinding extends Finding<RuleId> {
  readonly proposals: () => readonly DecidedFix[];
}

/** A fix of a rule with what was decided of it: no rule says itself that it is safe. */
export interface DecidedFix extends ProposedFix, Verdict {}

const free = () => false;

/**
 * Turns what a rule said into offsets, texts and edits. Edits are built when asked for, at the state of the text then.
 * `isHeld`: the text has a fault where they would go, so none is offered.
 */
export function toFinding(
  recorded: Recorded,
  root: JsonNode,
  conversation: number,
  isHeld: () => boolean = free,
  evidence?: Evidence,
): LiveFinding {
  const { report, row, anchors } = recorded;
  let fixes: readonly Fix[] | undefined;
  let proposed: readonly DecidedFix[] | undefined;
  const proposals = () => {
    if (proposed !== undefined) return proposed;
    // What changes nothing is no offer.
    const offered = (report.fixes?.() ?? []).filter((fix) => fix.edits !== undefined || !changesNothing(fix.rewrite));
    proposed = offered.map((fix): DecidedFix => {
      const { breaks, ...verdict } = judge(fix.does, fix.rewrite, evidence);
      return { ...fix, ...verdict, title: breaks === undefined ? fix.title : `${fix.title} (${breaks})` };
    });
    return proposed;
  };
  const providerError = row?.error === undefined ? undefined : providerText(row.error, report.values ?? {});
  return {
    rule: recorded.rule,
    severity: recorded.severity,
    message: report.message,
    ...placeOf(report.at, anchors[0]),
    related: (report.related ?? []).map(
      (related, i): Related => ({ message: related.message, ...placeOf(related.at, anchors[i + 1]) }),
    ),
    get fixes() {
      fixes ??= root.start < 0 || isHeld() ? [] : toFixes(proposals(), recorded.severity, root);
      return fixes;
    },
    ...(providerError === undefined ? {} : { providerError }),
    ...(report.isUnnecessary === true ? { tag: 'unnecessary' as const } : {}),
    conversation,
    proposals,
  };
}

/** The finding with nothing that fix-all would take: the fault may be meant to be there. */
export function asChoices(finding: LiveFinding): LiveFinding {
  const { rule, severity, message, start, end, pointer, related, providerError, tag, conversation } = finding;
  return {
    rule,
    severity,
    message,
    start,
    end,
    pointer,
    related,
    get fixes() {
      return finding.fixes.map(choiceOf);
    },
    ...(providerError === undefined ? {} : { providerError }),
    ...(tag === undefined ? {} : { tag }),
    conversation,
    proposals: () => finding.proposals().map((fix): DecidedFix => ({ ...fix, safety: 'unsafe' })),
  };
}

function choiceOf(fix: Fix): Fix {
  return {
    title: fix.title,
    safety: 'unsafe',
    get edits() {
      return fix.edits;
    },
  };
}

/** Errors and warnings are faults. What information and hints speak of is valid, and fix-all leaves it alone. */
export function isFault({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error' || severity === 'warning';
}

function toFixes(proposals: readonly DecidedFix[], severity: Finding['severity'], root: JsonNode): Fix[] {
  const preferred = proposals.find(({ safety, does }, i) => safety === 'safe' || (i === 0 && does.kind === 'pair'));
  return proposals.map((fix) => toFix(fix, fix === preferred, severity, root));
}

/** Who shows a title pays for no edits. What fix-all would not apply is no safe fix to whoever reads of it. */
function toFix(
  { title, safety, rewrite, edits }: DecidedFix,
  isPreferred: boolean,
  severity: Finding['severity'],
  root: JsonNode,
): Fix {
  let built = edits;
  return {
    title,
    safety: isFault({ severity }) ? safety : 'unsafe',
    ...(isPreferred ? { isPreferred } : {}),
    get edits() {
      built ??= rewriteText(root, rewrite);
      return built;
    },
  };
}

/** A node's offsets are always those of the text now; a plain range is moved by as much as its node has moved. */
function placeOf(place: Place, anchor: number | undefined): { start: number; end: number; pointer: string } {
  if ('kind' in place) return { start: place.start, end: place.end, pointer: pointerOf(place) };
  const moved = anchor === undefined ? 0 : place.node.start - anchor;
  return { start: place.start + moved, end: place.end + moved, pointer: pointerOf(place.node) };
}

/** Document order; at one place the longer range first, then by rule, so that output never depends on the order of running. */
export function compareFindings(a: Finding, b: Finding): number {
  return a.start - b.start || b.end - a.end || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
}

/** In document order, and nothing said twice: rows of several providers may enforce one rule with one message. */
export function sortFindings(findings: LiveFinding[]): LiveFinding[] {
  return findings.sort(compareFindings).filter((finding, i, all) => {
    const before = all[i - 1];
    return before === undefined || !isSame(before, finding);
  });
}

function isSame(a: Finding, b: Finding): boolean {
  return (
    a.rule === b.rule && a.pointer === b.pointer && a.start === b.start && a.end === b.end && a.message === b.message
  );
}
