import type { Dialect, Role } from './types';

/** What the passes over the model need to know of a dialect; reading and writing are in `dialects/`. */
export interface DialectTraits {
  /** Roles of the closed set, as spelled. */
  readonly roles: readonly string[];
  /** Roles that carry instructions and stand in front. */
  readonly instructionRoles: readonly Role[];
  /** Same-role neighbours are one turn, and results are blocks of a user message (Messages). */
  readonly mergesNeighbours: boolean;
  /** The id may be left out everywhere, pairing is in order then (docs/design/pairing.md, "Pairing in order"). */
  readonly pairsInOrder: boolean;
  /** Instructions have a field of the body, outside the list. */
  readonly hasSystemField: boolean;
}

export const traits: Readonly<Record<Dialect, DialectTraits>> = {
  flat: {
    roles: ['user', 'assistant', 'system', 'tool'],
    instructionRoles: ['system'],
    mergesNeighbours: false,
    pairsInOrder: false,
    hasSystemField: false,
  },
  chat: {
    roles: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
    instructionRoles: ['system', 'developer'],
    mergesNeighbours: false,
    pairsInOrder: true,
    hasSystemField: false,
  },
  messages: {
    roles: ['user', 'assistant'],
    instructionRoles: ['system'],
    mergesNeighbours: true,
    pairsInOrder: true,
    hasSystemField: true,
  },
};
