import type { PairingOptions } from './pairing';
import { isSameTurn } from './runs';
import type { DialectTraits } from './traits';
import type { Message } from './types';

/** The messages in the order in which they are walked: entries that are none are left out, instructions where options want them. */
export function walkOrder(messages: readonly Message[], traits: DialectTraits, options: PairingOptions): Message[] {
  const read = messages.filter((message) => message.shape === 'message');
  if (options.instructions === 'in-place') return read;
  const isInstruction = (message: Message) => traits.instructionRoles.includes(message.role);
  const rest = read.filter((message) => !isInstruction(message));
  return options.instructions === 'lifted' ? rest : [...read.filter(isInstruction), ...rest];
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
