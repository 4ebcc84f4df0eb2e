import type { Dialect } from '../../model/types';
import { readChat } from './chat';
import { readFlat } from './flat';
import { readMessages } from './messages';
import type { DialectReader } from './types';

/** One reader a wire dialect. */
export const readers: readonly DialectReader[] = [readFlat, readChat, readMessages];

export function readerOf(dialect: Dialect): DialectReader {
  return readers.find(({ id }) => id === dialect) ?? readChat;
}
