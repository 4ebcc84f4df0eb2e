import { estimateText } from './tokens/estimate';
import { estimateValue } from './tokens/valueText';
import type { CountEntry } from './types';

/** The fast estimate of an entry, which is what counts where nothing else is asked for. */
export const estimateEntry: CountEntry = (entry) => estimateValue(entry, estimateText);
