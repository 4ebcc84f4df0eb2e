import { traits } from '../model/traits';
import type { Conversation, Message } from '../model/types';

/** What trimming has to know of the entries: which stand outside it, and where a window may begin. */
export interface Starts {
  /** Leading instructions: kept in front, outside the budget. */
  readonly instructions: number;
  /** By index behind the instructions: a clean user turn that no exchange spans. */
  readonly isClean: readonly boolean[];
  /** The same, and assistant turns: where a tail may begin that has a pinned head in front. */
  readonly isTailStart: readonly boolean[];
}

/**
 * A window opens with a user turn that holds no result (spec 05, "Trim"), and never between a call and its result: in a list
 * that nobody repaired a late result may stand behind a clean user turn, and would be an orphan in a window that starts there.
 */
export function findStarts({ messages, dialect }: Pick<Conversation, 'messages' | 'dialect'>): Starts {
  const { instructionRoles } = traits[dialect];
  const isInstruction = (message: Message) => message.shape === 'message' && instructionRoles.includes(message.role);
  const first = messages.findIndex((message) => !isInstruction(message));
  const instructions = first < 0 ? messages.length : first;
  const entries = messages.slice(instructions);
  const isSpanned = spans(entries);
  const mayStart = (message: Message, at: number) =>
    message.shape === 'message' && message.results.length === 0 && !isSpanned[at];
  return {
    instructions,
    isClean: entries.map((message, at) => message.role === 'user' && mayStart(message, at)),
    isTailStart: entries.map(
      (message, at) => (message.role === 'user' || message.role === 'assistant') && mayStart(message, at),
    ),
  };
}

/** For each entry, whether a result in it or behind it answers the nearest call of its id in front of it. */
function spans(entries: readonly Message[]): boolean[] {
  const lastCall = new Map<string, number>();
  /** Net number of exchanges that begin to span at an entry. */
  const opens = new Int32Array(entries.length + 1);
  for (const [at, message] of entries.entries()) {
    for (const part of message.parts) {
      if (part.kind === 'call' && part.id.text !== '') lastCall.set(part.id.text, at);
      if (part.kind !== 'result' || part.id.text === '') continue;
      const call = lastCall.get(part.id.text);
      if (call === undefined || call === at) continue;
      opens[call + 1] = (opens[call + 1] ?? 0) + 1;
      opens[at + 1] = (opens[at + 1] ?? 0) - 1;
    }
  }
  let open = 0;
  return entries.map((_, at) => {
    open += opens[at] ?? 0;
    return open > 0;
  });
}
