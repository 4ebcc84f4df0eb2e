import { writeChat } from '../dialects/chat/transfer/write';
import { writeFlat } from '../dialects/flat/transfer/write';
import { writeMessages } from '../dialects/messages/transfer/write';
import type { DialectWriter } from '../dialects/shared/transfer/writeTypes';
import type { Dialect } from '../model/types';

/** One writer a wire dialect. */
const writers: Readonly<Record<Dialect, DialectWriter>> = { flat: writeFlat, chat: writeChat, messages: writeMessages };

export function writerOf(dialect: Dialect): DialectWriter {
  return writers[dialect];
}
