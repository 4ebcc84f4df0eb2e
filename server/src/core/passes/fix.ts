import type { TranscriptDocument } from '../document/document';
import { outerPlace } from '../document/embeddedReport';
import { type Fragment, isJudged } from '../document/fragments';
import { RewriteMerger } from '../json/mergeRewrites';
import { type DecidedFix, isFault, type LiveFinding } from '../lint/finding';
import type { Finding } from '../lint/types';
import { settle } from '../model/edits/settle';
import { type RuleId, ruleIds } from '../rules/ids';
import { addWhereFree } from '../text/addEdits';
import type { Edit } from '../text/edits';
import { FirstEvidence } from './firstEvidence';
import { type LeftFault, leftIn, type WentText, wentOf } from './fixReport';
import { TextSubject } from './textSubject';

export interface FixOptions {
  /** Rules whose fixes are applied; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Choices too: the first fix that a finding offers, which keeps most of what stands there. */
  readonly unsafe?: boolean | undefined;
  /** Findings to leave alone, told of the text as it is given: there is one pass then, for the next would see another text. */
  readonly spares?: ((finding: Finding) => boolean) | undefined;
}

export interface FixReport {
  readonly fixed: readonly { readonly rule: RuleId; readonly pointer: string; readonly title: string }[];
  readonly remaining: readonly Finding[];
  /** The texts that went, in their first words. */
  readonly went: readonly WentText[];
  /** What stays because nobody but a person can tell what is right, with the reason. */
  readonly left: readonly LeftFault[];
  /** Whether another run would change nothing. False only where fixes undo each other, or for a chain beyond all bounds. */
  readonly isSettled: boolean;
}

export interface FixResult extends FixReport {
  readonly text: string;
  /** Straight from the original text to `text`; sorted, without overlap. */
  readonly edits: readonly Edit[];
}

interface Fixed {
  readonly subject: TextSubject;
  readonly report: FixReport;
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
export function fixSubject(start: TextSubject, options: FixOptions = {}): Fixed {
  const result = fixUntilRest(start, options, NONE);
  const before = countFaults(start.document.findings());
  if (options.unsafe === true || countFaults(result.report.remaining) <= before) return result;
  // Hardly ever: the fixes of one rule make room for more faults than they mend. Those of the other rules stay.
  const rules = [...new Set(result.report.fixed.map(({ rule }) => rule))];
  for (const held of [...rules.map((rule) => [rule]), rules]) {
    const less = fixUntilRest(start, options, new Set(held));
    if (countFaults(less.report.remaining) <= before) return less;
  }
  return fixUntilRest(start, options, new Set(ruleIds));
}

/** The same on a document that is read already. */
export function fixDocument(document: TranscriptDocument, options: FixOptions = {}): FixResult {
  if (document.embedded.length > 0) return fixEmbedded(document, options);
  const { subject, report } = fixSubject(TextSubject.of(document), options);
  return { text: subject.text, edits: subject.edits, ...report };
}

/** Each text in a string is fixed for itself; what its findings may be is asked of the document that tells them. */
function fixEmbedded(document: TranscriptDocument, options: FixOptions): FixResult {
  const results = document.embedded.filter(isJudged).map(({ fragment, document: inner }) => {
    const name = <One extends { readonly pointer: string }>(one: One) => ({
      ...one,
      pointer: fragment.pointer + one.pointer,
    });
    const result = fixDocument(inner, { ...options, spares: sparesOf(document, fragment, options) });
    const [fixed, went, left] = [result.fixed.map(name), result.went.map(name), result.left.map(name)];
    return { edits: fragment.toOuterEdits(result.edits), fixed, went, left, isSettled: result.isSettled };
  });
  const { text, edits, document: after } = TextSubject.of(document).edit(results.flatMap(({ edits: some }) => some));
  return {
    text,
    edits,
    fixed: results.flatMap(({ fixed }) => fixed),
    remaining: after.analysis().findings,
    went: results.flatMap(({ went }) => went),
    left: results.flatMap(({ left }) => left),
    isSettled: results.every(({ isSettled }) => isSettled),
  };
}

/** A fault that the outer text declares is not told, and not mended either. */
function sparesOf(
  document: TranscriptDocument,
  fragment: Fragment,
  { spares, unsafe }: FixOptions,
): FixOptions['spares'] {
  if (spares === undefined && !document.declaresFaults) return undefined;
  const told = new Map(document.findings().map((finding) => [keyOf(finding), finding]));
  return (inner) => {
    const outer = told.get(keyOf({ ...inner, ...outerPlace(fragment, inner) }));
    if (outer === undefined || spares?.(outer) === true) return true;
    return unsafe !== true && !outer.proposals().some(({ safety }) => safety === 'safe');
  };
}

function keyOf({ rule, pointer, start, message }: Finding): string {
  return `${rule} ${pointer} ${start} ${message}`;
}

const NONE: ReadonlySet<string> = new Set();

function countFaults(findings: readonly Finding[]): number {
  return findings.filter(isFault).length;
}

function fixUntilRest(start: TextSubject, options: FixOptions, held: ReadonlySet<string>): Fixed {
  const evidence = new FirstEvidence(start.document);
  let subject = start;
  const fixed: Told[] = [];
  let read = 0;
  let isSettled = false;
  /** A text that an earlier pass left, a later one at each power of two: met again, the fixes go round in a circle. */
  let known = start.text;
  for (let pass = 0; pass < MOST_PASSES && (pass < LEAST_PASSES || read < MOST_READ); pass++) {
    const since = subject.edits;
    const isHeld = (rule: string, { does }: DecidedFix) =>
      held.has(rule) || (pass > 0 && options.unsafe !== true && evidence.judge(does, since).safety === 'unsafe');
    const step = fixOnce(subject, options, isHeld);
    isSettled = step.edits.length === 0;
    if (isSettled) break;
    for (const one of step.fixed) fixed.push(one);
    subject = subject.edit(step.edits);
    if (subject.text === known || options.spares !== undefined) break;
    if ((pass & (pass + 1)) === 0) known = subject.text;
    read += subject.text.length;
  }
  const { document } = subject;
  const report: FixReport = {
    fixed: fixed.map(({ rule, pointer, title }) => ({ rule, pointer, title })),
    remaining: document.analysis().findings,
    went: fixed.flatMap(({ went }) => went),
    left: leftIn(document, (finding) => isToFix(finding, options), options.unsafe === true),
    isSettled,
  };
  return { subject, report };
}

type Told = FixReport['fixed'][number] & { readonly went: readonly WentText[] };
type IsHeld = (rule: string, fix: DecidedFix) => boolean;

interface FixStep {
  readonly edits: readonly Edit[];
  readonly fixed: readonly Told[];
}

function fixOnce(subject: TextSubject, options: FixOptions, isHeld: IsHeld): FixStep {
  const { document } = subject;
  const { conversations } = document;
  const merger = new RewriteMerger();
  const direct: { readonly edit: Edit; readonly fix: Told }[] = [];
  const fixed: Told[] = [];
  const faulty = new Set(conversations.flatMap((one, index) => (document.hasFaultIn(one) ? [index] : [])));
  for (const finding of findingsToFix(document, options)) {
    if (faulty.has(finding.conversation) || !isToFix(finding, options)) continue;
    const fix = chosenFix(finding, options.unsafe === true);
    if (fix === undefined || isHeld(finding.rule, fix)) continue;
    const { rule, pointer } = finding;
    if (fix.edits === undefined && !merger.add(fix.rewrite)) continue;
    const told = { rule, pointer, title: fix.title, went: wentOf(finding, fix) };
    if (fix.edits === undefined) fixed.push(told);
    else for (const edit of fix.edits) direct.push({ edit, fix: told });
  }
  const { rewrite } = merger;
  for (const [index, conversation] of conversations.entries()) {
    if (!faulty.has(index)) settle(rewrite, conversation);
  }
  const edits = addWhereFree(
    subject.editsOf(rewrite),
    direct.map(({ edit }) => edit),
  );
  const taken = new Set(edits);
  const applied = new Set(direct.flatMap(({ edit, fix }) => (taken.has(edit) ? [fix] : [])));
  return { edits, fixed: [...fixed, ...applied] };
}

/** Open calls that get their results in this pass leave the ids free for what stands behind them. */
function findingsToFix(document: TranscriptDocument, options: FixOptions): readonly LiveFinding[] {
  const findings = document.findings();
  const answers = findings.some((finding) => finding.rule === 'unanswered-call' && isToFix(finding, options));
  // A choice takes the reused call out, which leaves no chain.
  return answers && options.unsafe !== true ? document.findingsAhead() : findings;
}

function isToFix(finding: Finding, { only, spares }: FixOptions): boolean {
  if (spares?.(finding) === true) return false;
  return only === undefined ? isFault(finding) : only.includes(finding.rule);
}

function chosenFix(finding: LiveFinding, isUnsafeToo: boolean) {
  const proposals = finding.proposals();
  return isUnsafeToo ? proposals[0] : proposals.find((fix) => fix.safety === 'safe');
}
