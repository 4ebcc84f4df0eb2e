import { argumentsText } from '../model/arguments';
import { isRead } from '../model/entries';
import { pairingOf } from '../model/pairing/asSent';
import type { Pairing } from '../model/pairing/pairing';
import type { Call, Conversation, Message, Role } from '../model/types';

/**
 * Whether the last turn may hold a call that nothing answers and whose arguments are no object, so that it is worth to look what a
 * conversion says of it. Instructions, results and neighbours may still be read as part of that turn, whatever the target.
 */
export function mayEndOnFault(conversation: Conversation): boolean {
  const { messages, dialect } = conversation;
  const isInstruction = ({ role }: Message) => dialect.instructions.roles.includes(role);
  let hasSpoken = false;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || !isRead(message)) return false;
    if (isInstruction(message)) continue;
    if (message.role !== 'assistant') {
      if (hasSpoken || (message.role === 'user' && saysText(message))) return false;
      continue;
    }
    hasSpoken = true;
    if (message.hasLegacyCall) return true;
    if (message.calls.length > 0 && message.calls.some((call) => isOpenFault(call, pairingOf(conversation))))
      return true;
  }
  return false;
}

/** A message that says nothing may be no turn at all. */
function saysText({ parts }: Message): boolean {
  return parts.some((part) => part.kind === 'text' && part.textNode !== undefined && part.textNode.text() !== '');
}

/** What stands on another's turn makes no history of it. */
const ANSWERING: ReadonlySet<Role> = new Set(['user', 'tool', 'function']);

function isOpenFault(call: Call, { calls }: Pairing): boolean {
  const { argumentsNode: given } = call;
  if (given === undefined || given.kind === 'object' || argumentsText(call) === 'object') return false;
  const outcome = calls.get(call);
  const answer = outcome?.kind === 'kept' ? outcome.answer?.message : undefined;
  return answer === undefined || !ANSWERING.has(answer.role);
}
