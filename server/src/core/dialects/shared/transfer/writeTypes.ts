import type { NewJson } from '../../../json/rewrite';
import type { Target } from '../../../model/types';
import type { Ids } from '../../../transfer/ids';
import type { LossLog } from '../../../transfer/lossLog';
import type { CallPart, NeutralConversation, Parameters, Part, Turn } from '../../../transfer/types';

/** What a writer gets: the exchange with its instructions placed and its ids decided. */
export interface Outgoing {
  readonly exchange: NeutralConversation;
  readonly turns: readonly Turn[];
  /** Instructions for the field outside the list. */
  readonly field: readonly (readonly Part[])[];
  readonly ids: Ids;
  /** Inputs as objects, where the target wants objects. */
  readonly inputs: ReadonlyMap<CallPart, NewJson>;
  readonly target: Target;
  readonly lossLog: LossLog;
}

export interface Written {
  readonly entries: readonly NewJson[];
  readonly system: NewJson | undefined;
}

/** One wire dialect written from the neutral conversation. What it has no word for goes into the lossLog. */
export interface TransferWriter {
  readonly write: (outgoing: Outgoing) => Written;
  /** The parameters in the dialect's own words, beside the messages. */
  readonly writeBody: (
    parameters: Parameters,
    lossLog: LossLog,
    model: string | undefined,
  ) => readonly (readonly [name: string, json: NewJson])[];
  /** What a body must have and the source has not said. */
  readonly required: (parameters: Parameters) => readonly (readonly [name: string, json: unknown])[];
}
