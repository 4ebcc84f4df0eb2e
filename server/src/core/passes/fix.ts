import { TranscriptDocument } from '../document/document';
import type { AnalyseOptions } from '../document/options';
import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { type DecidedFix, isFault, type LiveFinding } from '../lint/finding';
import type { Finding } from '../lint/types';
import { settle } from '../model/edits/settle';
import { ruleIds } from '../rules/index';
import { addWhereFree } from '../text/addEdits';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { FirstEvidence } from './firstEvidence';
import { type LeftFault, leftIn, type WentText, wentOf } from './fixReport';

export interface FixOptions {
  /** Rules whose fixes are applied; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Choices too: the first fix that a finding offers, which keeps most of what stands there. */
  readonly unsafe?: boolean | undefined;
  /** Findings to leave alone, told of the text as it is given: there is one pass then, for the next would see another text. */
  readonly spares?: ((finding: Finding) => boolean) | undefined;
}

export interface FixResult {
  readonly text: string;
  /** Straight from the original text to `text`; sorted, without overlap. */
  readonly edits: readonly Edit[];
  readonly fixed: readonly { readonly rule: string; readonly pointer: string; readonly title: string }[];
  readonly remaining: readonly Finding[];
  /** The texts that went, in their first words. */
  readonly went: readonly WentText[];
  /** What stays because nobody but a person can tell what is right, with the reason. */
  readonly left: readonly LeftFault[];
  /** Whether another run would change nothing. False only where fixes undo each other, or for a chain beyond all bounds. */
  readonly isSettled: boolean;
}

/** A fix may uncover another fault (an orphan behind a dropped call); real files settle in two or three passes. */
const LEAST_PASSES = 10;
/** Passes that are still tried for a text of any size; only fixes that undo each other ever need more. */
const MOST_PASSES = 1000;
/** Characters that passes beyond the first ten read together: some seconds of work. */
const MOST_READ = 1 << 28;

/**
 * Applies the safe fixes of what is reported, and nothing else, until nothing changes (docs/design/rules.md,
 * "Fix all and normalize"). What it leaves has never more errors and warnings than what it was given.
 */
export function fixText(text: string, options: AnalyseOptions, fixing: FixOptions = {}): FixResult {
  const first = TranscriptDocument.open(text, options);
  const result = fixUntilRest(first, options, fixing, NONE);
  const before = countFaults(first.findings());
  if (fixing.unsafe === true || countFaults(result.remaining) <= before) return result;
  // Hardly ever: the fixes of one rule make room for more faults than they mend. Those of the other rules stay.
  const rules = [...new Set(result.fixed.map(({ rule }) => rule))];
  for (const held of [...rules.map((rule) => [rule]), rules]) {
    const less = fixUntilRest(first, options, fixing, new Set(held));
    if (countFaults(less.remaining) <= before) return less;
  }
  return fixUntilRest(first, options, fixing, new Set(ruleIds));
}

const NONE: ReadonlySet<string> = new Set();

function countFaults(findings: readonly Finding[]): number {
  return findings.filter(isFault).length;
}

function fixUntilRest(
  first: TranscriptDocument,
  options: AnalyseOptions,
  fixing: FixOptions,
  held: ReadonlySet<string>,
): FixResult {
  const { text } = first;
  const evidence = new FirstEvidence(first);
  let document = first;
  let edits: readonly Edit[] = [];
  const fixed: Fixed[] = [];
  const went: WentText[] = [];
  let read = 0;
  let isSettled = false;
  /** A text that an earlier pass left, a later one at each power of two: met again, the fixes go round in a circle. */
  let known = text;
  for (let pass = 0; pass < MOST_PASSES && (pass < LEAST_PASSES || read < MOST_READ); pass++) {
    const since = edits;
    const isHeld = (rule: string, { does }: DecidedFix) =>
      held.has(rule) || (pass > 0 && fixing.unsafe !== true && evidence.judge(does, since).safety === 'unsafe');
    const step = fixOnce(document, fixing, isHeld);
    isSettled = step.edits.length === 0;
    if (isSettled) break;
    for (const { went: texts, ...one } of step.fixed) {
      fixed.push(one);
      for (const text of texts) went.push(text);
    }
    edits = pass === 0 ? step.edits : composeEdits(text.length, edits, step.edits);
    document = TranscriptDocument.open(applyEdits(document.text, step.edits), options);
    if (document.text === known || fixing.spares !== undefined) break;
    if ((pass & (pass + 1)) === 0) known = document.text;
    read += document.text.length;
  }
  const left = leftIn(document, (finding) => isToFix(finding, fixing), fixing.unsafe === true);
  return { text: document.text, edits, fixed, remaining: document.analysis().findings, went, left, isSettled };
}

type Fixed = FixResult['fixed'][number];
type Told = Fixed & { readonly went: readonly WentText[] };
type IsHeld = (rule: string, fix: DecidedFix) => boolean;

function fixOnce(
  document: TranscriptDocument,
  fixing: FixOptions,
  isHeld: IsHeld,
): { readonly edits: readonly Edit[]; readonly fixed: readonly Told[] } {
  const { root } = document;
  if (root === undefined) return { edits: [], fixed: [] };
  const merger = new RewriteMerger();
  const direct: { readonly edit: Edit; readonly fix: Told }[] = [];
  const fixed: Told[] = [];
  const faulty = new Set(document.conversations.flatMap((one, index) => (document.hasFaultIn(one) ? [index] : [])));
  for (const finding of findingsToFix(document, fixing)) {
    if (faulty.has(finding.conversation) || !isToFix(finding, fixing)) continue;
    const fix = chosenFix(finding, fixing.unsafe === true);
    if (fix === undefined || isHeld(finding.rule, fix)) continue;
    const { rule, pointer } = finding;
    if (fix.edits === undefined && !merger.add(fix.rewrite)) continue;
    const told = { rule, pointer, title: fix.title, went: wentOf(finding, fix) };
    if (fix.edits === undefined) fixed.push(told);
    else for (const edit of fix.edits) direct.push({ edit, fix: told });
  }
  const { rewrite } = merger;
  for (const [index, conversation] of document.conversations.entries()) {
    if (!faulty.has(index)) settle(rewrite, conversation);
  }
  const edits = addWhereFree(
    rewriteText(root, rewrite),
    direct.map(({ edit }) => edit),
  );
  const taken = new Set(edits);
  const applied = new Set(direct.flatMap(({ edit, fix }) => (taken.has(edit) ? [fix] : [])));
  return { edits, fixed: [...fixed, ...applied] };
}

/** Open calls that get their results in this pass leave the ids free for what stands behind them. */
function findingsToFix(document: TranscriptDocument, fixing: FixOptions): readonly LiveFinding[] {
  const findings = document.findings();
  const answers = findings.some((finding) => finding.rule === 'unanswered-call' && isToFix(finding, fixing));
  // A choice takes the reused call out, which leaves no chain.
  return answers && fixing.unsafe !== true ? document.findingsAhead() : findings;
}

function isToFix(finding: Finding, { only, spares }: FixOptions): boolean {
  if (spares?.(finding) === true) return false;
  return only === undefined ? isFault(finding) : only.includes(finding.rule);
}

function chosenFix(finding: LiveFinding, isUnsafeToo: boolean) {
  const proposals = finding.proposals();
  return isUnsafeToo ? proposals[0] : proposals.find((fix) => fix.safety === 'safe');
}
