import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { settle } from '../model/settle';
import { addWhereFree } from '../text/addEdits';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { type AnalyseOptions, TranscriptDocument } from './document';
import { isFault, type LiveFinding } from './finding';
import type { Finding } from './types';

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
  /** Whether another run would change nothing. False only where fixes undo each other, or for a chain beyond all bounds. */
  readonly isSettled: boolean;
}

/** A fix may uncover another fault (an orphan behind a dropped call); real files settle in two or three passes. */
const LEAST_PASSES = 10;
/** Passes that are still tried for a text of any size; only fixes that undo each other ever need more. */
const MOST_PASSES = 1000;
/** Characters that passes beyond the first ten read together: some seconds of work. */
const MOST_READ = 1 << 28;

/** Applies the safe fixes of what is reported, and nothing else, until nothing changes (spec 02, "Fix all"). */
export function fixText(text: string, options: AnalyseOptions, fixing: FixOptions = {}): FixResult {
  let document = TranscriptDocument.open(text, options);
  let edits: readonly Edit[] = [];
  const fixed: Fixed[] = [];
  let read = 0;
  let isSettled = false;
  /** A text that an earlier pass left, a later one at each power of two: met again, the fixes go round in a circle. */
  let known = text;
  for (let pass = 0; pass < MOST_PASSES && (pass < LEAST_PASSES || read < MOST_READ); pass++) {
    const step = fixOnce(document, fixing);
    isSettled = step.edits.length === 0;
    if (isSettled) break;
    for (const one of step.fixed) fixed.push(one);
    edits = pass === 0 ? step.edits : composeEdits(text.length, edits, step.edits);
    document = TranscriptDocument.open(applyEdits(document.text, step.edits), options);
    if (document.text === known || fixing.spares !== undefined) break;
    if ((pass & (pass + 1)) === 0) known = document.text;
    read += document.text.length;
  }
  return { text: document.text, edits, fixed, remaining: document.analysis().findings, isSettled };
}

type Fixed = FixResult['fixed'][number];

function fixOnce(document: TranscriptDocument, fixing: FixOptions): Pick<FixResult, 'edits' | 'fixed'> {
  const { root } = document;
  if (root === undefined) return { edits: [], fixed: [] };
  const merger = new RewriteMerger();
  const direct: { readonly edit: Edit; readonly fix: Fixed }[] = [];
  const fixed: Fixed[] = [];
  const faulty = new Set(document.conversations.flatMap((one, index) => (document.hasFaultIn(one) ? [index] : [])));
  for (const finding of findingsToFix(document, fixing)) {
    if (faulty.has(finding.conversation) || !isToFix(finding, fixing)) continue;
    const fix = chosenFix(finding, fixing.unsafe === true);
    if (fix === undefined) continue;
    const said = { rule: finding.rule, pointer: finding.pointer, title: fix.title };
    if (fix.edits !== undefined) for (const edit of fix.edits) direct.push({ edit, fix: said });
    else if (merger.add(fix.rewrite)) fixed.push(said);
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
