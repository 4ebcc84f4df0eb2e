import { estimateText } from './tokens/estimate';
import { countExactly } from './tokens/estimateTokens';
import type { Encoding } from './tokens/types';
import { estimateValue } from './tokens/valueText';
import type { CountEntry } from './types';

/** The fast estimate of an entry, which is what counts where nothing else is asked for. */
export const estimateEntry: CountEntry = (entry) => estimateValue(entry, estimateText);

/** The same with the texts of an entry counted by an encoding. What no encoding knows (images, what stands around a message) stays an estimate. */
export function countEntryWith(encoding: Encoding): CountEntry {
  return (entry) => estimateValue(entry, (text) => countExactly(text, encoding));
}
