import type { Dialect } from '../model/types';
import { chat } from './chat';
import { flat } from './flat';
import { messages } from './messages';
import type { DialectSpec } from './types';

export type { Dialect, Side, Tier } from '../model/types';
export type { DialectSpec } from './types';

/** Every dialect, in the order in which a tie between their signs is broken. */
export const dialects: readonly DialectSpec[] = [flat, messages, chat];

export const dialectIds: readonly Dialect[] = dialects.map(({ id }) => id);

const byId: Readonly<Record<Dialect, DialectSpec>> = { flat, chat, messages };

export function dialectOf(id: Dialect): DialectSpec {
  return byId[id];
}
