import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { settle } from '../model/settle';
import { addWhereFree } from '../text/addEdits';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { type AnalyseOptions, TranscriptDocument } from './document';
import type { LiveFinding } from './finding';
import type { Finding } from './types';

export interface FixOptions {
  /** Rules whose fixes are applied; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Choices too: the first fix that a finding offers, which keeps most of what stands there. */
  readonly unsafe?: boolean | undefined;
}

export interface FixResult {
  readonly text: string;
  /** Straight from the original text to `text`; sorted, without overlap. */
  readonly edits: readonly Edit[];
  readonly fixed: readonly { readonly rule: string; readonly pointer: string; readonly title: string }[];
  readonly remaining: readonly Finding[];
}

/** A fix may uncover another fault (an orphan behind a dropped call); real files settle in two or three passes. */
const MAX_PASSES = 10;

/** Applies the safe fixes of what is reported, and nothing else, until nothing changes (spec 02, "Fix all"). */
export function fixText(text: string, options: AnalyseOptions, fixing: FixOptions = {}): FixResult {
  let document = TranscriptDocument.open(text, options);
  let edits: readonly Edit[] = [];
  const fixed: { rule: string; pointer: string; title: string }[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const step = fixOnce(document, fixing);
    if (step.edits.length === 0) break;
    fixed.push(...step.fixed);
    edits = pass === 0 ? step.edits : composeEdits(text.length, edits, step.edits);
    document = TranscriptDocument.open(applyEdits(document.text, step.edits), options);
  }
  return { text: document.text, edits, fixed, remaining: document.analysis().findings };
}

function fixOnce(document: TranscriptDocument, fixing: FixOptions): Pick<FixResult, 'edits' | 'fixed'> {
  const { root } = document;
  if (root === undefined) return { edits: [], fixed: [] };
  const merger = new RewriteMerger();
  const direct: { readonly edit: Edit; readonly fix: FixResult['fixed'][number] }[] = [];
  const fixed: { rule: string; pointer: string; title: string }[] = [];
  const faulty = new Set(document.conversations.flatMap((one, index) => (document.hasFaultIn(one) ? [index] : [])));
  for (const finding of document.findings()) {
    if (faulty.has(finding.conversation)) continue;
    if (fixing.only === undefined ? !isProblem(finding) : !fixing.only.includes(finding.rule)) continue;
    const fix = chosenFix(finding, fixing.unsafe === true);
    if (fix === undefined) continue;
    const said = { rule: finding.rule, pointer: finding.pointer, title: fix.title };
    if (fix.edits !== undefined) direct.push(...fix.edits.map((edit) => ({ edit, fix: said })));
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
  fixed.push(...direct.filter(({ edit }) => taken.has(edit)).map(({ fix }) => fix));
  return { edits, fixed };
}

/** Information and hints are no faults: what they speak of is valid, and is changed only by rule or by hand. */
function isProblem({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

function chosenFix(finding: LiveFinding, isUnsafeToo: boolean) {
  const proposals = finding.proposals();
  return isUnsafeToo ? proposals[0] : proposals.find((fix) => fix.safety === 'safe');
}
