import type { Dialect } from '../dialects/index';
import { Sign } from './signature';

/** In the order in which a tie is broken that not even the first entry breaks: one entry may carry the signs of two. */
const ORDER: readonly Dialect[] = ['chat', 'flat', 'messages'];

/**
 * The dialect of most of the entries that have signs of one; undefined where none has. A tie goes to the dialect that comes
 * first in the list, before that to the one that the body around the list speaks, and before that to the one that was `kept` from
 * an earlier state of the document, which only a strict majority takes away from it.
 */
export function majorityDialect(signatures: readonly number[], kept?: Dialect, ofBody?: Dialect): Dialect | undefined {
  const votes = { flat: 0, chat: 0, messages: 0 };
  const first = { flat: signatures.length, chat: signatures.length, messages: signatures.length };
  const vote = (dialect: Dialect, index: number) => {
    votes[dialect]++;
    first[dialect] = Math.min(first[dialect], index);
  };
  let bareCalls = 0;
  let rows = 0;
  let firstRow = signatures.length;
  for (const [index, sign] of signatures.entries()) {
    if ((sign & Sign.bareCall) !== 0) bareCalls++;
    if ((sign & Sign.foreign) !== 0) continue;
    if ((sign & Sign.flatCall) !== 0) vote('flat', index);
    if ((sign & (Sign.chatCall | Sign.chatPart)) !== 0) vote('chat', index);
    if ((sign & Sign.messagesBlock) !== 0) vote('messages', index);
    // On any other role the id is a slip, which a fix takes away: the list may not change its dialect with it.
    if ((sign & ROW) === Sign.resultId && (sign & Sign.tool) !== 0) {
      rows++;
      firstRow = Math.min(firstRow, index);
    }
  }
  if (votes.flat + votes.chat + votes.messages === 0) return bareCalls > 0 ? (kept ?? 'chat') : undefined;
  // Rows of results are of both shapes that have them: they speak for the one whose calls stand in the list.
  const ofRows = votes.flat > votes.chat ? 'flat' : 'chat';
  votes[ofRows] += rows;
  first[ofRows] = Math.min(first[ofRows], firstRow);
  if (kept !== undefined) {
    const all = votes.flat + votes.chat + votes.messages;
    return ORDER.find((dialect) => dialect !== kept && votes[dialect] * 2 > all) ?? kept;
  }
  return ORDER.reduce((best, dialect) => {
    const more = votes[dialect] - votes[best];
    if (more !== 0) return more > 0 ? dialect : best;
    if (dialect === ofBody || best === ofBody) return ofBody;
    return first[dialect] < first[best] ? dialect : best;
  });
}

/** A row that is a result and nothing else. */
const ROW = Sign.resultId | Sign.flatCall | Sign.chatCall | Sign.bareCall | Sign.messagesBlock;
