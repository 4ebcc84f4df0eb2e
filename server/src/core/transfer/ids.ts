import type { LossLog } from './lossLog';
import { writtenId } from './pairing';
import type { CallPart, NeutralConversation, NeutralPairing, Part, ResultPart, Turn } from './types';

/** What the target wants of a pairing id. */
export interface IdNeeds {
  readonly fits: (id: string) => boolean;
  /** No id may be declared twice, not even in exchanges that are closed. */
  readonly isUnique: boolean;
  /** Calls and results pair without ids too. */
  readonly isOptional: boolean;
}

/** The ids with which calls and results leave; a part without an entry has none. */
export type Ids = ReadonlyMap<Part, string>;

/**
 * Ids as they were read: as they stand, those that were made where none does. A result that its call is known by another way has
 * the id of its call.
 */
export function idsAsRead({ turns, pairing }: Pick<NeutralConversation, 'turns' | 'pairing'>): Ids {
  const ids = new Map<Part, string>();
  for (const call of partsOf(turns, 'call')) {
    const id = pairing.made.get(call) ?? writtenId(call);
    if (id !== undefined) ids.set(call, id);
  }
  for (const result of partsOf(turns, 'result')) {
    const own = writtenId(result);
    const call = pairing.callOf.get(result);
    const id = call === undefined || isNamedBy(own, call, pairing) ? own : (ids.get(call) ?? own);
    if (id !== undefined) ids.set(result, id);
  }
  return ids;
}

function isNamedBy(id: string | undefined, call: CallPart, { made }: NeutralPairing): boolean {
  return id !== undefined && !made.has(call) && id.trim() === writtenId(call)?.trim();
}

function partsOf<Kind extends 'call' | 'result'>(turns: readonly Turn[], kind: Kind): Extract<Part, { kind: Kind }>[] {
  const isOne = (part: Part): part is Extract<Part, { kind: Kind }> => part.kind === kind;
  return turns.flatMap(({ parts }) => parts.filter(isOne));
}

/**
 * Of the calls of one id: the turn of the newest, or the first of its neighbours in that turn, its id, and how many turns of
 * others stand in front of it.
 */
interface Declared {
  readonly turn: Turn;
  readonly run: number;
  readonly id: string;
}

/**
 * The ids of calls that the target does not take, and that it takes but once, made of the old ones and of nothing else. Each
 * result goes out with the id of its call.
 */
export function fittingIds(
  { turns, pairing }: Pick<NeutralConversation, 'turns' | 'pairing'>,
  ids: Ids,
  needs: IdNeeds,
  lossLog: LossLog,
): Ids {
  const fitting = new Map(ids);
  // Ids pair trimmed, so one that only stands padded is its own.
  const fresh = freshIds(new Set([...ids.values()].map((id) => id.trim())), needs);
  const choose = (id: string) => (needs.fits(id) ? id : fresh(id));
  const declared = new Map<string, Declared>();
  const idFor = (call: CallPart, turn: Turn, run: number) => {
    const before = ids.get(call);
    if (before === undefined) return needs.isOptional ? undefined : fresh('');
    const key = before.trim();
    const known = declared.get(key);
    // Twice in one turn is refused by everybody, again in a later one only where ids must be unique for good.
    const isAgain = known !== undefined && (needs.isUnique || known.run === run);
    const id = isAgain ? fresh(key) : (known?.id ?? choose(key));
    if (known?.turn !== turn) declared.set(key, { turn, run, id });
    return id;
  };
  let run = 0;
  for (const turn of turns) {
    if (turn.role !== 'assistant') run++;
    for (const part of turn.parts) {
      if (part.kind !== 'call') continue;
      const before = ids.get(part);
      const id = idFor(part, turn, run);
      if (id === undefined || id === before) continue;
      fitting.set(part, id);
      lossLog.add(part.at, `the id ${JSON.stringify(before ?? '')} becomes "${id}"`);
    }
  }
  /** Ids that no call has. */
  const strays = new Map<string, string>();
  for (const result of partsOf(turns, 'result')) {
    const id = idOfResult(result, pairing, fitting) ?? stray(ids.get(result), strays, choose);
    if (id !== undefined) fitting.set(result, id);
  }
  return fitting;
}

function idOfResult(result: ResultPart, { callOf }: NeutralPairing, ids: Ids): string | undefined {
  const call = callOf.get(result);
  return call === undefined ? undefined : ids.get(call);
}

function stray(id: string | undefined, known: Map<string, string>, choose: (id: string) => string): string | undefined {
  if (id === undefined) return undefined;
  const chosen = known.get(id.trim()) ?? choose(id.trim());
  known.set(id.trim(), chosen);
  return chosen;
}

/** The first id made of an old one that the target takes and nobody has. */
function freshIds(taken: Set<string>, needs: IdNeeds): (id: string) => string {
  const next = new Map<string, number>();
  return (id) => {
    for (const base of [plain(id), hashed(id, 0)]) {
      let n = next.get(base) ?? 1;
      for (; n < MOST_TRIES; n++) {
        const candidate = n === 1 ? base : `${base}_${n}`;
        if (!needs.fits(candidate)) break;
        if (taken.has(candidate)) continue;
        next.set(base, n + 1);
        taken.add(candidate);
        return candidate;
      }
    }
    // Ids of a fixed length have no room for a number: the salt makes the difference.
    for (let salt = 1; salt < MOST_SALTS; salt++) {
      const candidate = hashed(id, salt);
      if (!needs.fits(candidate) || taken.has(candidate)) continue;
      taken.add(candidate);
      return candidate;
    }
    return id;
  };
}

const MOST_TRIES = 1_000_000;
const MOST_SALTS = 10_000;
/** Nine letters and digits are what the strictest provider wants. */
const HASH_LENGTH = 9;

function plain(id: string): string {
  const base = id.trim().replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return base === '' || base === '0' ? 'call' : base;
}

/** FNV-1a over the UTF-16 units, twice with different seeds, in base 36. */
function hashed(id: string, salt: number): string {
  const half = (seed: number) => {
    let hash = seed;
    for (const text of [id, String(salt)]) {
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    return (hash >>> 0).toString(36).padStart(7, '0');
  };
  return (half(0x811c9dc5) + half(0x1234567)).slice(-HASH_LENGTH);
}
