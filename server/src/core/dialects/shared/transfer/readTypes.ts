import type { JsonNode } from '../../../json/node';
import type { Conversation } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import type { NeutralConversation, Parameters } from '../../../transfer/types';

/** How one conversation is to be read. */
export interface ReadingOf {
  /** The instructions of the body around the list are those of this list. */
  readonly isOwner: boolean;
  /** The id "0", which pairs nothing, is given another on call and result: they are still a pair. */
  readonly keepsZero: boolean;
  /** Calls without an id are to have one, since what is written pairs by ids. */
  readonly makesIds: boolean;
  /** The conversation was normalized, and calls that normalization does not know are to have their results too. */
  readonly closesCalls: boolean;
}

/** One wire dialect read into the neutral conversation. What no other dialect has a word for goes into the lossLog. */
export interface TransferReader {
  readonly read: (conversation: Conversation, lossLog: LossLog, how: ReadingOf) => NeutralConversation;
  /** Every key of a body that the dialect has a meaning for, beside instructions, messages and model. */
  readonly parameterNames: readonly string[];
  /** What the body around a list of messages says; asked of a request. */
  readonly readBody?: (body: JsonNode, lossLog: LossLog) => Parameters;
}
