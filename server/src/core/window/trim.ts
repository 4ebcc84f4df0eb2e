import type { Conversation } from '../model/types';
import type { EntryFate, TrimmedWindow, TrimOptions, WindowProblem } from './types';
import { Windows } from './windows';

/**
 * Leaves the oldest entries out so that the rest fits the budget, and starts only where the list stays valid
 * (docs/design/windows.md, "Trim"). A pure function of the conversation; its cost grows with the conversation's length, and
 * every entry is counted once.
 */
export function trimConversation(conversation: Conversation, options: TrimOptions): TrimmedWindow {
  const windows = new Windows(conversation, options);
  const { dialect } = conversation;
  if (dialect.edit === undefined) {
    const message = `Nothing is written in the shape of ${dialect.name}, so nothing is left out of it.`;
    return untrimmed(windows, { kind: 'no-legal-window', message });
  }
  const placed = windows.windowAt();
  const { start, head, tokens, problem } = placed;
  const { cut, reason } = windows.explain(placed);
  const { size, instructions, counts } = windows;
  const fates: EntryFate[] = new Array<EntryFate>(instructions).fill('instructions');
  let dropped = 0;
  for (let at = 0; at < size; at++) {
    const isHead = at === head;
    fates.push(isHead ? 'head' : at >= start ? 'kept' : at < cut ? 'cut' : 'snap');
    if (at < start && !isHead) dropped++;
  }
  const isCut = problem === undefined || problem.kind === 'over-budget';
  const rewrite = isCut ? windows.rewriteAt(placed) : new Map();
  return { rewrite, start, dropped, tokens, fates, counts, reason, problem };
}

function untrimmed({ counts, instructions, size }: Windows, problem: WindowProblem): TrimmedWindow {
  const fates: EntryFate[] = [
    ...new Array<EntryFate>(instructions).fill('instructions'),
    ...new Array<EntryFate>(size).fill('kept'),
  ];
  const tokens = counts.slice(instructions).reduce((sum, count) => sum + count, 0);
  return { rewrite: new Map(), start: 0, dropped: 0, tokens, fates, counts, reason: problem.message, problem };
}
