import type { Problem } from '../lint/problems';
import type { LossLog } from '../transfer/lossLog';
import type { Loss } from '../transfer/types';

export function refusedCalls(lossLog: LossLog): Problem[] {
  return lossLog.refused.map(({ rule, pointer, message }) => refusal(rule, pointer, message));
}

export function nothingFound(left: readonly Loss[]): Problem {
  const why = left.length > 0 ? ': those that are in it are left as they are' : '';
  return refusal(
    'nothing-to-convert',
    '',
    `No conversation to convert was found${why}. Name the dialect of the source, or another file.`,
  );
}

export function refusal(rule: string, pointer: string, message: string): Problem {
  return { rule, severity: 'error', pointer, message, related: [] };
}
