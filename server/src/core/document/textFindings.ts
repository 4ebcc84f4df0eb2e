import type { Rewrite } from '../json/rewrite';
import type { LiveFinding } from '../lint/finding';
import type { TextProblem } from './parse';

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
      fix === undefined
        ? []
        : [{ title: fix.title, does: { kind: 'repair-row' }, safety: 'unsafe', rewrite: NONE, edits: fix.edits }],
  };
}
