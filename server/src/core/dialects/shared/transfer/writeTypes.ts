import type { JsonNode } from '../../../json/node';
import type { NewJson, Rewrite } from '../../../json/rewrite';
import type { Target } from '../../../model/types';
import type { Ids } from '../../../transfer/ids';
import type { LossLog } from '../../../transfer/lossLog';
import type { CallPart, NeutralPairing, Parameters, Part, Turn } from '../../../transfer/types';

/** What a writer gets: the conversation with its instructions placed and its ids decided. */
export interface Outgoing {
  readonly turns: readonly Turn[];
  /** Instructions for the field outside the list. */
  readonly field: readonly (readonly Part[])[];
  readonly ids: Ids;
  /** Whose each result is, where that has to be written in another way than by its id. */
  readonly pairing: NeutralPairing;
  /** Inputs as objects, where the target wants objects. */
  readonly inputs: ReadonlyMap<CallPart, NewJson>;
  readonly target: Target;
  readonly lossLog: LossLog;
}

export interface Written {
  readonly entries: readonly NewJson[];
  /** What stands in the member of the body that holds instructions. */
  readonly field: NewJson | undefined;
}

/** One wire dialect written from the neutral conversation. What it has no word for goes into the lossLog. */
export interface TransferWriter {
  readonly write: (outgoing: Outgoing) => Written;
  /** The parameters in the dialect's own words, beside the messages. */
  readonly writeBody?: (
    parameters: Parameters,
    lossLog: LossLog,
    model: string | undefined,
  ) => readonly (readonly [name: string, json: NewJson])[];
  /** What a body must have and the source has not said. */
  readonly required: (parameters: Parameters) => readonly (readonly [name: string, json: unknown])[];
  /** Instructions as the member of the body that holds them wants them; for a dialect that has one. */
  readonly writeField?: (contents: Outgoing['field'], lossLog: LossLog) => NewJson | undefined;
  /** Reasoning goes out under the signature of who made it, and is refused under another's. */
  readonly isSigned: boolean;
  /** Where a document is in the dialect already: another input of a call. */
  readonly setInput: (rewrite: Rewrite, call: CallPart, input: NewJson) => void;
  /** The same: an entry becomes one of the user. */
  readonly giveToUser: (rewrite: Rewrite, entry: JsonNode) => void;
}
