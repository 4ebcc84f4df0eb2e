import { isRead } from '../entries';
import type { DialectTraits, Message } from '../types';
import type { PairingOptions } from './pairing';

/** The messages in the order in which they are walked: entries that are none are left out, instructions where options want them. */
export function walkOrder(
  messages: readonly Message[],
  traits: DialectTraits,
  options: PairingOptions,
): readonly Message[] {
  const read = messages.every(isRead) ? messages : messages.filter(isRead);
  if (options.instructions === 'in-place') return read;
  const isInstruction = (message: Message) => traits.instructions.roles.includes(message.role);
  const { staysInList = () => false } = options;
  const isTaken = (message: Message) => isInstruction(message) && !staysInList(message);
  const rest = read.filter((message) => !isTaken(message));
  return options.instructions === 'lifted' ? rest : [...read.filter(isTaken), ...rest];
}

/** The number of the last turn that calls, if nothing but results stands behind it. */
export function tailTurn(walked: readonly Message[], turns: readonly number[]): number | undefined {
  for (let at = walked.length - 1; at >= 0; at--) {
    const message = walked[at];
    if (message === undefined) return undefined;
    if (message.role === 'assistant' || message.role === 'none') return callingTurn(walked, turns, at);
    const isResults =
      message.results.length > 0 && (message.role === 'tool' || message.parts.length === message.results.length);
    if (!isResults) return undefined;
  }
  return undefined;
}

/** The turn that ends here, if it calls. */
function callingTurn(walked: readonly Message[], turns: readonly number[], end: number): number | undefined {
  for (let at = end; at >= 0 && turns[at] === turns[end]; at--) {
    const message = walked[at];
    if (message?.role === 'assistant' && message.calls.length > 0) return turns[at];
  }
  return undefined;
}
