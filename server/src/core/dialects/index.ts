import type { JsonNode } from '../json/node';
import type { Dialect, DialectId } from '../model/types';
import { chat } from './chat';
import { flat } from './flat';
import { messages } from './messages';
import { pi } from './pi';
import type { Destination, DialectSpec, Named, SessionLog } from './types';

/** Every dialect, in the order in which people read lists of them. */
export const dialects = [flat, chat, messages] as const;

/** Every session log that a conversion reads. */
export const sessionLogs = [pi] as const;

/** What configuration, flags and the library's options may name. */
export type DialectName = (typeof dialects)[number] extends infer One
  ? One extends Named<infer Name>
    ? Name
    : never
  : never;

/** Of the library's options: a name, or one that a report gave. */
export type DialectOption = DialectName | DialectId;

/** What a conversation can be read from. */
export type SourceName = DialectOption | (typeof sessionLogs)[number]['id'];

export const dialectIds: readonly DialectId[] = dialects.map(({ id }) => id);

/** The same as texts, for lists of what may be written. */
export const dialectNames: readonly DialectName[] = dialects.map(({ id }) => id);

const byId: ReadonlyMap<string, DialectSpec> = new Map(dialects.map((dialect) => [dialect.id, dialect]));

export function dialectOf(id: DialectOption): DialectSpec {
  return byId.get(String(id)) ?? chat;
}

/** The dialects that a conversion can write. */
export const destinations: readonly Destination[] = (dialects as readonly DialectSpec[]).filter(isDestination);

function isDestination(dialect: DialectSpec): dialect is Destination {
  return dialect.transfer?.writer !== undefined;
}

/** The dialect that a source is read as by name; undefined where none is named, and for a log, which is in none. */
export function dialectNamed(source: SourceName | undefined): DialectSpec | undefined {
  return source === undefined ? undefined : byId.get(String(source));
}

/** The session log that a document is: the named one, or the one that it looks like where nothing is named. */
export function sessionLogOf(root: JsonNode, source?: SourceName): SessionLog | undefined {
  return source === undefined ? sessionLogs.find(({ isLog }) => isLog(root)) : logNamed(source);
}

export function logNamed(source: SourceName | undefined): SessionLog | undefined {
  return sessionLogs.find(({ id }) => id === source);
}

/** Whether the first line of a text may be that of a session log. */
export function mayBeSessionLog(line: string): boolean {
  return sessionLogs.some(({ isHeader }) => isHeader(line));
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
