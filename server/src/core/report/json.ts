import type { Finding, Fix } from '../engine/types';
import type { LineIndex } from '../text/lineIndex';
import { rangeOf } from './place';
import type { FileReport, Reporter } from './types';

/** For programs: one object, lines and columns zero-based in UTF-16 units as in the Language Server Protocol. */
export function jsonReporter(): Reporter {
  let isFirst = true;
  return {
    begin: () => '{"files":[',
    file: (report) => {
      const separator = isFirst ? '\n' : ',\n';
      isFirst = false;
      return separator + JSON.stringify(fileObject(report));
    },
    end: (summary) => `${isFirst ? '' : '\n'}],\n"summary":${JSON.stringify(summary)}}\n`,
  };
}

function fileObject(report: FileReport) {
  return {
    path: report.path,
    dialect: report.dialect ?? null,
    target: report.target ?? null,
    conversations: report.conversations.map(({ pointer, turns, side }) => ({ pointer, turns, side })),
    findings: report.findings.map((finding) => findingObject(finding, report.lines)),
  };
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
