import { dialects, plainDialect } from '../dialects/index';
import { FOREIGN_SIGN, type LookSign } from '../dialects/look';
import type { DialectSpec } from '../dialects/types';
import type { Dialect } from '../model/types';
import { ANY_ROLE, FIRST_OWN, Sign } from './signature';

/** In the order in which a tie between their signs is broken: one entry may carry the signs of two. */
export const ORDER: readonly DialectSpec[] = [
  ...dialects.filter((dialect) => dialect === plainDialect),
  ...dialects.filter((dialect) => dialect !== plainDialect),
];

/** Every sign of the dialects with its bit, those of one dialect after the other, each in the order of its list. */
export const signBits: ReadonlyMap<LookSign, number> = new Map(
  [...new Set(ORDER.flatMap(({ look }) => look.signs))].map((sign, i) => [sign, 1 << (FIRST_OWN + i)]),
);

export function bitOf(sign: LookSign | undefined): number {
  if (sign === undefined) return 0;
  return sign === FOREIGN_SIGN ? Sign.foreign : (signBits.get(sign) ?? 0);
}

function bitsOf(signs: readonly LookSign[]): number {
  return signs.reduce((all, sign) => all | bitOf(sign), 0);
}

/** Vocabulary that only the dialects read here have. */
export const NATIVE = bitsOf([...signBits.keys()]);

/** A row that has one of these is more than a result. */
export const CERTAIN = bitsOf([...signBits.keys()].filter(({ isCertain }) => isCertain === true));

/** Signs that say too little to count: alone they leave the choice to what is plain. */
export const FAINT = bitsOf([...signBits.keys()].filter(({ isFaint }) => isFaint === true));

/**
 * Whether what detection saw of an entry rules out that its calls or results are another dialect's than its list: it has none,
 * or some of the list's alone.
 */
export function isOwnSign(sign: number, list: Dialect): boolean {
  if ((sign & ANY_ROLE) === 0 || (sign & Sign.foreign) !== 0) return false;
  if ((sign & Sign.strong) === 0) return true;
  for (let i = 0; i < voters.length; i++) {
    const voter = voters[i];
    if (voter?.dialect === list) return (sign & voter.bits) !== 0 && (sign & NATIVE & ~voter.listed) === 0;
  }
  return false;
}

/** What a dialect alone has. */
export interface Voter {
  readonly dialect: DialectSpec;
  /** What counts for it. */
  readonly bits: number;
  readonly faint: number;
  /** Of what counts, what is certain. */
  readonly certain: number;
  /** All that it lists, what others have too. */
  readonly listed: number;
}

export const voters: readonly Voter[] = ORDER.map((dialect) => {
  const own = bitsOf(dialect.look.signs.filter((sign) => ownersOf(sign).length === 1));
  return {
    dialect,
    bits: own & ~FAINT,
    faint: own & FAINT,
    certain: own & CERTAIN & ~FAINT,
    listed: bitsOf(dialect.look.signs),
  };
});

export const ANY_VOTE = voters.reduce((all, { bits }) => all | bits, 0);

/** Of the dialects that give each result an entry of its own. */
export const ENTRY_VOTES = voters.reduce(
  (all, { dialect, bits }) => (dialect.results === 'entries' ? all | bits : all),
  0,
);

/** Signs of several dialects, with the places of these in `voters`. */
export const sharedSigns: readonly { readonly bit: number; readonly owners: readonly number[] }[] = [
  ...signBits,
].flatMap(([sign, bit]) => {
  const owners = ownersOf(sign);
  return owners.length < 2 ? [] : [{ bit, owners }];
});

function ownersOf(sign: LookSign): readonly number[] {
  return ORDER.flatMap(({ look }, place) => (look.signs.includes(sign) ? place : []));
}
