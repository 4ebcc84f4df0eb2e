import type { Ledger } from './ledger';
import type { IdNeeds } from './needs';
import type { CallPart, Exchange, Part, ResultPart } from './types';

/** The ids with which calls and results leave; a part without an entry has none. */
export type Ids = ReadonlyMap<Part, string>;

/**
 * Ids as they were written; those that are missing everywhere are given in order. With `rewrite`, an id that the target does
 * not take gets another, the same on call and result, made of the old one and of nothing else.
 */
export function outgoingIds(exchange: Exchange, needs: IdNeeds, rewrite: boolean, ledger: Ledger): Ids {
  const ids = new Map<Part, string>();
  const paired = pairedParts(exchange);
  for (const part of paired) {
    const id = exchange.orderedIds.get(part) ?? writtenId(part);
    if (id !== undefined) ids.set(part, id);
  }
  if (rewrite) rewriteIds(paired, ids, needs, ledger);
  return ids;
}

function pairedParts({ turns }: Exchange): (CallPart | ResultPart)[] {
  return turns.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call' || part.kind === 'result'));
}

/** Exactly as it stands, padding and all; a number by its digits. */
function writtenId({ id }: CallPart | ResultPart): string | undefined {
  if (id.node === undefined || id.fault === 'missing' || id.fault === 'not-scalar') return undefined;
  return id.node.kind === 'string' ? id.node.text() : id.text;
}

/** The newest declaration of an id owns the results that follow, as everywhere in pairing. */
function rewriteIds(
  parts: readonly (CallPart | ResultPart)[],
  ids: Map<Part, string>,
  needs: IdNeeds,
  ledger: Ledger,
): void {
  const fresh = freshIds(new Set(ids.values()), needs);
  const current = new Map<string, string>();
  const declared = new Set<string>();
  for (const part of parts) {
    const before = ids.get(part);
    const key = before?.trim();
    // A result that stands before its call has chosen for both.
    const isAgain = part.kind === 'call' && key !== undefined && declared.has(key);
    const chosen = key === undefined || (isAgain && needs.isUnique) ? undefined : current.get(key);
    const fits = before !== undefined && before === key && needs.fits(before) && !(isAgain && needs.isUnique);
    if (before === undefined && part.kind === 'result') continue;
    const id = chosen ?? (fits ? before : fresh(key ?? ''));
    if (key !== undefined) {
      current.set(key, id);
      if (part.kind === 'call') declared.add(key);
    }
    if (id === before) continue;
    ids.set(part, id);
    if (part.kind === 'call') ledger.add(part.at, `the id ${JSON.stringify(before ?? '')} becomes "${id}"`);
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
