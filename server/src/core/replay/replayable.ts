import type { TranscriptDocument } from '../document/document';
import { pointerOf } from '../json/node';
import type { Conversation } from '../model/types';

/** A conversation of a document whose prefixes can be replayed. */
export interface ReplayableConversation {
  readonly conversation: Conversation;
  readonly pointer: string;
}

/**
 * The conversations that somebody sends: a provider's answer and what a test expects are none, and where the text has a fault nobody
 * knows what would be sent. Weak evidence counts where rules look at it too. `broken`: how many were left out for a fault.
 */
export function replayableOf(document: TranscriptDocument): {
  readonly conversations: readonly ReplayableConversation[];
  readonly broken: number;
} {
  const { isNamed } = document.reading;
  const isEach = isNamed === true || document.config.file !== 'unlisted';
  const sent = document.conversations.filter(
    ({ side, tier, messages }) => side === 'request' && (tier !== 'C' || isEach) && messages.length > 0,
  );
  const whole = sent.filter((conversation) => !document.hasFaultIn(conversation));
  return {
    conversations: whole.map((conversation) => ({ conversation, pointer: pointerOf(conversation.list) })),
    broken: sent.length - whole.length,
  };
}
