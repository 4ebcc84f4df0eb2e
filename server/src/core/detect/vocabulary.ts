import {
  type BlockLook,
  type CallLook,
  FOREIGN_SIGN,
  type KeyLook,
  type Look,
  type LookSign,
  type Speaker,
} from '../dialects/look';
import { KeyMarks } from '../json/keyMarks';
import type { JsonNode } from '../json/node';
import { foreignLook } from './foreign';
import { Sign } from './signature';
import { bitOf, ORDER } from './signBits';

const looks: readonly Look[] = [...ORDER.map(({ look }) => look), foreignLook];

/** Members of bodies under which entries stand. */
export const LIST_KEYS: readonly string[] = [...new Set(ORDER.flatMap(({ lists }) => lists.map(({ key }) => key)))];

/** Types of the entries that have no role: in a text without any they say that it may hold a conversation. */
export const ITEM_TYPES: readonly string[] = [...new Set(ORDER.flatMap(({ look }) => Object.keys(look.items ?? {})))];

export function isListKey(key: string): boolean {
  return LIST_KEYS.includes(key);
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

/** What a type or a member says: the first row whose condition holds. */
export type Rows = readonly { readonly bits: number; readonly when: BlockLook['when'] }[];

/** Entries without a role, by their type. */
export const items: ReadonlyMap<string, Rows> = merged(
  ({ items }) => items,
  (rows) => rows.map(({ sign, speaker, when }) => ({ bits: itemBits(sign, speaker), when })),
);

function itemBits(sign: LookSign, speaker: Speaker | undefined): number {
  if (sign === FOREIGN_SIGN) return Sign.foreign;
  return bitOf(sign) | Sign.strong | (speaker === undefined ? 0 : SPEAKERS[speaker]);
}

/** What is known of the blocks under one member of an entry. */
export interface BlockTable {
  readonly key: string;
  readonly types: ReadonlyMap<string, Rows>;
  readonly endings: readonly (readonly [string, Rows])[];
  readonly beginnings: readonly (readonly [string, Rows])[];
  /** Members of blocks without a type. */
  readonly untyped: readonly { readonly bit: number; readonly rows: Rows }[];
  readonly untypedKeys: KeyMarks;
  /** Those that say nothing of a dialect, but that it is none whose blocks have types. */
  readonly odd: number;
  /** Of the entries without a role: the signs of a dialect that knows whose they are, and that speaker. */
  readonly implied: readonly { readonly signs: number; readonly speaker: number }[];
}

/** Block keys of Converse that a person may also write by mistake. */
const ODD_KEYS = ['text', 'json', 'image', 'document', 'cachePoint', 'guardContent'];

const CONTENT = 'content';

export const contentTable = blockTable(CONTENT, ODD_KEYS);

/** Of the dialects whose entries have their blocks elsewhere. */
export const otherContentTables: readonly BlockTable[] = [
  ...new Set(looks.map(({ contentKey = CONTENT }) => contentKey)),
].flatMap((key) => (key === CONTENT ? [] : blockTable(key, [])));

function blockTable(key: string, oddKeys: readonly string[]): BlockTable {
  const of = looks.filter(({ contentKey = CONTENT }) => contentKey === key);
  const untyped = merged(({ untypedBlocks }) => untypedBlocks, blockRows, of);
  const untypedKeys = new KeyMarks([...untyped.keys(), ...oddKeys]);
  return {
    key,
    types: merged(({ blocks }) => blocks, blockRows, of),
    endings: [...merged(({ blockEndings }) => blockEndings, blockRows, of)],
    beginnings: [...merged(({ blockBeginnings }) => blockBeginnings, blockRows, of)],
    untyped: [...untyped].map(([name, rows]) => ({ bit: untypedKeys.of(name), rows })),
    untypedKeys,
    odd: oddKeys.reduce((all, name) => all | untypedKeys.of(name), 0),
    implied: of.flatMap(({ signs, impliedSpeaker: who }) =>
      who === undefined ? [] : { signs: signs.reduce((all, sign) => all | bitOf(sign), 0), speaker: SPEAKERS[who] },
    ),
  };
}

function blockRows(rows: readonly BlockLook[]): Rows {
  return rows.map(({ sign, when }) => ({ bits: bitOf(sign), when }));
}

/** What the first row says whose condition holds of a block or an entry. */
export function firstOf(rows: Rows, node: JsonNode): number {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row !== undefined && (row.when === undefined || row.when(node))) return row.bits;
  }
  return 0;
}

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
/** Of those, the ones under which a dialect has its content: they are no other format's where it is read. */
export const CONTENT_KEYS = otherContentTables.reduce((all, { key }) => all | entryKeys.of(key), 0);

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
  of: readonly Look[] = looks,
): ReadonlyMap<string, Made> {
  const all = new Map<string, Row[]>();
  for (const look of of) {
    for (const [name, row] of Object.entries(rowsOf(look) ?? {})) {
      const rows = all.get(name);
      if (rows === undefined) all.set(name, [row]);
      else rows.push(row);
    }
  }
  return new Map([...all].map(([name, rows]) => [name, make(rows)]));
}
