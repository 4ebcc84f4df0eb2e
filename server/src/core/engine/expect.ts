import type { JsonNode } from '../json/node';
import { pointerOf } from '../json/node';
import { changeProperties, type Rewrite } from '../json/rewrite';
import type { ParsedText } from './parse';
import type { Report } from '../rules/types';
import { type LiveFinding, toFinding } from './finding';

/** A fault that the file declares it is meant to have (spec 01, "What must not be flagged" 10). */
interface Expectation {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly node: JsonNode;
  /** Only findings at or under this pointer count; `''` for the whole file. */
  readonly scope: string;
  readonly remove: () => Rewrite | undefined;
}

/** Hides the findings that the file expects, and reports each expectation that nothing met. */
export function applyExpectations(
  parsed: ParsedText,
  findings: readonly LiveFinding[],
  configured: readonly string[],
): LiveFinding[] {
  const { root } = parsed;
  if (root === undefined) return [...findings];
  const expected = [...inObjects(root), ...inComments(parsed, root), ...configured.map((rule) => ofFile(rule, root))];
  if (expected.length === 0) return [...findings];
  const met = new Set<Expectation>();
  const kept = findings.filter((finding) => {
    const meets = expected.filter(({ rule, scope }) => rule === finding.rule && isUnder(finding.pointer, scope));
    for (const expectation of meets) met.add(expectation);
    return meets.length === 0;
  });
  return [...kept, ...expected.filter((one) => !met.has(one)).map((one) => missing(one, root))];
}

function isUnder(pointer: string, scope: string): boolean {
  return scope === '' || pointer === scope || pointer.startsWith(`${scope}/`);
}

/** `"transcriptLint": {"expect": [...]}` in the root object, in each row, or in each element of a root array. */
function inObjects(root: JsonNode): Expectation[] {
  const holders = root.kind === 'array' ? root.items() : [root];
  return holders.flatMap((holder) => {
    const list = holder.kind === 'object' ? holder.get('transcriptLint')?.get('expect') : undefined;
    return (list?.items() ?? []).flatMap((node): Expectation[] => {
      if (node.kind !== 'string' || list === undefined) return [];
      const remove = (): Rewrite => new Map([[list, { kind: 'splice', remove: [node], insert: [] }]]);
      return [{ rule: node.text(), start: node.start, end: node.end, node, scope: pointerOf(holder), remove }];
    });
  });
}

const COMMENT = 'transcript-lint-expect:';

/** `// transcript-lint-expect: rule, rule` anywhere in the file; the words in a string value are no comment. */
function inComments(parsed: ParsedText, root: JsonNode): Expectation[] {
  const { text } = parsed.source;
  const found: Expectation[] = [];
  for (let at = text.indexOf(COMMENT); at >= 0; at = text.indexOf(COMMENT, at + COMMENT.length)) {
    const lineStart = text.lastIndexOf('\n', at) + 1;
    const lead = text.slice(lineStart, at);
    const opener = lead.lastIndexOf('//');
    if (opener < 0 || lead.slice(opener + 2).trim() !== '' || isInString(lead.slice(0, opener))) continue;
    const feed = text.indexOf('\n', at);
    const list = text.slice(at + COMMENT.length, feed < 0 ? text.length : feed);
    for (const match of list.matchAll(/[a-z-]+/g)) {
      const start = at + COMMENT.length + match.index;
      found.push({ rule: match[0], start, end: start + match[0].length, node: root, scope: '', remove: () => undefined });
    }
  }
  return found;
}

/** A JSON string ends on its line, so an odd number of unescaped quotes before a place means that it lies in one. */
function isInString(lead: string): boolean {
  let isOpen = false;
  for (let i = 0; i < lead.length; i++) {
    if (lead[i] === '\\' && isOpen) i++;
    else if (lead[i] === '"') isOpen = !isOpen;
  }
  return isOpen;
}

function ofFile(rule: string, root: JsonNode): Expectation {
  return { rule, start: root.start, end: Math.min(root.start + 1, root.end), node: root, scope: '', remove: () => undefined };
}

function missing(expectation: Expectation, root: JsonNode): LiveFinding {
  const { rule, start, end, node } = expectation;
  const rewrite = expectation.remove();
  const report: Report = {
    at: { start, end, node },
    message: `Expected a "${rule}" finding, and there is none. Remove the expectation or restore the fault.`,
    fixes: () => (rewrite === undefined ? [] : [{ title: 'Remove the expectation', safety: 'safe', rewrite }]),
  };
  return toFinding({ rule: 'expected-fault-missing', severity: 'error', report, row: undefined }, root, -1);
}
