import { type RuleId, ruleIds } from '../rules/ids';
import { asRows } from './rows';
import type { TargetProfile, TargetRule, TargetTable } from './types';

/**
 * The union of what any provider rejects, computed. Rows keep their gates and options; the texts go, since no one provider
 * speaks. Where two providers want opposite things of one value (arguments as text, arguments as an object) the wire shape's
 * own provider decides.
 */
export function strictOf(providers: readonly TargetProfile[]): TargetProfile {
  const rules: Partial<Record<RuleId, TargetRule[]>> = {};
  for (const rule of ruleIds) {
    const rows = providers.flatMap((profile) =>
      asRows(profile.rules[rule]).flatMap((row) => opened(rule, row, profile)),
    );
    if (rows.length > 0) rules[rule] = rows.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  }
  return {
    id: 'strict',
    name: 'some provider',
    dialects: [...new Set(providers.flatMap(({ dialects }) => dialects))],
    models: [],
    signsAs: 'anthropic',
    paths: 'dots',
    // Each row comes out of such a table, from under the same rule.
    rules: rules as TargetTable,
  };
}

function opened(rule: RuleId, { error: _, ...row }: TargetRule, profile: TargetProfile): TargetRule[] {
  const dialects = (row.when?.dialects ?? profile.dialects).filter((dialect) => !isOpposed(rule, dialect));
  return dialects.length === 0 ? [] : [{ ...row, when: { ...row.when, dialects } }];
}

const RANK = { error: 0, warning: 1, info: 2, hint: 3 } as const;

function isOpposed(rule: RuleId, dialect: string): boolean {
  return rule === 'tool-arguments-not-object' && dialect === 'chat';
}
