import type { Message, PairingId, Part } from '../types';
import { idsOf } from './resultIds';
import { mayHoldStrayId } from './strayIds';

/**
 * Which entries of a list can have to do with each other, by their ids and whatever the pairing makes of them: in a part of the list
 * it may be another. Ids that one result names hang together, for which of its calls it answers decides about all of them.
 */
export class Bonds {
  /** Of each entry: the bonds that it has a part in. */
  readonly of: readonly (readonly string[])[];
  private readonly joined = new Map<string, string>();
  private readonly where = new Map<string, number[]>();

  constructor(messages: readonly Message[]) {
    for (const { results } of messages) for (const result of results) this.join(keysOf(result));
    this.of = messages.map((message) => [...new Set(keysIn(message).map((key) => this.bond(key)))]);
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

  ofId(id: PairingId): string {
    return this.bond(keyOf(id));
  }

  holds(part: Part, bond: string): boolean {
    return keysOf(part).some((key) => this.bond(key) === bond);
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
}

const NOWHERE: readonly number[] = [];
const NONE: readonly string[] = [];

function keysIn(message: Message): readonly string[] {
  const keys = new Set<string>();
  for (const part of message.parts) for (const key of keysOf(part)) keys.add(key);
  // What is no result as it stands may answer what it names all the same.
  const isUnread = message.role === 'other' || message.shape === 'no-role' || message.role === 'tool';
  if ((isUnread && message.results.length === 0) || mayHoldStrayId(message))
    for (const id of message.namedIds()) if (id.fault !== 'missing') keys.add(keyOf(id));
  keys.delete('');
  return keys.size === 0 ? NONE : [...keys];
}

/** A result may name several calls. */
function keysOf(part: Part): readonly string[] {
  if (part.kind === 'result') return idsOf(part).map(keyOf);
  return 'id' in part ? [keyOf(part.id)] : NONE;
}

/** Unusable ids of one kind explain each other, wherever they stand; missing ones pair by their place. */
function keyOf(id: PairingId): string {
  if (id.fault === 'missing') return '';
  return id.fault === undefined ? id.text : `\u0000${id.fault}`;
}
