import type { TargetProfile, TargetRule } from './types';

/**
 * The union of what any provider rejects, computed. Rows keep their gates and options; the texts go, since no one provider
 * speaks. Where two providers want opposite things of one value (arguments as text, arguments as an object) the wire shape's
 * own provider decides.
 */
export function strictOf(providers: readonly TargetProfile[]): TargetProfile {
  const rules: Record<string, TargetRule[]> = {};
  for (const profile of providers) {
    for (const [rule, listed] of Object.entries(profile.rules)) {
      const rows = 'severity' in listed ? [listed] : listed;
      for (const row of rows) {
        const dialects = (row.when?.dialects ?? profile.dialects).filter((dialect) => !isOpposed(rule, dialect));
        if (dialects.length === 0) continue;
        const { error: _, ...rest } = row;
        rules[rule] ??= [];
        rules[rule].push({ ...rest, when: { ...row.when, dialects } });
      }
    }
  }
  for (const rows of Object.values(rules)) rows.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  return {
    id: 'strict',
    name: 'some provider',
    dialects: ['flat', 'chat', 'messages'],
    models: [],
    paths: 'dots',
    rules,
  };
}

const RANK = { error: 0, warning: 1, info: 2, hint: 3 } as const;

function isOpposed(rule: string, dialect: string): boolean {
  return rule === 'tool-arguments-not-object' && dialect === 'chat';
}
