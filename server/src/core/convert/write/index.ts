import type { Dialect } from '../../model/types';
import { writeChat } from './chat';
import { writeFlat } from './flat';
import { writeMessages } from './messages';
import type { DialectWriter } from './types';

/** One writer a wire dialect. */
export const writers: readonly DialectWriter[] = [writeFlat, writeChat, writeMessages];

export function writerOf(dialect: Dialect): DialectWriter {
  return writers.find(({ id }) => id === dialect) ?? writeChat;
}
