import type { Call, Message } from '../types';
import { idsOf } from './resultIds';

/** What the walk has to know of what is still to come. */
export interface LookAhead {
  /** Calls whose id a result follows before a later turn declares the id again. */
  readonly isFollowed: ReadonlySet<Call>;
  /** The first call of each id, for results that come before it. */
  readonly declares: ReadonlyMap<string, Call>;
}

/** Looks ahead once for all ids: which calls a result follows in time, and which call declares an id first. */
export function lookAhead(walked: readonly Message[], turns: readonly number[]): LookAhead {
  const isFollowed = new Set<Call>();
  const declares = new Map<string, Call>();
  /** For each id, what comes next when walking backwards: a result, or a call of which turn and whether that is followed. */
  const next = new Map<string, { turn: number; isFollowed: boolean }>();
  const RESULT = -1;
  for (let at = walked.length - 1; at >= 0; at--) {
    const message = walked[at];
    if (message === undefined) continue;
    const turn = turns[at] ?? 0;
    if (message.calls.length === 0 && message.results.length === 0) continue;
    for (let i = message.parts.length - 1; i >= 0; i--) {
      const part = message.parts[i];
      if (part === undefined) continue;
      if (part.kind === 'result') for (const id of idsOf(part)) next.set(id.text, { turn: RESULT, isFollowed: true });
      if (part.kind !== 'call' || message.role !== 'assistant' || part.id.fault !== undefined) continue;
      const then = next.get(part.id.text);
      const followed = then !== undefined && (then.turn === RESULT || then.turn === turn) && then.isFollowed;
      if (followed) isFollowed.add(part);
      next.set(part.id.text, { turn, isFollowed: followed });
      declares.set(part.id.text, part);
    }
  }
  return { isFollowed, declares };
}
