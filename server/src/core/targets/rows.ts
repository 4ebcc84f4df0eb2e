import type { RuleId } from '../rules/ids';
import type { TargetRule, TargetTable } from './types';

const NONE: readonly TargetRule[] = [];

/** A row may stand for a list of one. */
export function asRows(listed: TargetTable[RuleId]): readonly TargetRule[] {
  if (listed === undefined) return NONE;
  return 'severity' in listed ? [listed] : listed;
}
