import type { LossLog } from '../transfer/lossLog';
import type { Loss } from '../transfer/types';
import type { ConversionFault, ConversionProblem } from './convertTypes';

export function refusedCalls(lossLog: LossLog): ConversionProblem[] {
  return lossLog.refused.map(({ rule, pointer, message }) => refusal(rule, pointer, message));
}

export function nothingFound(left: readonly Loss[]): ConversionProblem {
  const why = left.length > 0 ? ': those that are in it are left as they are' : '';
  return refusal(
    'nothing-to-convert',
    '',
    `No conversation to convert was found${why}. Name the dialect of the source, or another file.`,
  );
}

export function refusal(rule: ConversionFault, pointer: string, message: string): ConversionProblem {
  return { rule, severity: 'error', pointer, message, related: [] };
}
