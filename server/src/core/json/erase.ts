import type { Edit } from '../text/edits';
import type { List } from './list';
import { behindFirstBreak, behindLastBreak, commaBetween, marksBetween } from './trivia';

/**
 * Takes the members `from`..`to` out of a list, with a comma each and the lines that nothing else stands on. Comments around them
 * stay. When the last members go, the comma before them goes too, unless the list ends with a trailing comma.
 */
export function eraseMembers(list: List, from: number, to: number): Edit[] {
  const { text } = list;
  const start = from > 0 ? list.member(from - 1).end : list.open;
  const end = to < list.size ? list.member(to).start : list.close;
  const isTail = to === list.size;
  const hasTrailingComma = isTail && commaBetween(text, list.member(to - 1).end, list.close) !== undefined;
  const keepsComma = from > 0 && (!isTail || hasTrailingComma);
  const comma = keepsComma ? commaBetween(text, start, list.member(from).start) : undefined;
  const regionStart = comma?.end ?? start;
  const groups = groupsOf(list, from, to, regionStart, end);
  const whole = groups.length === 1 ? groups[0] : undefined;
  if (from === 0 && isTail && whole?.before === list.open && whole.after === list.close) {
    return [{ start: list.open, end: list.close, text: '' }];
  }
  return groups.map((group) => eraseGroup(text, group, group.before === list.open, group.after === list.close));
}

/** Members and commas in a row that go, between two things that stay. */
interface Group {
  readonly before: number;
  readonly start: number;
  readonly end: number;
  readonly after: number;
  readonly hasMember: boolean;
}

function groupsOf(list: List, from: number, to: number, regionStart: number, regionEnd: number): Group[] {
  const tokens: { start: number; end: number; kind: 'member' | 'comma' | 'comment' }[] = [];
  let at = regionStart;
  for (let i = from; i < to; i++) {
    const { start, end } = list.member(i);
    for (const mark of marksBetween(list.text, at, start)) tokens.push(mark);
    tokens.push({ start, end, kind: 'member' });
    at = end;
  }
  for (const mark of marksBetween(list.text, at, regionEnd)) tokens.push(mark);
  const groups: Group[] = [];
  let before = regionStart;
  let run: typeof tokens = [];
  const close = (after: number): void => {
    const start = run[0]?.start;
    const end = run.at(-1)?.end;
    if (start === undefined || end === undefined) return;
    groups.push({ before, start, end, after, hasMember: run.some(({ kind }) => kind === 'member') });
    run = [];
  };
  for (const token of tokens) {
    if (token.kind === 'comment') {
      close(token.start);
      before = token.end;
    } else run.push(token);
  }
  close(regionEnd);
  return groups;
}

function eraseGroup(text: string, group: Group, isFirst: boolean, isLast: boolean): Edit {
  const { before, start, end, after } = group;
  const lineStart = behindLastBreak(text, before, start);
  const nextLine = behindFirstBreak(text, end, after);
  if (lineStart >= 0 && nextLine >= 0) return { start: lineStart, end: nextLine, text: '' };
  if (lineStart >= 0) return { start, end: after, text: '' };
  if (nextLine >= 0) return { start: before, end, text: '' };
  // All on one line: one side's white space goes, so that brackets keep theirs.
  if (isLast) return { start: before, end, text: '' };
  if (isFirst || group.hasMember || before < start) return { start, end: after, text: '' };
  return { start, end, text: '' };
}
