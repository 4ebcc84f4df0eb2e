import type { DialectTraits, Message, Role } from '../types';
import type { KeptTurn } from './pairing';

/** Whether the provider reads an entry as one with the turn in front of it. System and foreign roles always stand alone. */
export function goesOn(turn: Role, { role }: Message, { turns }: DialectTraits): boolean {
  if (turns === 'single') return false;
  return role === 'none' ? turn === 'assistant' : role === turn && (role === 'user' || role === 'assistant');
}

export function groupTurns(messages: readonly Message[], traits: DialectTraits): KeptTurn[] {
  const turns: { role: Role; messages: Message[] }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last !== undefined && goesOn(last.role, message, traits)) last.messages.push(message);
    else turns.push({ role: message.role, messages: [message] });
  }
  return turns;
}

/** The number of the turn that each walked message belongs to; neighbours share it where the provider merges them. */
export function turnNumbers(walked: readonly Message[], traits: DialectTraits): number[] {
  let turn = -1;
  let role: Role = 'none';
  return walked.map((message) => {
    if (turn < 0 || !goesOn(role, message, traits)) {
      turn++;
      role = message.role;
    }
    return turn;
  });
}
