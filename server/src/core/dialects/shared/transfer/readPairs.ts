import { answeredCall } from '../../../model/pairing/answers';
import { pairingOf } from '../../../model/pairing/asSent';
import type { Pairing } from '../../../model/pairing/pairing';
import { usable } from '../../../model/pairing/pairingId';
import type { Call, Conversation, Result } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import { pairParts } from '../../../transfer/pairing';
import type { CallPart, NeutralPairing, ResultPart, Turn } from '../../../transfer/types';
import { madeIds } from './madeIds';
import type { ReadingOf } from './readTypes';

/**
 * The pairing of a conversation on its way to the neutral one: which results are some at all, what ids are made for calls that
 * have none, and whose each result is. A reader tells it which part it made of which call and result.
 */
export class ReadPairs {
  readonly pairing: Pairing;
  private readonly lossLog: LossLog;
  private readonly makesIds: boolean;
  private readonly ids: ReadonlyMap<Call, string>;
  private readonly hasZero: boolean;
  private readonly calls = new Map<Call, CallPart>();
  private readonly results: (readonly [ResultPart, Call])[] = [];
  private readonly made = new Map<CallPart, string>();
  private readonly known = new Map<ResultPart, CallPart>();

  constructor(conversation: Conversation, lossLog: LossLog, { keepsZero, makesIds }: ReadingOf) {
    this.pairing = pairingOf(conversation);
    this.lossLog = lossLog;
    this.makesIds = makesIds;
    this.ids = makesIds ? madeIds(this.pairing, conversation) : new Map();
    this.hasZero = keepsZero && conversation.messages.some(({ calls }) => calls.some(({ id }) => id.fault === 'zero'));
  }

  /** Whether a result has a call, or an id by which it may have had one; it is text of somebody otherwise. */
  isUsable(result: Result): boolean {
    const { fault } = result.id;
    if (fault === undefined || (fault === 'zero' && this.hasZero)) return true;
    return this.pairing.results.get(result)?.kind === 'kept';
  }

  addCall(call: Call, part: CallPart): void {
    this.calls.set(call, part);
    const id = this.ids.get(call);
    if (id === undefined) return;
    if (usable(call.id) === '') this.give(part, id);
    else {
      this.made.set(part, id);
      this.lossLog.add(part.at, `the id "${call.id.text}" becomes "${id}"`);
    }
  }

  addResult(result: Result, part: ResultPart): void {
    const call = answeredCall(this.pairing, result, part.id);
    if (call === undefined) return;
    this.results.push([part, call]);
    const { node } = part.id;
    if (node === undefined) return;
    if (this.pairing.mode === 'order') this.lossLog.lose(node, 'an id that no call has: results answer in order');
    else if (this.losesId(part, call)) this.lossLog.lose(node, 'an id that its call does not have');
  }

  /** An id for a call of a kind that the model does not know. */
  give(call: CallPart, id: string): void {
    if (!this.makesIds) return;
    this.made.set(call, id);
    this.lossLog.add(call.at, `the call has no id and is given "${id}"`);
  }

  /** Its result. */
  bind(result: ResultPart, call: CallPart): void {
    this.known.set(result, call);
  }

  of(turns: readonly Turn[]): NeutralPairing {
    for (const [part, of] of this.results) {
      const call = this.calls.get(of);
      if (call !== undefined) this.known.set(part, call);
    }
    const { known, made } = this;
    return this.pairing.mode === 'id'
      ? { ...pairParts(turns, known), made }
      : { callOf: known, sameAs: new Map(), made };
  }

  /** It answers by its name or place, and goes out with the id of its call. */
  private losesId({ id }: ResultPart, call: Call): boolean {
    if (usable(id) === '' || id.text === call.id.text) return false;
    return this.ids.has(call) || usable(call.id) !== '';
  }
}
