import type { JsonNode } from '../json/node';
import type { Dialect, Side, Tier } from '../model/types';

/** The way from the root of a search to a place: child indexes, the last one first. */
export interface Path {
  readonly above: Path | undefined;
  readonly index: number;
}

/** A conversation as the search finds it; the dialect is undefined where plain role and text leave it open. */
export interface Found {
  readonly list: JsonNode;
  readonly isLone: boolean;
  readonly body: JsonNode | undefined;
  readonly side: Side;
  readonly tier: Tier;
  /** It stands in an instrument's record. */
  readonly isTrace: boolean;
  readonly dialect: Dialect | undefined;
  readonly signatures: readonly number[];
  readonly path: Path | undefined;
}

/** In document order, with or without offsets. */
export function sortFound(found: readonly Found[]): readonly Found[] {
  if (found.length < 2) return found;
  return found
    .map((one) => ({ one, steps: stepsOf(one.path) }))
    .sort((a, b) => compareSteps(a.steps, b.steps))
    .map(({ one }) => one);
}

function stepsOf(path: Path | undefined): number[] {
  const steps: number[] = [];
  for (let at = path; at !== undefined; at = at.above) steps.push(at.index);
  return steps.reverse();
}

function compareSteps(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
