import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { SyntaxProblem } from '../json/scan';
import type { LiveFinding } from './finding';
import type { TextProblem } from './parse';

/** The fault of an entry that somebody is typing in; its offset counts from the entry's start. */
export function entryProblem(entry: JsonNode, problem: SyntaxProblem, isRows: boolean): TextProblem {
  const start = entry.start + problem.offset;
  let row: JsonNode = entry;
  while (row.parent?.parent !== undefined) row = row.parent;
  return {
    rule: 'syntax-error',
    start,
    end: start + problem.length,
    message: problem.message,
    row: isRows && typeof row.key === 'number' ? row.key : undefined,
    fix: undefined,
  };
}

const NONE: Rewrite = new Map();

export function textFinding(problem: TextProblem, severity: LiveFinding['severity']): LiveFinding {
  const { fix } = problem;
  return {
    rule: problem.rule,
    severity,
    message: problem.message,
    start: problem.start,
    end: problem.end,
    pointer: problem.row === undefined ? '' : `/${problem.row}`,
    related: [],
    fixes: fix === undefined ? [] : [{ title: fix.title, safety: 'unsafe', edits: fix.edits }],
    conversation: -1,
    // A choice: what somebody meant by a row that does not parse is a guess, if a good one.
    proposals: () =>
      fix === undefined ? [] : [{ title: fix.title, safety: 'unsafe', rewrite: NONE, edits: fix.edits }],
  };
}
