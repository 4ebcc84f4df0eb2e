import type { Coverage, NotChecked, SkippedRule } from '../../document/coverage';
import type { Finding, Fix } from '../../lint/types';
import type { LineIndex } from '../../text/lineIndex';
import { jsonText } from '../jsonText';
import type { FileReport, Reporter } from '../types';
import { rangeOf } from './place';

/** For programs: one object, lines and columns zero-based in UTF-16 units as in the Language Server Protocol. */
export function jsonReporter(): Reporter {
  let isFirst = true;
  const parts = partWriter();
  return {
    begin: () => '{"files":[',
    file: (report) => {
      if (report.part === 'middle' || report.part === 'last') return parts.more(report);
      const separator = isFirst ? '\n' : ',\n';
      isFirst = false;
      return separator + (report.part === 'first' ? parts.first(report) : jsonText(fileObject(report)));
    },
    end: (summary) => `${isFirst ? '' : '\n'}],\n"summary":${jsonText(summary)}}\n`,
  };
}

/** One file that comes in parts. Its findings go out as they come; what else is known of it, when all of it is. */
function partWriter() {
  let dialect: FileReport['dialect'];
  let target: FileReport['target'];
  let conversations: string[] = [];
  let notChecked: string[] = [];
  let ran = new Set<string>();
  let skipped = new Map<string, SkippedRule>();
  let hasFindings = false;
  const add = (report: FileReport) => {
    dialect ??= report.dialect;
    target ??= report.target;
    // As text: a file of parts has many, and text takes least room.
    const listed = listedOf(report);
    if (listed.length > 0) conversations.push(listText(listed.map(conversationObject)));
    if (report.coverage.notChecked.length > 0) notChecked.push(listText(report.coverage.notChecked.map(partObject)));
    for (const rule of report.coverage.ran) ran.add(rule);
    for (const one of report.coverage.skipped) {
      const key = `${one.rule} ${one.reason}`;
      const before = skipped.get(key)?.conversations ?? 0;
      skipped.set(key, { ...one, conversations: before + one.conversations });
    }
    const findings = listText(report.findings.map((finding) => findingObject(finding, report.lines)));
    const separator = hasFindings && findings !== '' ? ',' : '';
    hasFindings ||= findings !== '';
    return separator + findings;
  };
  return {
    first: (report: FileReport) => {
      dialect = undefined;
      target = undefined;
      conversations = [];
      notChecked = [];
      ran = new Set();
      skipped = new Map();
      hasFindings = false;
      return `{"path":${jsonText(report.path)},"findings":[${add(report)}`;
    },
    more: (report: FileReport) => {
      const text = add(report);
      if (report.part !== 'last') return text;
      const rest = jsonText({ dialect: dialect ?? null, target: target ?? null }).slice(1, -1);
      const rules = jsonText({ ran: [...ran].sort(), skipped: [...skipped.values()].sort(byRule) }).slice(1, -1);
      const coverage = `{${rules},"notChecked":[${notChecked.join(',')}]}`;
      return `${text}],${rest},"conversations":[${conversations.join(',')}],"coverage":${coverage}}`;
    },
  };
}

function byRule(a: SkippedRule, b: SkippedRule): number {
  return a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0;
}

function listedOf({ conversations, findings, isFiltered }: FileReport): FileReport['conversations'] {
  if (isFiltered !== true) return conversations;
  const faulty = new Set(findings.map(({ conversation }) => conversation));
  return conversations.filter(({ notChecked }, index) => notChecked !== undefined || faulty.has(index));
}

/** A list without its brackets. */
function listText(list: readonly unknown[]): string {
  return jsonText(list).slice(1, -1);
}

function conversationObject({ pointer, turns, side, target, isTargetChosen }: FileReport['conversations'][number]) {
  return { pointer, turns, side, target: { id: target, chosen: isTargetChosen } };
}

function fileObject(report: FileReport) {
  return {
    path: report.path,
    dialect: report.dialect ?? null,
    target: report.target ?? null,
    conversations: listedOf(report).map(conversationObject),
    findings: report.findings.map((finding) => findingObject(finding, report.lines)),
    coverage: coverageObject(report.coverage),
  };
}

function coverageObject({ ran, skipped, notChecked }: Coverage) {
  return { ran, skipped, notChecked: notChecked.map(partObject) };
}

function partObject({ reason, message, pointer, line }: NotChecked) {
  return { reason, message, pointer, line };
}

function findingObject(finding: Finding, lines: LineIndex) {
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    pointer: finding.pointer,
    range: rangeOf(lines, finding),
    related: finding.related.map((related) => ({
      message: related.message,
      pointer: related.pointer,
      range: rangeOf(lines, related),
    })),
    fixes: finding.fixes.map((fix) => fixObject(fix, lines)),
    ...(finding.providerError === undefined ? {} : { providerError: finding.providerError }),
  };
}

function fixObject({ title, safety, edits }: Fix, lines: LineIndex) {
  return {
    title,
    safety,
    edits: edits.map((edit) => ({ range: rangeOf(lines, edit), newText: edit.text })),
  };
}
