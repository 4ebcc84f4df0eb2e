import { isRead } from '../model/entries';
import { readPairingId } from '../model/pairing/pairingId';
import { idsOf as idsOfResult } from '../model/pairing/resultIds';
import type { Message, PairingId, Part, Result } from '../model/types';
import { firstAtLeast } from '../text/sorted';

/**
 * A list cut into small stretches, and which of them speak of the same ids. What rules say of a stretch depends on its own
 * entries, its neighbours, the ends of the list, and on others only through ids; so a window that moves by an entry is checked
 * again at a few stretches and not as a whole.
 */
export class Exchanges {
  /** The stretch of each entry. */
  readonly of: Int32Array;
  /** Where each stretch begins; one more for the end of the list. */
  readonly starts: readonly number[];
  /** Of each entry: the ids that bind it to others. */
  readonly ids: readonly (readonly string[])[];
  private readonly messages: readonly Message[];
  private readonly where = new Map<string, number[]>();
  private readonly bonds = new Map<string, string>();
  private readonly closed = new Map<string, boolean>();
  /** Stretches with results whose id cannot pair them: each may be the answer to an open call of the calling turn in front. */
  private readonly nameless: readonly number[];

  constructor(messages: readonly Message[]) {
    this.messages = messages;
    const starts: number[] = [];
    this.of = new Int32Array(messages.length);
    for (const [at, message] of messages.entries()) {
      if (at === 0 || opens(messages[at - 1], message)) starts.push(at);
      this.of[at] = starts.length - 1;
    }
    this.starts = [...starts, messages.length];
    for (const { results } of messages) for (const result of results) this.join(keysOf(result));
    this.ids = messages.map((message) => [...new Set(idsOf(message).map((id) => this.bond(id)))]);
    this.nameless = [
      ...new Set(messages.flatMap((message, at) => (message.results.some(isNameless) ? [this.of[at] ?? 0] : []))),
    ];
    for (const [at, ids] of this.ids.entries()) {
      for (const id of ids) {
        const places = this.where.get(id);
        if (places === undefined) this.where.set(id, [at]);
        else places.push(at);
      }
    }
  }

  /** Ids that one result names hang together: which of its calls it answers decides about all of them. */
  private join(ids: readonly string[]): void {
    const [first, ...others] = ids.filter((id) => id !== '').map((id) => this.bond(id));
    if (first === undefined) return;
    for (const other of others) if (other !== first) this.bonds.set(other, first);
  }

  /** The id that stands for all that hang together with one. */
  private bond(id: string): string {
    let found = id;
    for (let next = this.bonds.get(found); next !== undefined; next = this.bonds.get(found)) found = next;
    return found;
  }

  get hasNameless(): boolean {
    return this.nameless.length > 0;
  }

  hasAssistant(stretch: number): boolean {
    return this.some(stretch, ({ role }) => role === 'assistant');
  }

  /**
   * Stretches inside a window that decide what becomes of an id at an entry: the nearest on both sides, and on beyond those in
   * which something is left open; and the first exchange, whose declaration the closed flat shape holds on to.
   */
  linked(id: string, entry: number, start: number, end: number): Set<number> {
    const places = this.where.get(id) ?? [];
    const found = new Set<number>();
    const own = this.of[entry];
    const walk = (step: 1 | -1) => {
      // The entry itself may have left the window.
      for (let i = firstAtLeast(places, Math.max(entry, start)) - (step === 1 ? 0 : 1); ; i += step) {
        const at = places[i];
        if (at === undefined || at < start || at >= end) return;
        const stretch = this.of[at] ?? 0;
        if (stretch === own || found.has(stretch)) continue;
        found.add(stretch);
        if (this.isClosed(id, stretch, start, end)) return;
      }
    };
    walk(-1);
    walk(1);
    for (let i = firstAtLeast(places, start); ; i++) {
      const at = places[i];
      const stretch = at === undefined || at >= end ? undefined : this.of[at];
      if (stretch === undefined) return found;
      if (stretch !== own) found.add(stretch);
      if (this.isClosed(id, stretch, start, end)) return found;
    }
  }

  /** Stretches that share nameless results with one: back to a calling turn that surely stands, and forth as far as it matters. */
  linkedNameless(stretch: number, start: number, end: number): readonly number[] {
    const found: number[] = [];
    if (this.nameless.length === 0) return found;
    const first = this.of[start] ?? 0;
    const last = this.of[end - 1] ?? first;
    const isOne = this.nameless[firstAtLeast(this.nameless, stretch)] === stretch;
    for (let back = stretch - 1; isOne && back >= first; back--) {
      if (this.hasCalls(back)) found.push(back);
      if (this.stands(back, start, end)) break;
    }
    for (let i = firstAtLeast(this.nameless, stretch + 1); ; i++) {
      const next = this.nameless[i];
      if (next === undefined || next > last || this.standsBetween(stretch, next, start, end)) break;
      found.push(next);
    }
    return found;
  }

  private standsBetween(from: number, to: number, start: number, end: number): boolean {
    for (let stretch = from + 1; stretch < to; stretch++) if (this.stands(stretch, start, end)) return true;
    return false;
  }

  private hasCalls(stretch: number): boolean {
    return this.some(stretch, (message) => message.calls.length > 0);
  }

  /** A calling turn that no rule takes out of the list: its ids are new, and each has its result. */
  private stands(stretch: number, start: number, end: number): boolean {
    if (!this.hasCalls(stretch)) return false;
    const to = this.starts[stretch + 1] ?? 0;
    for (let at = this.starts[stretch] ?? to; at < to; at++) {
      for (const { id } of this.messages[at]?.calls ?? []) {
        const bond = this.bond(keyOf(id));
        const places = this.where.get(bond) ?? [];
        const first = places[firstAtLeast(places, start)];
        if (first === undefined || this.of[first] !== stretch || !this.isClosed(bond, stretch, start, end))
          return false;
      }
    }
    return true;
  }

  private some(stretch: number, test: (message: Message) => boolean): boolean {
    const to = this.starts[stretch + 1] ?? 0;
    for (let at = this.starts[stretch] ?? to; at < to; at++) {
      const message = this.messages[at];
      if (message !== undefined && test(message)) return true;
    }
    return false;
  }

  /** The stretch holds one call of the id and one result behind it, and all of it stands in the window. */
  private isClosed(id: string, stretch: number, start: number, end: number): boolean {
    const from = this.starts[stretch] ?? 0;
    const to = this.starts[stretch + 1] ?? 0;
    if (from < start || to > end) return false;
    const key = `${stretch} ${id}`;
    let isClosed = this.closed.get(key);
    if (isClosed === undefined) {
      isClosed = this.closes(id, from, to);
      this.closed.set(key, isClosed);
    }
    return isClosed;
  }

  private closes(id: string, from: number, to: number): boolean {
    let calls = 0;
    let results = 0;
    for (let at = from; at < to; at++) {
      const message = this.messages[at];
      for (const part of message?.parts ?? []) {
        if (part.kind === 'call' && this.bond(keyOf(part.id)) === id) {
          if (message?.role !== 'assistant' || results > 0 || part.id.fault !== undefined) return false;
          calls++;
        } else if (part.kind === 'result' && keysOf(part).some((key) => this.bond(key) === id)) results++;
        else if ((part.kind === 'server-call' || part.kind === 'server-result') && this.bond(keyOf(part.id)) === id)
          return false;
      }
      if ((message === undefined || !isRead(message)) && this.ids[at]?.includes(id) === true) return false;
    }
    return calls === 1 && results === 1;
  }
}

function isNameless({ id }: Result): boolean {
  return id.fault !== undefined;
}

/** An assistant turn behind anything else, and a user message without results. */
function opens(before: Message | undefined, message: Message): boolean {
  if (!isRead(message)) return false;
  if (message.role === 'assistant') return before?.role !== 'assistant' || !isRead(before);
  return message.role === 'user' && message.results.length === 0;
}

function idsOf(message: Message): readonly string[] {
  const ids = new Set<string>();
  for (const part of message.parts) {
    for (const key of keysOf(part)) ids.add(key);
  }
  // A misspelled role answers what it names all the same.
  if (message.role === 'other' || message.shape === 'no-role') {
    const id = readPairingId(message.node, 'tool_call_id');
    if (id.fault !== 'missing') ids.add(keyOf(id));
  }
  ids.delete('');
  return ids.size === 0 ? NONE : [...ids];
}

const NONE: readonly string[] = [];

/** A result may name several calls. */
function keysOf(part: Part): readonly string[] {
  if (part.kind === 'result') return idsOfResult(part).map(keyOf);
  return 'id' in part ? [keyOf(part.id)] : NONE;
}

/** Unusable ids of one kind explain each other, wherever they stand; missing ones pair by their place. */
function keyOf(id: PairingId): string {
  if (id.fault === 'missing') return '';
  return id.fault === undefined ? id.text : `\u0000${id.fault}`;
}
