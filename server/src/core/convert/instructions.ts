import type { Dialect } from '../model/types';
import type { LossLog } from '../transfer/lossLog';
import { behindRuns } from '../transfer/runs';
import type { NeutralConversation, Part, SystemPlacement, Turn } from '../transfer/types';

export interface Placed {
  /** Instructions for the field outside the list, one element for each message or field they came from. */
  readonly field: readonly (readonly Part[])[];
  readonly turns: readonly Turn[];
}

/**
 * Instructions where the target keeps them: those in front in its field, or as its first messages; those that stand behind
 * another message as `placement` says. By default they stay where source and target read them in their place.
 */
export function placeInstructions(
  neutral: NeutralConversation,
  to: Dialect,
  placement: SystemPlacement | undefined,
  lossLog: LossLog,
): Placed {
  const hasSystemField = to.instructions.stand === 'field';
  const how = placement ?? (hasSystemField || !neutral.hasInstructionsInPlace ? 'front' : 'in-place');
  const front: Turn[] = [];
  const rest: Turn[] = [];
  const turns = how === 'front' ? neutral.turns : behindRuns(neutral.turns, isInstruction, lossLog);
  for (const turn of turns) {
    if (!isInstruction(turn)) {
      rest.push(turn);
      continue;
    }
    loseDeveloper(turn, to, lossLog);
    if (rest.length > 0 && how === 'in-place') rest.push(turn);
    else if (rest.length === 0) {
      if (hasSystemField) loseFrame(turn, front.length > 0, lossLog);
      front.push(turn);
    } else if (how === 'as-user') {
      lossLog.lose(turn.at, 'instructions behind another message: they become text of the user');
      rest.push({ ...turn, role: 'user', roleText: 'user' });
    } else {
      lossLog.lose(turn.at, 'the place of instructions behind another message: they go to the front');
      front.push(turn);
    }
  }
  const { system } = neutral;
  if (hasSystemField) return { field: [system.parts, ...front.map(({ parts }) => parts)], turns: rest };
  return { field: [], turns: [...fieldTurn(system), ...front, ...rest] };
}

export function isInstruction({ role, isRaw }: Turn): boolean {
  return !isRaw && (role === 'system' || role === 'developer');
}

/** Messages of their own become blocks of one field, and one that says nothing leaves nothing. */
function loseFrame({ at, parts }: Turn, isLater: boolean, lossLog: LossLog): void {
  if (parts.length === 0) lossLog.lose(at, 'empty instructions');
  else if (isLater) lossLog.lose(at, 'that it is a message of its own: it becomes a block of the instructions');
}

/** Few dialects tell a developer from the system. */
function loseDeveloper({ at, roleAt = at, role }: Turn, to: Dialect, lossLog: LossLog): void {
  if (role !== 'developer' || to.instructions.roles.includes(role)) return;
  lossLog.lose(roleAt, 'that the instructions are those of a developer: they become those of the system');
}

function fieldTurn({ at, form, parts }: NeutralConversation['system']): Turn[] {
  if (at === undefined || parts.length === 0) return [];
  return [{ role: 'system', roleText: 'system', at, form, parts, isRaw: false, mayStayOpen: false, isCutOff: false }];
}
