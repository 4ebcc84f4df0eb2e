import type { Dialect, Side, Tier } from '../dialects/index';
import type { JsonNode } from '../json/node';

/** A conversation as the search finds it; the dialect is undefined where plain role and text leave it open. */
export interface Found {
  readonly list: JsonNode;
  readonly isLone: boolean;
  readonly body: JsonNode | undefined;
  readonly side: Side;
  readonly tier: Tier;
  readonly dialect: Dialect | undefined;
  readonly signatures: readonly number[];
  /** Child indexes from the root of the search: document order, with or without offsets. */
  readonly path: readonly number[];
}

/** In document order. */
export function sortFound(found: readonly Found[]): readonly Found[] {
  return [...found].sort((a, b) => comparePaths(a.path, b.path));
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
