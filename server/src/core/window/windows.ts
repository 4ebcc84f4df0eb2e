import type { Rewrite } from '../json/rewrite';
import { sourceOf } from '../json/valueNode';
import { pairingOf } from '../model/pairing/asSent';
import type { Conversation } from '../model/types';
import { type Choice, cutOf, type Explanation, everythingFits, reasonOf } from './explain';
import { type Gap, GapWriter } from './gaps';
import { type LegalStarts, Starts } from './starts';
import { StepPlan } from './steps';
import type { TrimOptions, WindowProblem } from './types';

/** Where a window starts and what it comes to. Indices are behind the leading instructions. */
export interface PlacedWindow {
  readonly start: number;
  /** The entry that is pinned in front of the start. */
  readonly head: number | undefined;
  /** What is written in place of what is cut; undefined where the window is a plain suffix. */
  readonly gap: Gap | undefined;
  /** Instructions left out. */
  readonly tokens: number;
  readonly problem: WindowProblem | undefined;
}

/** The same, with what its explanation is worked out from. */
export interface ChosenWindow extends PlacedWindow {
  /** Length of the prefix that it is the window of. */
  readonly end: number;
  /** Where what is left out was worked out; undefined where nothing is. */
  readonly layout: Layout | undefined;
  /** Why it starts there, where that was clear at once. */
  readonly said: string | undefined;
}

/** What depends on where a window may start first. */
export interface Layout {
  readonly first: number;
  readonly head: number | undefined;
  readonly gaps: GapWriter;
  /** Tokens left for the tail behind a head and a marker, counted apart. */
  readonly room: number;
  readonly plan: StepPlan | undefined;
}

/**
 * The windows of one conversation and of each of its prefixes (docs/design/windows.md, "Trim"): one code, so that what replay
 * says is what trimming does. Every entry is counted once, and all prefixes together cost little more than the longest.
 */
export class Windows {
  readonly instructions: number;
  /** Entries behind the instructions. */
  readonly size: number;
  /** Tokens of every entry, instructions included. */
  readonly counts: readonly number[];
  private readonly conversation: Conversation;
  private readonly options: TrimOptions;
  private readonly clean: LegalStarts;
  private readonly tails: LegalStarts;
  private readonly sums: Float64Array;
  /** By the first legal start, which a late result may move. */
  private readonly layouts = new Map<number, Layout>();

  constructor(conversation: Conversation, options: TrimOptions) {
    const starts = new Starts(conversation, pairingOf(conversation));
    const { messages } = conversation;
    this.conversation = conversation;
    // Nothing can be put in the place of what is cut where nothing is written.
    const isWritten = conversation.dialect.edit !== undefined;
    this.options = isWritten ? options : { ...options, pinHead: false, summary: undefined };
    this.instructions = starts.instructions;
    this.size = messages.length - starts.instructions;
    this.clean = starts.of('clean');
    this.tails = starts.of('tail');
    const { count, countMessage = (message) => count(sourceOf(message.node)) } = options;
    this.counts = messages.map(countMessage);
    this.sums = prefixSums(this.counts.slice(this.instructions));
  }

  /** The window on the first `end` entries. Prefixes come in order, the shorter first. */
  windowAt(end = this.size): ChosenWindow {
    const { options } = this;
    if (!(options.budget > 0)) {
      const message = `The budget is ${options.budget}, so nothing can be sent. It must be above zero.`;
      return this.unchanged(end, { kind: 'no-budget', message });
    }
    const first = this.clean.next(0, end);
    if (first === undefined) {
      const what = end === 0 ? 'There is nothing to send' : 'No entry is a user turn without results';
      return this.unchanged(end, { kind: 'no-legal-window', message: `${what}, so a window may start nowhere.` });
    }
    const layout = this.layoutOf(first);
    if (this.tokensAt(layout, first, end) <= options.budget) {
      return this.chosen(layout, first, end, everythingFits(first, this.clean.nextFlagged(0)));
    }
    return layout.head === undefined ? this.plain(layout, end) : this.pinned(layout, layout.head, end);
  }

  /** The change of the list that leaves the window. */
  rewriteAt({ start, head, gap }: PlacedWindow): Rewrite {
    const { conversation, instructions } = this;
    const rewrite: Rewrite = new Map(gap?.changes);
    const list = conversation.messages.slice(instructions);
    const remove = list.filter((_, at) => at < start && at !== head).map(({ node }) => node);
    const first = list[start];
    if (gap?.isJoined === true && first !== undefined) remove.push(first.node);
    const insert = gap?.added === undefined ? [] : [{ index: instructions + start, items: [gap.added] }];
    if (remove.length + insert.length > 0) rewrite.set(conversation.list, { kind: 'splice', remove, insert });
    return rewrite;
  }

  /** Why a window starts where it does. Asked apart: nobody wants it of each prefix. */
  explain({ start, head, tokens, end, layout, said }: ChosenWindow): Explanation {
    if (layout === undefined) return { cut: 0, reason: said ?? '' };
    const { budget, step = 0, summary } = this.options;
    const choice: Choice = {
      ...{ start, head, tokens, end, budget, unit: this.unit },
      step: layout.plan === undefined ? undefined : step,
      legal: head === undefined ? this.clean : this.tails,
      between: (from, to) => this.between(from, to),
      // Nobody is asked for one more summary only to be sure of this.
      fits: (at) => typeof summary === 'function' || this.tokensAt(layout, at, end) <= budget,
    };
    const cut = cutOf(choice);
    return { cut, reason: said ?? reasonOf(choice, cut) };
  }

  private layoutOf(first: number): Layout {
    let layout = this.layouts.get(first);
    if (layout === undefined) {
      layout = this.layOut(first);
      this.layouts.set(first, layout);
    }
    return layout;
  }

  private layOut(first: number): Layout {
    const { conversation, instructions, options, counts } = this;
    const isPinned = options.pinHead === true;
    const head = isPinned ? first : undefined;
    const countOf = (at: number) => counts[instructions + at] ?? 0;
    const gaps = new GapWriter(conversation, instructions, head, options, countOf);
    const limit = options.budget - gaps.headTokens;
    const room = isPinned ? limit - gaps.markerTokens : limit;
    const { step } = options;
    const legal = isPinned ? this.tails : this.clean;
    const plan =
      step !== undefined && step > 0
        ? new StepPlan(legal, { step, limit, room }, isPinned ? first + 1 : first, (at) => this.sums[at] ?? 0)
        : undefined;
    return { first, head, gaps, room, plan };
  }

  /** A suffix of the list, with a summary in front where one is asked for. */
  private plain(layout: Layout, end: number): ChosenWindow {
    const { clean, options } = this;
    const { plan, first } = layout;
    const cut = this.fitting(end, options.budget);
    const next = (from: number) => this.firstWithin(layout, end, (at) => clean.next(at, end), from);
    // A late result may have made the place illegal where the plan stands.
    const start = (plan === undefined ? undefined : next(plan.startAt(end))) ?? next(cut);
    if (start !== undefined) return this.chosen(layout, start, end);
    return this.unfitting(layout, end, clean.last(end, end) ?? first);
  }

  /** The head, a marker, and a tail that may begin with an assistant turn too. */
  private pinned(layout: Layout, head: number, end: number): ChosenWindow {
    const { tails, options } = this;
    const { budget } = options;
    const { plan, room } = layout;
    const cut = this.fitting(end, room);
    // Directly behind the head there would be no gap, and that is more than fits.
    const legal = (from: number) => tails.next(Math.max(from, head + 2), end);
    const next = (from: number) => this.firstWithin(layout, end, legal, from);
    let start = plan === undefined ? undefined : next(plan.startAt(end));
    if (start === undefined) {
      start = legal(cut);
      // The room is what is left when parts are counted apart; what they come to together decides.
      let before = tails.last(start ?? end, end);
      while (before !== undefined && before >= head + 2 && this.tokensAt(layout, before, end) <= budget) {
        start = before;
        before = tails.last(before, end);
      }
      start = start === undefined ? undefined : next(start);
    }
    if (start !== undefined) return this.chosen(layout, start, end);
    const last = tails.last(end, end);
    return this.unfitting(layout, end, last === undefined || last < head + 2 ? head : last);
  }

  /** No window fits: a newest entry that is a clean user turn is kept all the same, another window when that is asked for. */
  private unfitting(layout: Layout, end: number, last: number): ChosenWindow {
    const { budget, onEmpty } = this.options;
    const { first } = layout;
    // A marker or a summary can be more than what it stands for.
    const start = this.tokensAt(layout, first, end) < this.tokensAt(layout, last, end) ? first : last;
    const smallest = this.tokensAt(layout, start, end);
    const isNewest = this.clean.has(end - 1, end);
    if (isNewest || onEmpty === 'extend') {
      const over = smallest - budget;
      const what = isNewest ? 'The newest entry is kept' : 'The smallest legal window is taken';
      const message = `${what} although that is ${over} ${this.unit} over the budget of ${budget}.`;
      return this.chosen(layout, start, end, message, { kind: 'over-budget', message, over });
    }
    const message = `No legal window fits ${budget} ${this.unit}: none of the entries that do is a user turn without results. The smallest budget with a legal window is ${smallest}; it starts at entry ${start}.`;
    return this.unchanged(end, { kind: 'no-legal-window', message, smallestBudget: smallest, start });
  }

  /** The first legal start from an index on whose window fits: what is put in front of it counts too. */
  private firstWithin(
    layout: Layout,
    end: number,
    legal: (from: number) => number | undefined,
    from: number,
  ): number | undefined {
    let start = legal(from);
    while (start !== undefined && this.tokensAt(layout, start, end) > this.options.budget) start = legal(start + 1);
    return start;
  }

  private chosen(layout: Layout, start: number, end: number, said?: string, problem?: WindowProblem): ChosenWindow {
    const head = layout.head !== undefined && layout.head < start ? layout.head : undefined;
    const gap = layout.gaps.hasGap(start) ? layout.gaps.gapAt(start) : undefined;
    return { start, head, gap, tokens: this.tokensAt(layout, start, end), end, layout, said, problem };
  }

  /** The list as it is, and why. */
  private unchanged(end: number, problem: WindowProblem): ChosenWindow {
    const tokens = this.between(0, end);
    const said = problem.message;
    return { start: 0, head: undefined, gap: undefined, tokens, end, layout: undefined, said, problem };
  }

  /** Tokens of the window that starts there, with all that is put into it. */
  private tokensAt({ head, gaps }: Layout, start: number, end: number): number {
    if (gaps.hasGap(start)) return gaps.gapAt(start).tokens + this.between(start + 1, end);
    return this.between(head !== undefined && head < start ? head : start, end);
  }

  private get unit(): string {
    return this.options.unit ?? 'tokens';
  }

  private between(start: number, end: number): number {
    return (this.sums[end] ?? 0) - (this.sums[start] ?? 0);
  }

  /** Where the walk from the newest entry back stops: what follows fits, and the newest is kept whatever it costs. */
  private fitting(end: number, budget: number): number {
    let low = 0;
    let high = Math.max(0, end - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.between(middle, end) <= budget) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function prefixSums(counts: readonly number[]): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (const [at, count] of counts.entries()) sums[at + 1] = (sums[at] ?? 0) + count;
  return sums;
}
