import type { Conversation } from '../types';
import type { Pairing } from './pairing';
import { pairMessages } from './pairMessages';
import { isResumed } from './resumed';

const known = new WeakMap<Conversation, Pairing>();

/** The pairing as the provider sees the list when it is sent as it stands: worked out once, for whoever asks first. */
export function pairingOf(conversation: Conversation): Pairing {
  let pairing = known.get(conversation);
  if (pairing === undefined) {
    pairing = pairAsSent(conversation);
    known.set(conversation, pairing);
  }
  return pairing;
}

/** The same of a part of a conversation, which is asked for once, or as it will be once open calls of some ids are answered. */
export function pairAsSent(conversation: Conversation, answered?: ReadonlySet<string>): Pairing {
  const { messages, dialect } = conversation;
  return pairMessages(messages, dialect, {
    keepOpenTail: true,
    seesDropped: true,
    isResumed: isResumed(conversation),
    reusedIds: dialect.reusedIds === 'drop' ? 'drop' : 'allow',
    instructions: dialect.instructions.stand === 'field' ? 'lifted' : dialect.instructions.stand,
    ...(answered === undefined ? {} : { answered }),
  });
}
