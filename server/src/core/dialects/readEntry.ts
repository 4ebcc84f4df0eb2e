import type { JsonNode } from '../json/node';
import type { Dialect, Message } from '../model/types';
import { foreignDialect } from './foreign';
import { dialectOf } from './index';

/**
 * Reads an entry of a list: by the list's dialect, or by its own where its calls and results are another's. `isOwn`: its sign
 * tells already that they are not.
 */
export function readEntryOf(list: Dialect, node: JsonNode, index: number, isBroken: boolean, isOwn = false): Message {
  const foreign = isOwn ? undefined : foreignDialect(node, list);
  const message = dialectOf((foreign ?? list).id).read(node, index, isBroken);
  message.foreign = foreign;
  return message;
}
