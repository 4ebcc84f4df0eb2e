import type { Change, Rewrite } from '../../json/rewrite';
import type { RuleId } from '../../rules/ids';
import { quote } from '../../text/quote';
import { isRead } from '../entries';
import type { Conversation, Message } from '../types';

/** What the target has against neighbours, as far as taking an entry out can bring them about. */
export interface Neighbourhood {
  readonly conversation: Conversation;
  readonly enforces: (rule: RuleId) => boolean;
}

/**
 * What a rewrite breaks where it takes entries out of the list: the messages around them then stand next to each other, or at the
 * end. In words that stand behind a title; undefined when nothing breaks. `moves`: instructions, which all move alike.
 */
export function brokenNeighbours(
  rewrite: Rewrite,
  { conversation, enforces }: Neighbourhood,
  moves: 'instruction' | undefined,
): string | undefined {
  const change = rewrite.get(conversation.list);
  if (change?.kind !== 'splice' || change.remove.length === 0) return undefined;
  const { messages } = conversation;
  const gone = removedFrom(messages, change);
  const skips = (message: Message) =>
    gone.has(message) || !isRead(message) || (moves !== undefined && isInstruction(conversation, message));
  const done = new Set<Message | undefined>();
  for (const message of gone) {
    const before = next(messages, message, -1, skips);
    if (done.has(before)) continue;
    done.add(before);
    const after = next(messages, message, 1, skips);
    if (before === undefined) continue;
    const { role, roleText } = before;
    if (after === undefined) {
      const isBegun = role === 'assistant' && before.calls.length === 0;
      if (isBegun && (moves !== undefined || enforces('prefill-unsupported')))
        return 'the list then ends on the assistant';
    } else if (role === after.role && (role === 'user' || role === 'assistant')) {
      // Where the one that goes was one of them too, the fault was there before.
      if (message.role !== role && enforces('roles-not-alternating'))
        return `two ${quote(roleText)} messages then stand in a row`;
    } else if (role === 'tool' && after.role === 'user' && enforces('user-after-tool'))
      return 'a user message then stands behind a tool message';
  }
  return undefined;
}

/** An entry that comes back at the same place has not gone. */
function removedFrom(messages: readonly Message[], { remove }: Extract<Change, { kind: 'splice' }>): Set<Message> {
  return new Set(
    remove.flatMap(({ key }) => {
      const message = typeof key === 'number' ? messages[key] : undefined;
      return message !== undefined && isRead(message) ? [message] : [];
    }),
  );
}

function isInstruction({ dialect }: Conversation, { role }: Message): boolean {
  return dialect.instructions.roles.includes(role);
}

/** Further than this no neighbour is sought: among so many entries that are none, the list has other faults. */
const FURTHEST = 50;

function next(
  messages: readonly Message[],
  from: Message,
  step: 1 | -1,
  skips: (message: Message) => boolean,
): Message | undefined {
  for (let i = 1; i <= FURTHEST; i++) {
    const message = messages[from.index + step * i];
    if (message === undefined || !skips(message)) return message;
  }
  return undefined;
}
