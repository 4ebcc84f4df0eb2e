import type { JsonNode } from '../../json/node';
import type { Conversation, Dialect } from '../../model/types';
import type { Ledger } from '../ledger';
import type { Exchange, Parameters } from '../types';

/** One wire dialect read into the neutral conversation. What no other dialect has a word for goes into the ledger. */
export interface DialectReader {
  readonly id: Dialect;
  readonly read: (conversation: Conversation, ledger: Ledger) => Exchange;
  /** What the body around a list of messages says; for a body that is no request, nothing. */
  readonly readBody: (body: JsonNode, ledger: Ledger) => Parameters;
}
