import type { LossLog } from './lossLog';
import type { CallPart, NeutralConversation, Part, ResultPart } from './types';

/** What the target wants of a pairing id. */
export interface IdNeeds {
  readonly fits: (id: string) => boolean;
  /** No id may be declared twice, not even in exchanges that are closed. */
  readonly isUnique: boolean;
}

/** The ids with which calls and results leave; a part without an entry has none. */
export type Ids = ReadonlyMap<Part, string>;

/**
 * Ids as they were written; those that are missing everywhere are given in order. With `rewrite`, an id that the target does
 * not take gets another, the same on call and result, made of the old one and of nothing else.
 */
export function outgoingIds(neutral: NeutralConversation, needs: IdNeeds, rewrite: boolean, lossLog: LossLog): Ids {
  const ids = new Map<Part, string>();
  const paired = pairedParts(neutral);
  for (const part of paired) {
    const id = neutral.orderedIds.get(part) ?? writtenId(part);
    if (id !== undefined) ids.set(part, id);
  }
  if (rewrite) rewriteIds(neutral, ids, needs, lossLog);
  return ids;
}

function pairedParts({ turns }: NeutralConversation): (CallPart | ResultPart)[] {
  return turns.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call' || part.kind === 'result'));
}

/** Exactly as it stands, padding and all; a number by its digits. */
function writtenId({ id }: CallPart | ResultPart): string | undefined {
  if (id.node === undefined || id.fault === 'missing' || id.fault === 'not-scalar') return undefined;
  return id.node.kind === 'string' ? id.node.text() : id.text;
}

/** What became of an id: the ids of its calls in the newest turn that declares it, and how many of them were answered. */
interface Declared {
  readonly turn: number;
  readonly run: number;
  readonly ids: string[];
  answered: number;
}

/**
 * The newest turn that declares an id owns the results that follow, as everywhere in pairing. Where it declares the id more
 * than once, the first result is the first call's, and so on.
 */
function rewriteIds(neutral: NeutralConversation, ids: Map<Part, string>, needs: IdNeeds, lossLog: LossLog): void {
  const fresh = freshIds(new Set(ids.values()), needs);
  const declared = new Map<string, Declared>();
  /** Chosen by a result that stands before its call. */
  const foretold = new Map<string, string>();
  const give = (part: CallPart | ResultPart, before: string | undefined, id: string) => {
    if (id === before) return;
    ids.set(part, id);
    if (part.kind === 'call') lossLog.add(part.at, `the id ${JSON.stringify(before ?? '')} becomes "${id}"`);
  };
  const isFit = (id: string | undefined, key: string | undefined) => id !== undefined && id === key && needs.fits(id);
  const choose = (before: string | undefined, key: string, isAgain: boolean) =>
    before !== undefined && isFit(before, key) && !isAgain ? before : fresh(key);
  let run = 0;
  for (const [turn, { role, parts }] of neutral.turns.entries()) {
    if (role !== 'assistant') run++;
    for (const part of parts) {
      if (part.kind !== 'call' && part.kind !== 'result') continue;
      const before = ids.get(part);
      const key = before?.trim();
      if (key === undefined) {
        if (part.kind === 'call') give(part, before, fresh(''));
        continue;
      }
      const known = declared.get(key);
      if (part.kind === 'result') {
        const id = known?.ids[Math.min(known.answered++, known.ids.length - 1)] ?? foretold.get(key);
        const chosen = id ?? choose(before, key, false);
        if (known === undefined) foretold.set(key, chosen);
        give(part, before, chosen);
        continue;
      }
      // Twice in one turn is refused by everybody, again in a later one only where ids must be unique for good.
      const isAgain = known !== undefined && (needs.isUnique || known.run === run);
      const renamed = known === undefined ? foretold.get(key) : isAgain ? undefined : known.ids[0];
      const id = renamed ?? choose(before, key, isAgain);
      if (known !== undefined && known.turn === turn) known.ids.push(id);
      else declared.set(key, { turn, run, ids: [id], answered: 0 });
      give(part, before, id);
    }
  }
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
