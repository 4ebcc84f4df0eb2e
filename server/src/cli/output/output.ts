import { type Finding, type Severity, visible } from '../../core/index';
import type { ExitCode } from '../io';

const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2, hint: 3 };

export const severities = Object.keys(RANKS) as readonly Severity[];

/** The findings that are at least as severe as the person asked for. */
export function atLeast(findings: readonly Finding[], least: Severity): readonly Finding[] {
  return findings.filter(({ severity }) => RANKS[severity] <= RANKS[least]);
}

/** Words for a terminal that may quote what somebody wrote; their line ends stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** What failed outranks what was found. */
export function exitCodeOf(
  hasFailed: boolean,
  found: { readonly errors: number; readonly warnings: number },
  maxWarnings: number = Number.POSITIVE_INFINITY,
): ExitCode {
  if (hasFailed) return 2;
  return found.errors > 0 || found.warnings > maxWarnings ? 1 : 0;
}
