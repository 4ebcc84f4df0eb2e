import type { Conversation, Message } from './types';

/** What is wrong with the place of a system turn inside the list, on models that take such turns. */
export type MidSystemFault = 'first' | 'consecutive' | 'splits' | 'not-after-user' | 'before-user';

const known = new WeakMap<Conversation, ReadonlyMap<Message, MidSystemFault>>();

/** System turns of the list that stand where they may not, each with one fault: the one that explains the others. */
export function misplacedSystemTurns(conversation: Conversation): ReadonlyMap<Message, MidSystemFault> {
  let found = known.get(conversation);
  if (found === undefined) {
    found = findMisplaced(conversation);
    known.set(conversation, found);
  }
  return found;
}

function findMisplaced({ messages }: Conversation): Map<Message, MidSystemFault> {
  const found = new Map<Message, MidSystemFault>();
  const read = messages.filter(({ shape }) => shape === 'message' || shape === 'broken');
  read.forEach((message, at) => {
    if (message.shape === 'broken' || message.role !== 'system') return;
    const fault = faultOf(read[at - 1], read[at + 1]);
    if (fault !== undefined) found.set(message, fault);
  });
  return found;
}

function faultOf(before: Message | undefined, after: Message | undefined): MidSystemFault | undefined {
  // A neighbour that cannot be read may be the right one.
  if (before?.shape === 'broken' || after?.shape === 'broken') return undefined;
  if (before === undefined) return 'first';
  if (before.role === 'system') return 'consecutive';
  if (before.calls.length > 0 && after !== undefined && after.results.length > 0) return 'splits';
  if (before.role !== 'user' && before.parts.at(-1)?.kind !== 'server-call') return 'not-after-user';
  // A second system turn in a row is reported at itself.
  if (after === undefined || after.role === 'assistant' || after.role === 'system') return undefined;
  return 'before-user';
}
