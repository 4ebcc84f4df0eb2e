import { type DialectName, dialects } from '../dialects/index';
import type { Side } from '../model/types';
import { ruleMetas } from '../rules/index';
import { type RuleMeta, type SeveritySetting, severityIn } from '../rules/types';

/** A rule of the catalogue, as programs may know it. */
export interface RuleEntry {
  readonly id: string;
  /** Earlier ids, which go on to mean the rule. */
  readonly aliases?: readonly string[];
  /** One sentence without the value: what is wrong. */
  readonly summary: string;
  /** By dialect, where no target's table and no configuration says otherwise; `off`: a target's table may list it. */
  readonly severity: Readonly<Record<DialectName, SeveritySetting>>;
  readonly sides: readonly Side[];
  /** What its best fix is: one that fix-all takes, one that is offered as a choice, or none. */
  readonly fixable: RuleMeta['fixable'];
}

export const ruleEntries: readonly RuleEntry[] = ruleMetas.map((meta) => {
  const { id, aliases, summary, sides, fixable } = meta;
  const severity = Object.fromEntries(dialects.map((dialect) => [dialect.id, severityIn(meta, dialect)]));
  return {
    id,
    ...(aliases !== undefined && { aliases }),
    summary,
    severity: severity as RuleEntry['severity'],
    sides,
    fixable,
  };
});
