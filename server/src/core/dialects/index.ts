import type { JsonNode } from '../json/node';
import type { Dialect, Message } from '../model/types';
import { chat } from './chat/index';
import { flat } from './flat/index';
import { messages } from './messages/index';
import { foreignDialect } from './shared/foreign';
import type { DialectSpec } from './types';

export type { Dialect, Side, Tier } from '../model/types';
export type { DialectSpec } from './types';

/** Every dialect, in the order in which a tie between their signs is broken. */
export const dialects: readonly DialectSpec[] = [flat, messages, chat];

export const dialectIds: readonly Dialect[] = dialects.map(({ id }) => id);

const byId: Readonly<Record<Dialect, DialectSpec>> = { flat, chat, messages };

/** Reads an entry of a list: by the list's dialect, or by its own where its calls and results are another's. */
export function readEntryOf(list: Dialect, node: JsonNode, index: number, isBroken: boolean): Message {
  const foreign = foreignDialect(node, list);
  const message = dialectOf(foreign ?? list).read(node, index, isBroken);
  message.foreign = foreign;
  return message;
}

export function dialectOf(id: Dialect): DialectSpec {
  return byId[id];
}
