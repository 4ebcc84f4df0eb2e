import { dialects, plainDialect } from '../dialects/index';
import {
  type BlockLook,
  type CallLook,
  FOREIGN_SIGN,
  type KeyLook,
  type Look,
  type LookSign,
  type Speaker,
} from '../dialects/look';
import type { DialectSpec } from '../dialects/types';
import { KeyMarks } from '../json/keyMarks';
import type { JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { foreignLook } from './foreign';
import { ANY_ROLE, FIRST_OWN, Sign } from './signature';

/** In the order in which a tie between their signs is broken: one entry may carry the signs of two. */
export const ORDER: readonly DialectSpec[] = [
  ...dialects.filter((dialect) => dialect === plainDialect),
  ...dialects.filter((dialect) => dialect !== plainDialect),
];

const looks: readonly Look[] = [...ORDER.map(({ look }) => look), foreignLook];

/** Members of bodies under which entries stand. */
export const LIST_KEYS: readonly string[] = [...new Set(ORDER.flatMap(({ lists }) => lists.map(({ key }) => key)))];

export function isListKey(key: string): boolean {
  return LIST_KEYS.includes(key);
}

/** Every sign of the dialects with its bit, those of one dialect after the other, each in the order of its list. */
export const signBits: ReadonlyMap<LookSign, number> = new Map(
  [...new Set(ORDER.flatMap(({ look }) => look.signs))].map((sign, i) => [sign, 1 << (FIRST_OWN + i)]),
);

function bitOf(sign: LookSign | undefined): number {
  if (sign === undefined) return 0;
  return sign === FOREIGN_SIGN ? Sign.foreign : (signBits.get(sign) ?? 0);
}

function bitsOf(signs: readonly LookSign[]): number {
  return signs.reduce((all, sign) => all | bitOf(sign), 0);
}

/** Vocabulary that only the dialects read here have. */
export const NATIVE = bitsOf([...signBits.keys()]);

/** A row that has one of these is more than a result. */
export const CALLS = bitsOf([...signBits.keys()].filter(({ isCall }) => isCall === true));

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
  /** Of what counts, calls and blocks. */
  readonly calls: number;
  /** All that it lists, what others have too. */
  readonly listed: number;
}

export const voters: readonly Voter[] = ORDER.map((dialect) => {
  const own = bitsOf(dialect.look.signs.filter((sign) => ownersOf(sign).length === 1));
  return {
    dialect,
    bits: own & ~FAINT,
    faint: own & FAINT,
    calls: own & CALLS & ~FAINT,
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

const SPEAKERS: Readonly<Record<Speaker, number>> = {
  system: Sign.system,
  user: Sign.user,
  assistant: Sign.assistant,
  tool: Sign.tool,
};

/** Closed set of the dialects read here, with what a role says. */
export const roles: ReadonlyMap<string, number> = merged(
  ({ roles }) => roles,
  (rows) => rows.reduce((all, { speaker, sign }) => all | SPEAKERS[speaker] | bitOf(sign), 0),
);

/** Entries without a role, by their type. */
export const items: ReadonlyMap<string, number> = merged(
  ({ items }) => items,
  ([row]) => (row === undefined ? 0 : itemBits(row.sign, row.speaker)),
);

function itemBits(sign: LookSign, speaker: Speaker | undefined): number {
  if (sign === FOREIGN_SIGN) return Sign.foreign;
  return bitOf(sign) | Sign.strong | (speaker === undefined ? 0 : SPEAKERS[speaker]);
}

/** What a block's type says: the first row whose condition holds. */
export type BlockRows = readonly { readonly bits: number; readonly when: BlockLook['when'] }[];

export const blocks: ReadonlyMap<string, BlockRows> = merged(({ blocks }) => blocks, blockRows);
export const blockEndings = [...merged(({ blockEndings }) => blockEndings, blockRows)];
export const blockBeginnings = [...merged(({ blockBeginnings }) => blockBeginnings, blockRows)];

function blockRows(rows: readonly BlockLook[]): BlockRows {
  return rows.map(({ sign, when }) => ({ bits: bitOf(sign), when }));
}

/** Block keys of Converse that a person may also write by mistake. */
const ODD_KEYS = ['text', 'json', 'image', 'document', 'cachePoint', 'guardContent'];

const untyped: ReadonlyMap<string, BlockRows> = merged(({ untypedBlocks }) => untypedBlocks, blockRows);
export const untypedKeys = new KeyMarks([...untyped.keys(), ...ODD_KEYS]);
export const untypedRows = [...untyped].map(([key, rows]) => ({ bit: untypedKeys.of(key), rows }));
export const ODD = ODD_KEYS.reduce((all, key) => all | untypedKeys.of(key), 0);

/** Members of an entry that tell something. Names that only go with another stand here by that one. */
const NEAR_KEYS = [
  ...['type', 'event', 'kind', 'message', 'uuid', 'info', 'payload', 'data'],
  ...['from', 'author', 'permissions', 'start'],
];

const keyLooks: ReadonlyMap<string, readonly KeyLook[]> = merged(
  ({ keys }) => keys,
  (rows) => rows,
);

export const entryKeys = new KeyMarks([...keyLooks.keys(), ...NEAR_KEYS]);

/** A member that tells: with it an entry that has a role is a message for certain. */
export interface KeyRow {
  readonly key: string;
  readonly bit: number;
  readonly bits: number;
  /** Speakers beside whom it says something. */
  readonly speakers: number;
  readonly isNullNothing: boolean;
  readonly isLast: boolean;
  readonly calls: CallRows | undefined;
}

const ANYBODY = SPEAKERS.system | SPEAKERS.user | SPEAKERS.assistant | SPEAKERS.tool;

export const keyRows: readonly KeyRow[] = [...keyLooks].flatMap(([key, all]) => {
  const calls = all.flatMap((row) => row.calls ?? []);
  const [row] = all.filter(({ sign }) => sign !== FOREIGN_SIGN);
  if (row === undefined) return [];
  return {
    key,
    bit: entryKeys.of(key),
    bits: bitOf(row.sign),
    speakers: row.speaker === undefined ? ANYBODY : SPEAKERS[row.speaker],
    isNullNothing: row.isNullNothing === true,
    isLast: row.isLast === true,
    calls: calls.length === 0 ? undefined : callRows(calls),
  };
});

export const OWN_KEYS = keyRows.reduce((all, { bit }) => all | bit, 0);
export const FOREIGN_KEYS = [...keyLooks].reduce(
  (all, [key, rows]) => (rows.every(({ sign }) => sign === FOREIGN_SIGN) ? all | entryKeys.of(key) : all),
  0,
);

export interface CallRow {
  readonly has: number;
  readonly lacks: number;
  readonly types: readonly string[] | undefined;
  readonly when: ((call: JsonNode) => boolean) | undefined;
  readonly bits: number;
}

export interface CallRows {
  readonly keys: KeyMarks;
  readonly rows: readonly CallRow[];
}

/** Foreign rows first: they are of what no dialect has. */
function callRows(calls: readonly CallLook[]): CallRows {
  const keys = new KeyMarks(['type', ...calls.flatMap(({ has = [], lacks = [] }) => [...has, ...lacks])]);
  const maskOf = (names: readonly string[] = []) => names.reduce((all, name) => all | keys.of(name), 0);
  const rank = ({ isLikely, sign }: CallLook) => (isLikely === true ? 2 : 0) + (sign === FOREIGN_SIGN ? 0 : 1);
  const rows = [...calls]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ has, lacks, types, when, sign }) => {
      const needed = types === undefined ? maskOf(has) : maskOf(has) | keys.of('type');
      return { has: needed, lacks: maskOf(lacks), types, when, bits: bitOf(sign) };
    });
  return { keys, rows };
}

/** One table of all dialects' rows under a name, in their order. */
function merged<Row, Made>(
  rowsOf: (look: Look) => Readonly<Record<string, Row>> | undefined,
  make: (rows: readonly Row[]) => Made,
): ReadonlyMap<string, Made> {
  const all = new Map<string, Row[]>();
  for (const look of looks) {
    for (const [name, row] of Object.entries(rowsOf(look) ?? {})) {
      const rows = all.get(name);
      if (rows === undefined) all.set(name, [row]);
      else rows.push(row);
    }
  }
  return new Map([...all].map(([name, rows]) => [name, make(rows)]));
}
