import type { DialectTraits, Message } from '../types';
import type { KeptTurn } from './pairing';

/** Whether the provider reads two neighbours as one turn. System and foreign roles always stand alone. */
export function isSameTurn(before: Message, message: Message, traits: DialectTraits): boolean {
  if (traits.turns === 'single' || before.role !== message.role) return false;
  return message.role === 'user' || message.role === 'assistant';
}

export function groupTurns(kept: readonly Message[], traits: DialectTraits): KeptTurn[] {
  const turns: { role: Message['role']; messages: Message[] }[] = [];
  let before: Message | undefined;
  for (const message of kept) {
    if (before !== undefined && isSameTurn(before, message, traits)) turns.at(-1)?.messages.push(message);
    else turns.push({ role: message.role, messages: [message] });
    before = message;
  }
  return turns;
}

/** The number of the turn that each walked message belongs to; neighbours share it where the provider merges them. */
export function turnNumbers(walked: readonly Message[], traits: DialectTraits): number[] {
  let turn = -1;
  return walked.map((message, at) => {
    const before = walked[at - 1];
    if (before === undefined || !isSameTurn(before, message, traits)) turn++;
    return turn;
  });
}
