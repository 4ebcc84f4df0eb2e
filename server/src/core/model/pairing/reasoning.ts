import type { Message } from '../types';
import type { DropRule } from './pairing';
import { isDroppedEntry, type Walk } from './walk';

/**
 * Where reasoning is an entry of its own, it belongs to what stands behind it in its turn: with the last of that goes the reasoning.
 * What stands behind it is asked of the list as it was: reasoning that had nothing there before is not this pass's fault.
 */
export function dropReasoning(walk: Walk, walked: readonly Message[], turns: readonly number[]): void {
  if (!walk.drops.some(({ of }) => 'calls' in of === false && of.kind === 'call' && of.node === of.message.node))
    return;
  let turn: number | undefined;
  let isLeft = false;
  let rule: DropRule | undefined;
  const drops: { message: Message; rule: DropRule }[] = [];
  for (let at = walked.length - 1; at >= 0; at--) {
    const message = walked[at];
    if (message === undefined) continue;
    if (turns[at] !== turn) {
      turn = turns[at];
      isLeft = false;
      rule = undefined;
    }
    if (isReasoning(message)) {
      if (!isLeft && rule !== undefined) drops.push({ message, rule });
    } else if (isDroppedEntry(walk, message)) rule = walk.remains.get(message)?.lostCall;
    else if (message.parts.some(({ kind }) => kind !== 'setting')) isLeft = true;
  }
  for (const { message, rule: of } of drops.reverse()) {
    walk.gone.set(message, of);
    walk.drops.push({ kind: 'turn', rule: of, of: message });
  }
}

function isReasoning({ shape, parts }: Message): boolean {
  return shape === 'item' && parts.length > 0 && parts.every(({ kind }) => kind === 'reasoning');
}
