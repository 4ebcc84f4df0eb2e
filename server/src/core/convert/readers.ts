import { readChat } from '../dialects/chat/transfer/read';
import { readFlat } from '../dialects/flat/transfer/read';
import { readMessages } from '../dialects/messages/transfer/read';
import type { DialectReader } from '../dialects/shared/transfer/readTypes';
import type { Dialect } from '../model/types';

/** One reader a wire dialect. */
const readers: Readonly<Record<Dialect, DialectReader>> = { flat: readFlat, chat: readChat, messages: readMessages };

export function readerOf(dialect: Dialect): DialectReader {
  return readers[dialect];
}
