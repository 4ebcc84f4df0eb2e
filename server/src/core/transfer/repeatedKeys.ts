import { mayRepeatKeys } from '../json/duplicateKeys';
import type { JsonNode } from '../json/node';
import type { LossLog } from './lossLog';

/** Tells of arguments in which a key stands twice: written anew they hold what the last one says, as `JSON.parse` has it. */
export function loseRepeatedKeys(read: JsonNode, at: JsonNode, lossLog: LossLog): void {
  if (mayRepeatKeys(read) && repeatsKeys(read)) {
    lossLog.lose(at, 'what a key says that stands twice in the arguments: the last one counts');
  }
}

function repeatsKeys(read: JsonNode): boolean {
  const open = [read];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const item of at.items()) open.push(item);
    for (const { value, isShadowed } of at.properties()) {
      if (isShadowed) return true;
      open.push(value);
    }
  }
  return false;
}
