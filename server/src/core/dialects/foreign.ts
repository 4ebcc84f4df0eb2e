import type { JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { dialectOf, dialects } from './index';

/**
 * The dialect of an entry's calls and results, where it is not that of its list; undefined where the entry has none, or has some
 * of the list's own. An entry pasted from elsewhere says what it says in its own shape, and is read in that: its call is the
 * call that a result of the list answers. Other parts (a picture, thinking) are a matter of their own.
 */
export function foreignDialect(node: JsonNode, list: Dialect): Dialect | undefined {
  if (dialectOf(list.id).pairs.areRead(node)) return undefined;
  return dialects.find((dialect) => dialect !== list && dialect.pairs.areOwn(node));
}
