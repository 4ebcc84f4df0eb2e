import type { Conversation, Message } from '../model/types';

/**
 * The rule that a window breaks, whatever its target, when it opens on an answer to nothing (docs/design/windows.md,
 * "Validate").
 */
export const OPENING = 'first-message-not-user';

/** The first message that is no instruction. */
export function firstSpoken({ messages, dialect }: Pick<Conversation, 'messages' | 'dialect'>): Message | undefined {
  const instructionRoles = dialect.instructions.roles;
  return messages.find(({ shape, role }) => shape === 'message' && !instructionRoles.includes(role));
}

export function openingMessage({ roleText }: Message): string {
  return `The window opens with "${roleText}", not with a user message: it would answer to nothing. Start it at a user turn.`;
}
