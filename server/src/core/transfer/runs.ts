import type { LossLog } from './lossLog';
import type { Turn } from './types';

/**
 * The turns with those that may move behind the results of a call, where they stand between a call and a result: what is read
 * as if it stood in front, or is no result any more, would tear the two apart.
 */
export function behindRuns(
  turns: readonly Turn[],
  mayMove: (turn: Turn) => boolean,
  lossLog: LossLog,
): readonly Turn[] {
  const placed: Turn[] = [];
  let waiting: Turn[] = [];
  let told = 0;
  let isOpen = false;
  const release = () => {
    for (const turn of waiting) placed.push(turn);
    waiting = [];
    told = 0;
  };
  for (const turn of turns) {
    if (isOpen && mayMove(turn)) {
      waiting.push(turn);
      continue;
    }
    if (isOpen && !turn.isRaw && turn.parts.some(({ kind }) => kind === 'result')) {
      for (const { at } of waiting.slice(told)) {
        lossLog.lose(at, 'its place between a call and its results: it goes behind them');
      }
      told = waiting.length;
      placed.push(turn);
      if (holdsOnlyResults(turn)) continue;
      isOpen = false;
      release();
      continue;
    }
    release();
    placed.push(turn);
    isOpen = turn.parts.some(({ kind }) => kind === 'call');
  }
  release();
  return placed;
}

export function holdsOnlyResults({ isRaw, parts }: Turn): boolean {
  return !isRaw && parts.length > 0 && parts.every(({ kind }) => kind === 'result');
}
