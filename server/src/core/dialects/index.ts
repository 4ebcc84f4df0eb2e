import type { Dialect, DialectId } from '../model/types';
import { chat } from './chat';
import { flat } from './flat';
import { messages } from './messages';
import type { DialectSpec, Named } from './types';

/** Every dialect, in the order in which people read lists of them. */
export const dialects = [flat, chat, messages] as const;

/** What configuration, flags and the library's options may name. */
export type DialectName = (typeof dialects)[number] extends infer One
  ? One extends Named<infer Name>
    ? Name
    : never
  : never;

/** Of the library's options: a name, or one that a report gave. */
export type DialectOption = DialectName | DialectId;

export const dialectIds: readonly DialectId[] = dialects.map(({ id }) => id);

const byId: ReadonlyMap<string, DialectSpec> = new Map(dialects.map((dialect) => [dialect.id, dialect]));

export function dialectOf(id: DialectOption): DialectSpec {
  return byId.get(id) ?? chat;
}

/** What role and text alone are read as, where nothing says more. */
export const plainDialect: Dialect = chat;

/** As people choose it: "OpenAI chat". */
export function dialectTitle(id: DialectOption): string {
  return dialectOf(id).title;
}

/** The same where many stand in one line, each behind a count. */
export function shortDialectName(id: DialectOption): string {
  return dialectOf(id).shortName;
}

export function dialectDetail(id: DialectOption): string {
  return dialectOf(id).detail;
}
