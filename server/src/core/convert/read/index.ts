import type { Dialect } from '../../model/types';
import { readChat } from './chat';
import { readFlat } from './flat';
import { readMessages } from './messages';
import type { DialectReader } from './types';

/** One reader a wire dialect. */
const readers: Readonly<Record<Dialect, DialectReader>> = { flat: readFlat, chat: readChat, messages: readMessages };

export function readerOf(dialect: Dialect): DialectReader {
  return readers[dialect];
}
