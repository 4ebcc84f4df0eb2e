import type { Call, DialectTraits, Message, PairingId, Part, Result } from '../types';
import { nameOf } from './namedCalls';
import { idsOf } from './resultIds';
import { mayHoldStrayId } from './strayIds';

/**
 * Which entries of a list can have to do with each other, by their ids and whatever the pairing makes of them: in a part of the list
 * it may be another. Ids that one result names hang together, for which of its calls it answers decides about all of them. Where
 * names pair, so do the name and the id of a call or result, and each of them is a bond of its own besides.
 */
export class Bonds {
  /** Of each entry: the bonds that it has a part in. */
  readonly of: readonly (readonly string[])[];
  private readonly pairsByName: boolean;
  private readonly joined = new Map<string, string>();
  private readonly where = new Map<string, number[]>();

  constructor(messages: readonly Message[], { pairsBy }: Pick<DialectTraits, 'pairsBy'>) {
    this.pairsByName = pairsBy === 'name-and-order';
    for (const { calls, results } of messages) {
      for (const result of results) this.join(this.keysOf(result));
      if (this.pairsByName) for (const call of calls) this.join(this.keysOf(call));
    }
    this.of = messages.map((message) => [...new Set(this.keysIn(message).map((key) => this.bond(key)))]);
    for (const [at, bonds] of this.of.entries()) {
      for (const bond of bonds) {
        const places = this.where.get(bond);
        if (places === undefined) this.where.set(bond, [at]);
        else places.push(at);
      }
    }
  }

  /** The entries that have a part in a bond, in order. */
  placesOf(bond: string): readonly number[] {
    return this.where.get(bond) ?? NOWHERE;
  }

  ofCall(call: Call): string {
    return this.bond(this.keysOf(call)[0] ?? '');
  }

  /** Whether what waits anywhere in it may have to do with any part of it: what is whole in between ends no search. */
  isOpen(bond: string): boolean {
    return this.pairsByName && !bond.startsWith(OWN);
  }

  holds(part: Part, bond: string): boolean {
    return this.keysOf(part).some((key) => this.bond(key) === bond || `${OWN}${key}` === bond);
  }

  private join(keys: readonly string[]): void {
    const [first, ...others] = keys.filter((key) => key !== '').map((key) => this.bond(key));
    if (first === undefined) return;
    for (const other of others) if (other !== first) this.joined.set(other, first);
  }

  /** The key that stands for all that hang together with one. */
  private bond(key: string): string {
    let found = key;
    for (let next = this.joined.get(found); next !== undefined; next = this.joined.get(found)) found = next;
    return found;
  }

  private keysIn(message: Message): readonly string[] {
    const keys = new Set<string>();
    for (const part of message.parts) {
      for (const key of this.keysOf(part)) keys.add(key);
      if (this.pairsByName) for (const key of this.keysOf(part)) if (key !== '') keys.add(`${OWN}${key}`);
    }
    // What is no result as it stands may answer what it names all the same.
    const isUnread = message.role === 'other' || message.shape === 'no-role' || message.role === 'tool';
    if ((isUnread && message.results.length === 0) || mayHoldStrayId(message))
      for (const id of message.namedIds()) if (id.fault !== 'missing') keys.add(keyOf(id));
    keys.delete('');
    return keys.size === 0 ? NONE : [...keys];
  }

  /** A result may name several calls. The name stands first: many ids hang together with one. */
  private keysOf(part: Part): readonly string[] {
    const ids = idsIn(part);
    if (!this.pairsByName || !isNamed(part)) return ids;
    const name = nameOf(part);
    return name === '' ? ids : [`${NAME}${name}`, ...ids];
  }
}

/** In front of a name, and of a name or an id that is a bond of its own. */
const NAME = '\u0001';
const OWN = '\u0002';

function isNamed(part: Part): part is Call | Result {
  return part.kind === 'call' || part.kind === 'result';
}

function idsIn(part: Part): readonly string[] {
  if (part.kind === 'result') return idsOf(part).map(keyOf);
  return 'id' in part ? [keyOf(part.id)] : NONE;
}

const NOWHERE: readonly number[] = [];
const NONE: readonly string[] = [];

/** Unusable ids of one kind explain each other, wherever they stand; missing ones pair by their place. */
function keyOf(id: PairingId): string {
  if (id.fault === 'missing') return '';
  return id.fault === undefined ? id.text : `\u0000${id.fault}`;
}
