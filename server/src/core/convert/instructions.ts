import { traits } from '../model/traits';
import type { Dialect } from '../model/types';
import type { Ledger } from './ledger';
import type { Exchange, Part, SystemPlacement, Turn } from './types';

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
  exchange: Exchange,
  to: Dialect,
  placement: SystemPlacement | undefined,
  ledger: Ledger,
): Placed {
  const { hasSystemField } = traits[to];
  const how = placement ?? (hasSystemField || !exchange.hasInstructionsInPlace ? 'front' : 'in-place');
  const front: Turn[] = [];
  const rest: Turn[] = [];
  for (const turn of exchange.turns) {
    if (!isInstruction(turn) || (rest.length > 0 && how === 'in-place')) rest.push(turn);
    else if (rest.length === 0) front.push(turn);
    else if (how === 'as-user') {
      ledger.lose(turn.at, 'instructions behind another message: they become text of the user');
      rest.push({ ...turn, role: 'user', roleText: 'user' });
    } else {
      ledger.lose(turn.at, 'the place of instructions behind another message: they go to the front');
      front.push(turn);
    }
  }
  const { system } = exchange;
  if (hasSystemField) return { field: [system.parts, ...front.map(({ parts }) => parts)], turns: rest };
  return { field: [], turns: [...fieldTurn(system), ...front, ...rest] };
}

export function isInstruction({ role, isRaw }: Turn): boolean {
  return !isRaw && (role === 'system' || role === 'developer');
}

function fieldTurn({ at, form, parts }: Exchange['system']): Turn[] {
  if (at === undefined || parts.length === 0) return [];
  return [{ role: 'system', roleText: 'system', at, form, parts, isRaw: false, mayStayOpen: false, isCutOff: false }];
}
