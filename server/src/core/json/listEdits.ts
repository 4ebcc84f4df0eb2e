import type { Edit } from '../text/edits';
import { eraseMembers } from './erase';
import type { Gap } from './gaps';
import { separatorBefore } from './layout';
import { isSpace } from './lexical';
import type { List } from './list';
import { commaBetween, indentOf, isLineBreak, type Mark, marksBetween } from './trivia';

/** Writes a new member that starts on a line with this indentation; `index` is the old member it stands at. */
export type WriteMember<Item> = (item: Item, indent: string, index: number) => string;

/** The edits that one gap of a list makes. Members that go are overwritten by those that come, as far as they are as many. */
export function editGap<Item>(list: List, gap: Gap<Item>, write: WriteMember<Item>): Edit[] {
  const edits: Edit[] = [];
  const overwritten = Math.min(gap.to - gap.from, gap.items.length);
  for (let i = 0; i < overwritten; i++) {
    const { start, end } = list.member(gap.from + i);
    const item = gap.items[i];
    if (item !== undefined) edits.push({ start, end, text: write(item, indentOf(list.text, start), gap.from + i) });
  }
  const rest = gap.items.slice(overwritten);
  if (rest.length > 0) return edits.concat(insertMembers(list, gap.to, rest, write));
  const from = gap.from + overwritten;
  return from < gap.to ? edits.concat(eraseMembers(list, from, gap.to)) : edits;
}

/** Inserts in front of the old member `index`, or behind the last one. */
function insertMembers<Item>(list: List, index: number, items: readonly Item[], write: WriteMember<Item>): Edit[] {
  if (list.size === 0) return fillEmpty(list, items, write);
  if (index === 0) return insertFirst(list, items, write);
  const { text } = list;
  const before = list.member(index - 1);
  const next = index < list.size ? list.member(index).start : list.close;
  const marks = marksBetween(text, before.end, next);
  const comma = marks.find(({ kind }) => kind === 'comma');
  const separator = separatorNear(list, index - 1);
  const from = comma?.end ?? before.end;
  const at = isBroken(separator) ? behindLineComments(text, from, next, marks) : from;
  const written = items.map((item) => separator + write(item, indentBehind(separator, text, before.start), index - 1));
  if (comma !== undefined) return [{ start: at, end: at, text: `${written.join(',')},` }];
  if (at === before.end) return [{ start: at, end: at, text: `,${written.join(',')}` }];
  return [
    { start: before.end, end: before.end, text: ',' },
    { start: at, end: at, text: written.join(',') },
  ];
}

function insertFirst<Item>(list: List, items: readonly Item[], write: WriteMember<Item>): Edit[] {
  const { text, open } = list;
  const first = list.member(0).start;
  const lead = separatorBefore(text, open, first);
  if (isBroken(lead)) {
    const at = behindLineComments(text, open, first, marksBetween(text, open, first));
    const written = items.map((item) => `${lead}${write(item, indentBehind(lead, text, first), 0)},`);
    return [{ start: at, end: at, text: written.join('') }];
  }
  let at = open;
  while (isSpace(text.charCodeAt(at))) at++;
  const separator = separatorNear(list, 0);
  const written = items.map((item) => `${write(item, indentBehind(separator, text, first), 0)},${separator}`);
  return [{ start: at, end: at, text: written.join('') }];
}

function fillEmpty<Item>(
  { text, open, close, filling }: List,
  items: readonly Item[],
  write: WriteMember<Item>,
): Edit[] {
  const comments = marksBetween(text, open, close).filter(({ kind }) => kind === 'comment');
  const last = comments.at(-1);
  const outer = indentOf(text, open);
  const isExpanded = filling.isExpanded || text.startsWith('//', last?.start ?? open);
  const start = last?.end ?? open;
  const indent = isExpanded ? outer + filling.unit : outer;
  const written = items.map((item) => write(item, indent, 0));
  if (!isExpanded) {
    const lead = last === undefined ? filling.pad : ' ';
    return [{ start, end: close, text: lead + written.join(`,${filling.gap}`) + filling.pad }];
  }
  const line = filling.lineBreak + indent;
  const body = written.map((member) => line + member).join(',');
  // Behind a comment, the closing bracket often stands on its own line already.
  if (last !== undefined && endsLine(text, start, close)) return [{ start, end: start, text: body }];
  return [{ start, end: close, text: body + filling.lineBreak + outer }];
}

/** What stands between a member and the next one, as the member's neighbours show it. */
function separatorNear({ text, size, member, open, filling }: List, index: number): string {
  const right = index + 1 < size ? index + 1 : index;
  if (right > 0) {
    const from = member(right - 1).end;
    const to = member(right).start;
    return separatorBefore(text, commaBetween(text, from, to)?.end ?? from, to);
  }
  const lead = separatorBefore(text, open, member(0).start);
  return isBroken(lead) ? lead : filling.gap;
}

/** The place behind comments that follow on the same line, if the line ends behind them; else `from`. */
function behindLineComments(text: string, from: number, to: number, marks: readonly Mark[]): number {
  let at = from;
  for (const mark of marks) {
    if (mark.start < from) continue;
    if (mark.kind === 'comma' || endsLine(text, at, mark.start)) break;
    at = mark.end;
  }
  return at === from || endsLine(text, at, to) ? at : from;
}

function endsLine(text: string, from: number, to: number): boolean {
  for (let i = from; i < to && isSpace(text.charCodeAt(i)); i++) if (isLineBreak(text.charCodeAt(i))) return true;
  return false;
}

function isBroken(separator: string): boolean {
  return /[\r\n]/.test(separator);
}

/** The indentation that a member has behind a separator. */
function indentBehind(separator: string, text: string, offset: number): string {
  return isBroken(separator) ? separator.replace(/[\r\n]+/, '') : indentOf(text, offset);
}
