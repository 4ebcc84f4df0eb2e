import { type JsonNode, pointerOf } from '../json/node';
import type { LiveFinding } from '../lint/finding';
import type { Range } from '../lint/types';
import type { LineIndex } from '../text/lineIndex';
import type { NotChecked, SkippedRule } from './coverage';
import { type Embedded, type Fragment, isJudged } from './fragments';
import type { Analysis, ConversationSummary } from './types';

/** The findings of all fragments, told of the outer text. */
export function outerFindings(embedded: readonly Embedded[]): LiveFinding[] {
  const found: LiveFinding[] = [];
  let before = 0;
  for (const one of embedded) {
    const { fragment, document } = one;
    if (isJudged(one)) for (const finding of document.findings()) found.push(outerFinding(fragment, finding, before));
    before += document.conversations.length;
  }
  return found;
}

function outerFinding(fragment: Fragment, finding: LiveFinding, before: number): LiveFinding {
  const { rule, severity, message, providerError, tag, conversation } = finding;
  return {
    ...{ rule, severity, message },
    ...outerPlace(fragment, finding),
    related: finding.related.map((one) => ({ message: one.message, ...outerPlace(fragment, one) })),
    get fixes() {
      return finding.fixes.map((fix) => ({
        title: fix.title,
        safety: fix.safety,
        ...(fix.isPreferred === true && { isPreferred: true as const }),
        get edits() {
          return fragment.toOuterEdits(fix.edits);
        },
      }));
    },
    ...(providerError !== undefined && { providerError }),
    ...(tag !== undefined && { tag }),
    conversation: conversation < 0 ? -1 : conversation + before,
    proposals: finding.proposals,
  };
}

export function outerPlace(fragment: Fragment, { start, end, pointer }: Range & { readonly pointer: string }) {
  return { ...fragment.toOuter({ start, end }), pointer: fragment.pointer + pointer };
}

/** The analysis of a document with what its fragments say; it holds no conversation beside them. */
export function outerAnalysis(
  embedded: readonly Embedded[],
  outer: Analysis,
  lineIndex: () => LineIndex,
  cutAt: JsonNode | undefined,
): Analysis {
  if (embedded.length === 0) return outer;
  const lines = lineIndex();
  const conversations: ConversationSummary[] = [];
  const notChecked: NotChecked[] = [...outer.coverage.notChecked];
  const faults = new Set(outer.faults);
  const evidence: string[] = [];
  for (const { fragment, document, isRefused } of embedded) {
    const before = conversations.length;
    const inner = document.analysis();
    const parts = isRefused ? inner.conversations.map(refusedPart) : inner.coverage.notChecked;
    const told = parts.map((part) => outerPart(part, fragment, lines, before));
    notChecked.push(...told);
    for (const { notChecked: _, ...summary } of inner.conversations) {
      const part = told.find(({ conversation }) => conversation === conversations.length);
      conversations.push({ ...summary, ...outerPlace(fragment, summary), ...(part && { notChecked: part }) });
    }
    for (const fault of inner.faults) faults.add(fault);
    if (evidence.length === 0)
      evidence.push(...inner.evidence.map((one) => `in the string at ${fragment.pointer}: ${one}`));
  }
  if (cutAt !== undefined) {
    const { start, end } = cutAt;
    const line = lines.positionAt(start).line + 1;
    const message = `there are so many request bodies in strings that those from line ${line} on were not read`;
    notChecked.push({ reason: 'over-limit', message, start, end, line, pointer: pointerOf(cutAt), conversation: -1 });
  }
  const first = embedded[0]?.document.analysis();
  return {
    ...outer,
    ...{ dialect: first?.dialect, target: first?.target, container: 'document', evidence, conversations },
    coverage: { notChecked: notChecked.sort((a, b) => a.start - b.start), ...rulesOf(embedded) },
    faults: [...faults],
  };
}

function refusedPart({ start, end, pointer }: ConversationSummary, conversation: number): NotChecked {
  const message = 'the provider is recorded to have refused it';
  return { reason: 'recorded-refusal', message, start, end, line: 1, pointer, conversation };
}

/** Lines are told in words too: those of the file, not of the string. */
function outerPart(part: NotChecked, fragment: Fragment, lines: LineIndex, before: number): NotChecked {
  const { reason, conversation } = part;
  const place = outerPlace(fragment, part);
  const line = lines.positionAt(place.start).line + 1;
  const message = part.message.replaceAll(/\bline \d+/g, `line ${line}`);
  return { reason, message, ...place, line, conversation: conversation < 0 ? -1 : conversation + before };
}

function rulesOf(embedded: readonly Embedded[]) {
  const judged = embedded.filter(isJudged).map(({ document }) => document.analysis().coverage);
  return {
    get ran() {
      return [...new Set(judged.flatMap(({ ran }) => ran))].sort();
    },
    get skipped() {
      const known = new Map<string, SkippedRule>();
      for (const one of judged.flatMap(({ skipped }) => skipped)) {
        const key = `${one.rule} ${one.reason}`;
        known.set(key, { ...one, conversations: one.conversations + (known.get(key)?.conversations ?? 0) });
      }
      return [...known.values()];
    },
  };
}
