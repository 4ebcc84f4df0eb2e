import { sourceOf } from '../json/valueNode';
import type { Message } from '../model/types';
import { estimateText } from './tokens/estimate';
import { countExactly } from './tokens/estimateTokens';
import type { Encoding } from './tokens/types';
import { estimateValue } from './tokens/valueText';
import type { CountEntry } from './types';

/** The fast estimate of an entry, which is what counts where nothing else is asked for. */
export const estimateEntry: CountEntry = (entry) => estimateValue(entry, estimateText);

const estimates = new WeakMap<Message, number>();

/** The same, worked out once for each state of an entry: an editor asks again at every pause, and one entry has changed. */
export function estimateMessage(message: Message): number {
  let tokens = estimates.get(message);
  if (tokens === undefined) {
    tokens = estimateEntry(sourceOf(message.node));
    estimates.set(message, tokens);
  }
  return tokens;
}

/** The same with the texts of an entry counted by an encoding. What no encoding knows (images, what stands around a message) stays an estimate. */
export function countEntryWith(encoding: Encoding): CountEntry {
  return (entry) => estimateValue(entry, (text) => countExactly(text, encoding));
}
