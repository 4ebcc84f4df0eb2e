import type { JsonNode } from '../json/node';
import type { NewJson } from '../json/rewrite';
import type { DialectTraits } from '../model/traits';
import type { Dialect, Message } from '../model/types';
import type { DialectWriter } from '../model/writer';
import type { MessageRecord } from './shared/messageRecord';

/** One wire shape: how it is read into the model and written back. */
export interface DialectSpec {
  readonly id: Dialect;
  readonly traits: DialectTraits;
  /** Reads one entry of the list, whatever it holds; `isBroken`: the text has a fault in it. Never throws. */
  readonly read: (node: JsonNode, index: number, isBroken?: boolean) => MessageRecord;
  /** The content that normalization puts in the place of one the dialect does not allow; undefined when it is fine. */
  readonly coerceContent: (message: Message) => NewJson | undefined;
  readonly write: DialectWriter;
}
