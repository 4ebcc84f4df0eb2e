import type { Conversation } from '../model/types';
import type { DialectWriter } from '../model/writer';
import { Assembler } from './assemble';
import { planSteps } from './steps';
import type { EntryFate, TrimmedWindow, TrimOptions, WindowProblem } from './types';

/**
 * Leaves the oldest entries out so that the rest fits the budget, and starts only where the list stays valid (spec 05, "Trim").
 * A pure function of the conversation; its cost grows with the conversation's length, and every entry is counted once.
 */
export function trimConversation(
  conversation: Conversation,
  options: TrimOptions,
  write: DialectWriter,
): TrimmedWindow {
  const window = new Assembler(conversation, options, write);
  if (!(options.budget > 0)) {
    const message = `The budget is ${options.budget}, so nothing can be sent. It must be above zero.`;
    return unchanged(window, { kind: 'no-budget', message });
  }
  const first = window.isClean.indexOf(true);
  if (first < 0) {
    const what = window.size === 0 ? 'There is nothing to send' : 'No entry is a user turn without results';
    return unchanged(window, { kind: 'no-legal-window', message: `${what}, so a window may start nowhere.` });
  }
  if (window.tokensAt(first) <= options.budget) {
    const reason = first === 0 ? 'Everything fits.' : 'Everything behind the first user turn fits.';
    return chosen(window, first, 0, reason);
  }
  return window.head === undefined ? plain(window, options) : pinned(window, window.head, options);
}

/** A suffix of the list, with a summary in front where one is asked for. */
function plain(window: Assembler, options: TrimOptions): TrimmedWindow {
  const { isClean } = window;
  const cut = fitting(window, options.budget);
  let start = nextTrue(isClean, cut);
  if (isStepped(options)) {
    const { step, budget } = options;
    start = nextTrue(isClean, planSteps(window, isClean, isClean.indexOf(true), { step, limit: budget, room: budget }));
  }
  // What is put in front of the window counts too.
  while (start !== undefined && window.tokensAt(start) > options.budget) start = nextTrue(isClean, start + 1);
  if (start !== undefined) return chosen(window, start, cut, reasonOf(window, cut, start, options));
  return unfitting(window, isClean.lastIndexOf(true), cut, options);
}

/** The head, a marker, and a tail that may begin with an assistant turn too. */
function pinned(window: Assembler, head: number, options: TrimOptions): TrimmedWindow {
  const { isTailStart, size } = window;
  const { budget } = options;
  const room = budget - window.headTokens - window.markerTokens;
  const cut = fitting(window, room);
  // Directly behind the head there would be no gap, and that is more than fits.
  const legal = (from: number) => nextTrue(isTailStart, Math.max(from, head + 2));
  let start: number | undefined;
  if (isStepped(options)) {
    const rooms = { step: options.step, limit: budget - window.headTokens, room };
    start = legal(planSteps(window, isTailStart, head + 1, rooms));
  } else {
    start = legal(cut);
    // The room is what is left when parts are counted apart; what they come to together decides.
    let before = isTailStart.lastIndexOf(true, (start ?? size) - 1);
    while (before >= head + 2 && window.tokensAt(before) <= budget) {
      start = before;
      before = isTailStart.lastIndexOf(true, before - 1);
    }
  }
  while (start !== undefined && window.tokensAt(start) > budget) start = legal(start + 1);
  if (start !== undefined) return chosen(window, start, cut, reasonOf(window, cut, start, options));
  const last = isTailStart.lastIndexOf(true);
  return unfitting(window, last < head + 2 ? head : last, cut, options);
}

/** No window fits: a newest entry that is a clean user turn is kept all the same, another window only when that is asked for. */
function unfitting(window: Assembler, last: number, cut: number, options: TrimOptions): TrimmedWindow {
  const { size, isClean } = window;
  const { budget } = options;
  const first = isClean.indexOf(true);
  // A marker or a summary can be more than what it stands for.
  const start = window.tokensAt(first) < window.tokensAt(last) ? first : last;
  const smallest = window.tokensAt(start);
  const isNewest = isClean[size - 1] === true;
  if (isNewest || options.onEmpty === 'extend') {
    const over = smallest - budget;
    const what = isNewest ? 'The newest entry is kept' : 'The smallest legal window is taken';
    const message = `${what} although that is ${over} tokens over the budget of ${budget}.`;
    return chosen(window, start, cut, message, { kind: 'over-budget', message, over });
  }
  const message = `No legal window fits ${budget} tokens: none of the entries that do is a user turn without results. The smallest budget with a legal window is ${smallest}; it starts at entry ${start}.`;
  return unchanged(window, { kind: 'no-legal-window', message, smallestBudget: smallest, start });
}

function chosen(window: Assembler, start: number, cut: number, reason: string, problem?: WindowProblem): TrimmedWindow {
  const { size, head, instructions } = window;
  const fates: EntryFate[] = new Array<EntryFate>(instructions).fill('instructions');
  let dropped = 0;
  for (let at = 0; at < size; at++) {
    const isHead = at === head && at < start;
    fates.push(isHead ? 'head' : at >= start ? 'kept' : at < cut ? 'cut' : 'snap');
    if (at < start && !isHead) dropped++;
  }
  const { counts } = window;
  return {
    rewrite: window.rewriteAt(start),
    start,
    dropped,
    tokens: window.tokensAt(start),
    fates,
    counts,
    reason,
    problem,
  };
}

/** The list as it is, and why. */
function unchanged(window: Assembler, problem: WindowProblem): TrimmedWindow {
  const { size, instructions, counts } = window;
  const fates = [
    ...new Array<EntryFate>(instructions).fill('instructions'),
    ...new Array<EntryFate>(size).fill('kept'),
  ];
  const tokens = window.tokensFrom(0);
  return { rewrite: new Map(), start: 0, dropped: 0, tokens, fates, counts, reason: problem.message, problem };
}

function reasonOf(window: Assembler, cut: number, start: number, options: TrimOptions): string {
  const what = isStepped(options) ? `It makes room for ${options.step} tokens more than needed.` : '';
  if (start <= cut) return `With entry ${start - 1} the window would be over ${options.budget} tokens. ${what}`.trim();
  const where = window.head === undefined ? 'user turn without results' : 'turn that is no result';
  return `What fits ${options.budget} tokens begins at entry ${cut}; the next ${where} is entry ${start}. ${what}`.trim();
}

function isStepped(options: TrimOptions): options is TrimOptions & { readonly step: number } {
  return options.step !== undefined && options.step > 0;
}

/** Where the walk from the newest entry back stops: what follows fits, and the newest is kept whatever it costs. */
function fitting(window: Assembler, budget: number): number {
  let low = 0;
  let high = Math.max(0, window.size - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (window.tokensFrom(middle) <= budget) high = middle;
    else low = middle + 1;
  }
  return low;
}

function nextTrue(flags: readonly boolean[], from: number): number | undefined {
  const found = flags.indexOf(true, Math.max(0, from));
  return found < 0 ? undefined : found;
}
