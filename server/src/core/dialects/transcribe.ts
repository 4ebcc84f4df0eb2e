import type { NewJson } from '../json/rewrite';
import type { Dialect, Message } from '../model/types';
import { dialectOf } from './index';

/**
 * A foreign entry in the shape of its list: what stands in its place. Undefined where that would lose or change anything, which
 * is decided by what is known to be the same in both; whoever wants more has a conversion for it.
 */
export function transcribe(message: Message, list: Dialect): readonly NewJson[] | undefined {
  const { foreign } = message;
  return foreign === undefined ? undefined : dialectOf(list.id).transcribe?.[String(foreign.id)]?.(message);
}
