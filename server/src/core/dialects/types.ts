import type { JsonNode } from '../json/node';
import type { Dialect, DialectId } from '../model/types';
import type { Look } from './look';
import type { MessageRecord } from './shared/messageRecord';
import type { TransferReader } from './shared/transfer/readTypes';
import type { TransferWriter } from './shared/transfer/writeTypes';

/** One wire shape: how it is read into the model and written back. */
export interface DialectSpec extends Dialect {
  /** How its entries and bodies are told from others', without reading them. */
  readonly look: Look;
  /** Reads one entry of the list, whatever it holds; `isBroken`: the text has a fault in it. Never throws. */
  readonly read: (node: JsonNode, index: number, isBroken?: boolean) => MessageRecord;
  /** To and from the neutral conversation, for conversions. */
  readonly transfer: TransferReader & TransferWriter;
}

/** A dialect that is known by name at compile time, so that the names of all make a type. */
export type Named<Name extends string> = DialectSpec & { readonly id: DialectId & Name };

/** The only place where a text becomes the name of a dialect; `index.ts` of each folder calls it, and nobody else. */
export function defineDialect<Name extends string>(name: Name, spec: Omit<DialectSpec, 'id'>): Named<Name> {
  return { id: name as DialectId & Name, ...spec };
}
