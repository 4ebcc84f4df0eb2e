import type { JsonNode } from '../json/node';
import type { NewJson } from '../json/rewrite';
import type { Dialect, DialectId, Message } from '../model/types';
import type { LossLog } from '../transfer/lossLog';
import type { NeutralConversation } from '../transfer/types';
import type { Look } from './look';
import type { MessageRecord } from './shared/messageRecord';
import type { TransferReader } from './shared/transfer/readTypes';
import type { TransferWriter } from './shared/transfer/writeTypes';

/** One wire shape: how it is read into the model and written back. */
export interface DialectSpec extends Dialect {
  /** How its entries and bodies are told from others', without reading them. */
  readonly look: Look;
  /** Whose the calls and results of an entry are, in lists where several dialects stand. */
  readonly pairs: PairLook;
  /** Reads one entry of the list, whatever it holds; `isBroken`: the text has a fault in it. Never throws. */
  readonly read: (node: JsonNode, index: number, isBroken?: boolean) => MessageRecord;
  /** An entry of another dialect, by the name of that one, as entries of this; undefined where that would lose anything. */
  readonly transcribe?: Readonly<Record<string, (entry: Message) => readonly NewJson[] | undefined>>;
  /** To and from the neutral conversation; absent: no conversion reads or writes it. */
  readonly transfer?: Transfer;
}

/** How a dialect is converted. */
export interface Transfer {
  readonly reader: TransferReader;
  /** Absent: it is converted from and never to. */
  readonly writer?: TransferWriter;
  /** The member of a request body that names the model, where one does. */
  readonly model?: string;
}

/** A dialect that a conversion can write. */
export interface Destination extends DialectSpec {
  readonly transfer: Transfer & { readonly writer: TransferWriter };
}

/** Asked of entries that may hold another dialect's calls or results than their list. */
export interface PairLook {
  /** The dialect reads what the entry has of these, so that it stays in its list. */
  readonly areRead: (entry: JsonNode) => boolean;
  /** They are in the dialect's shape, and can be read by it alone. */
  readonly areOwn: (entry: JsonNode) => boolean;
}

/** A dialect that is known by name at compile time, so that the names of all make a type. */
export type Named<Name extends string> = DialectSpec & { readonly id: DialectId & Name };

/** The only place where a text becomes the name of a dialect; `index.ts` of each folder calls it, and nobody else. */
export function defineDialect<Name extends string>(name: Name, spec: Omit<DialectSpec, 'id'>): Named<Name> {
  return { ...spec, id: name as DialectId & Name };
}

/**
 * What an agent keeps of its sessions: rows of its own books with the messages among them. Nobody sends it, so that no rule
 * speaks of it, nothing in it is changed, and configuration cannot name it: it is known when it is met, and read to be converted.
 */
export interface SessionLog<Name extends string = string> {
  readonly id: Name;
  /** Whose it is, as people write it. */
  readonly name: string;
  /** Asked of a document in which no conversation was recognised. */
  readonly isLog: (root: JsonNode) => boolean;
  /** Whether the first line of a file may be that of such a log; asked before anything is parsed. */
  readonly isHeader: (line: string) => boolean;
  /**
   * The conversation that ends with a row: the one of this id, by default the one that was written last. Undefined when no row
   * has the id.
   */
  readonly read: (root: JsonNode, branch: string | undefined, lossLog: LossLog) => NeutralConversation | undefined;
}

/** Gives the type its name at compile time, as `defineDialect` does. */
export function defineLog<const Name extends string>(log: SessionLog<Name>): SessionLog<Name> {
  return log;
}
