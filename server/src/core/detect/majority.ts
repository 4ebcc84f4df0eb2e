import { chat } from '../dialects/chat';
import { flat } from '../dialects/flat';
import { messages } from '../dialects/messages';
import type { Dialect } from '../model/types';
import { Sign } from './signature';

/** In the order in which a tie is broken that not even the first entry breaks: one entry may carry the signs of two. */
const ORDER: readonly Dialect[] = [chat, flat, messages];

/**
 * The dialect of most of the entries that have signs of one; undefined where none has. A tie goes to the dialect that comes
 * first in the list, before that to the one that the body around the list speaks, and before that to the one that was `kept` from
 * an earlier state of the document, which only a strict majority takes away from it.
 */
export function majorityDialect(signatures: readonly number[], kept?: Dialect, ofBody?: Dialect): Dialect | undefined {
  const counts = new Map(ORDER.map((dialect) => [dialect, { votes: 0, first: signatures.length }]));
  const NO_VOTES = { votes: 0, first: signatures.length };
  const of = (dialect: Dialect) => counts.get(dialect) ?? NO_VOTES;
  const vote = (dialect: Dialect, index: number, votes = 1) => {
    const count = of(dialect);
    count.votes += votes;
    count.first = Math.min(count.first, index);
  };
  let bareCalls = 0;
  let rows = 0;
  let firstRow = signatures.length;
  for (const [index, sign] of signatures.entries()) {
    if ((sign & Sign.bareCall) !== 0) bareCalls++;
    if ((sign & Sign.foreign) !== 0) continue;
    if ((sign & Sign.flatCall) !== 0) vote(flat, index);
    if ((sign & (Sign.chatCall | Sign.chatPart)) !== 0) vote(chat, index);
    if ((sign & Sign.messagesBlock) !== 0) vote(messages, index);
    // On any other role the id is a slip, which a fix takes away: the list may not change its dialect with it.
    if ((sign & ROW) === Sign.resultId && (sign & Sign.tool) !== 0) {
      rows++;
      firstRow = Math.min(firstRow, index);
    }
  }
  const all = () => ORDER.reduce((sum, dialect) => sum + of(dialect).votes, 0);
  if (all() === 0) return bareCalls > 0 ? (kept ?? chat) : undefined;
  // Rows of results are of both shapes that have them: they speak for the one whose calls stand in the list.
  vote(of(flat).votes > of(chat).votes ? flat : chat, firstRow, rows);
  if (kept !== undefined) {
    const most = all();
    return ORDER.find((dialect) => dialect !== kept && of(dialect).votes * 2 > most) ?? kept;
  }
  return ORDER.reduce((best, dialect) => {
    const more = of(dialect).votes - of(best).votes;
    if (more !== 0) return more > 0 ? dialect : best;
    if (dialect === ofBody || best === ofBody) return ofBody;
    return of(dialect).first < of(best).first ? dialect : best;
  });
}

/** A row that is a result and nothing else. */
const ROW = Sign.resultId | Sign.flatCall | Sign.chatCall | Sign.bareCall | Sign.messagesBlock;
