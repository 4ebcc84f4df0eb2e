import { isRead } from '../entries';
import type { DialectTraits, Message } from '../types';

/** The messages of the exchange around an entry that cannot be read. */
export interface BesideBroken {
  /** Calls of these may have their result in it. */
  readonly callers: ReadonlySet<Message>;
  /** Results of these may have their call in it. */
  readonly answers: ReadonlySet<Message>;
}

const NONE: BesideBroken = { callers: new Set(), answers: new Set() };

/**
 * An entry that cannot be read may hold anything, so what may be a half of it is not blamed for the want of the other. That is the
 * exchange it stands in and nothing else: the calls before it, with nothing but results in between, and the results right behind it.
 */
export function besideBroken(messages: readonly Message[], { turns, adjacency }: DialectTraits): BesideBroken {
  if (!messages.some(isBroken)) return NONE;
  if (adjacency === 'none') return anywhereBeside(messages);
  const callers = new Set<Message>();
  const answers = new Set<Message>();
  /** The calling messages that a broken entry here may answer. */
  let open: Message[] = [];
  let isBehindBroken = false;
  for (const message of messages) {
    if (isBroken(message)) {
      for (const caller of open) callers.add(caller);
      isBehindBroken = true;
      continue;
    }
    // What follows may still be a result, of a call before the broken entry or in it.
    if (message.results.length > 0) {
      if (isBehindBroken) answers.add(message);
      if (message.calls.length === 0) continue;
    }
    isBehindBroken = false;
    const goesOn = turns === 'merged' && message.role === 'assistant' && open.at(-1)?.index === message.index - 1;
    if (message.calls.length > 0) open = goesOn ? [...open, message] : [message];
    else if (!goesOn) open = [];
  }
  return { callers, answers };
}

/** Where results may stand anywhere, it may answer any call in front of it and call for any result behind it. */
function anywhereBeside(messages: readonly Message[]): BesideBroken {
  const broken = messages.filter(isBroken);
  const first = broken[0]?.index ?? Number.POSITIVE_INFINITY;
  const last = broken.at(-1)?.index ?? -1;
  return {
    callers: new Set(messages.filter(({ index, calls }) => index < last && calls.length > 0)),
    answers: new Set(messages.filter(({ index, results }) => index > first && results.length > 0)),
  };
}

/** The last message of the list; undefined where an entry behind it cannot be read and may be a message too. */
export function lastMessage(messages: readonly Message[]): Message | undefined {
  const last = messages.filter((message) => isRead(message) || isBroken(message)).at(-1);
  return last === undefined || isBroken(last) ? undefined : last;
}

/** Whether an entry that cannot be read stands among neighbours that are one turn without it. */
export function isInterrupted(neighbours: readonly Message[], messages: readonly Message[]): boolean {
  const [first, last] = [neighbours[0], neighbours.at(-1)];
  if (first === undefined || last === undefined) return false;
  return messages.slice(first.index, last.index).some(isBroken);
}

function isBroken({ shape }: Message): boolean {
  return shape === 'broken';
}
