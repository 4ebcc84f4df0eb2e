import type { Dialect } from '../../model/types';
import { writeChat } from './chat';
import { writeFlat } from './flat';
import { writeMessages } from './messages';
import type { DialectWriter } from './types';

/** One writer a wire dialect. */
const writers: Readonly<Record<Dialect, DialectWriter>> = { flat: writeFlat, chat: writeChat, messages: writeMessages };

export function writerOf(dialect: Dialect): DialectWriter {
  return writers[dialect];
}
