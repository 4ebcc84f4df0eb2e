import type { LegalStarts } from './starts';

/** Tokens: `limit` before the first move, when nothing is put in front of the window, and `room` from then on. */
export interface StepRooms {
  readonly step: number;
  readonly limit: number;
  readonly room: number;
}

/**
 * Where the window stands after so many turns, when it moved only as they filled it (docs/design/windows.md, "Steps"): it
 * stands still until it is over its room, and then frees `step` tokens more than needed. It depends on nothing behind the turn
 * that fills it, so that a longer history has the same start until then and a prompt cache can serve what they share. Linear
 * over all prefixes.
 */
export class StepPlan {
  private readonly legal: LegalStarts;
  private readonly rooms: StepRooms;
  /** Tokens of the entries in front of an index. */
  private readonly before: (at: number) => number;
  private start: number;
  private end: number;
  private allowed: number;

  constructor(legal: LegalStarts, rooms: StepRooms, first: number, before: (at: number) => number) {
    this.legal = legal;
    this.rooms = rooms;
    this.before = before;
    this.start = first;
    this.end = first;
    this.allowed = rooms.limit;
  }

  /** For a prefix of `end` entries; prefixes come in order, the shorter first. */
  startAt(end: number): number {
    while (this.end < end) this.add(++this.end);
    return this.start;
  }

  private add(end: number): void {
    if (this.before(end) - this.before(this.start) <= this.allowed) return;
    const { step, room } = this.rooms;
    // More may be asked for than the budget has, or than the turns allow: then as far as needed. In the middle of an exchange
    // nothing is legal yet, and a later turn decides.
    const moved = this.target(end, room - step) ?? this.target(end, room);
    if (moved === undefined) return;
    this.start = moved;
    this.allowed = room;
  }

  /** The first legal start behind the one now that leaves no more than `tokens`. */
  private target(end: number, tokens: number): number | undefined {
    let low = this.start + 1;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.before(end) - this.before(middle) <= tokens) high = middle;
      else low = middle + 1;
    }
    return this.legal.next(low, end);
  }
}
