import { isRead } from '../model/entries';
import { pairingOf } from '../model/pairing/asSent';
import { Bonds } from '../model/pairing/bonds';
import { nameOf } from '../model/pairing/namedCalls';
import type { Call, Conversation, Message, Result } from '../model/types';
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
  /** Of each entry: what binds it to others. */
  readonly ids: Bonds['of'];
  private readonly messages: readonly Message[];
  private readonly conversation: Conversation;
  /** The index of the first entry in its conversation. */
  private readonly first: number;
  private readonly bonds: Bonds;
  private readonly pairsByName: boolean;
  private whole: ReadonlySet<number> | undefined;
  /** Of bonds by names: the stretches in which something is left open, for a result that comes late looks back over all others. */
  private readonly loose = new Map<string, readonly number[]>();
  private readonly closed = new Map<string, boolean>();
  /** Stretches with results whose id cannot pair them: each may be the answer to an open call of the calling turn in front. */
  private readonly nameless: readonly number[];

  constructor(messages: readonly Message[], conversation: Conversation) {
    this.messages = messages;
    this.conversation = conversation;
    this.first = messages[0]?.index ?? 0;
    this.pairsByName = conversation.dialect.pairsBy === 'name-and-order';
    const starts: number[] = [];
    this.of = new Int32Array(messages.length);
    for (const [at, message] of messages.entries()) {
      if (at === 0 || opens(messages[at - 1], message)) starts.push(at);
      this.of[at] = starts.length - 1;
    }
    this.starts = [...starts, messages.length];
    this.bonds = new Bonds(messages, conversation.dialect);
    this.ids = this.bonds.of;
    this.nameless = [
      ...new Set(
        messages.flatMap((message, at) =>
          message.results.some((result) => this.isNameless(result)) ? [this.of[at] ?? 0] : [],
        ),
      ),
    ];
  }

  get hasNameless(): boolean {
    return this.nameless.length > 0;
  }

  hasAssistant(stretch: number): boolean {
    return this.some(stretch, ({ role }) => role === 'assistant');
  }

  /**
   * Stretches inside a window that decide what becomes of an id at an entry: on both sides up to where nothing is left open; and
   * the first exchange, whose declaration the closed flat shape holds on to.
   */
  linked(id: string, entry: number, start: number, end: number): ReadonlySet<number> {
    if (this.bonds.isOpen(id)) return this.looseIn(id, start, end);
    const places = this.bonds.placesOf(id);
    const found = new Set<number>();
    const own = this.of[entry];
    const walk = (step: 1 | -1) => {
      let closed = 0;
      // The entry itself may have left the window.
      for (let i = firstAtLeast(places, Math.max(entry, start)) - (step === 1 ? 0 : 1); ; i += step) {
        const at = places[i];
        if (at === undefined || at < start || at >= end) return;
        const stretch = this.of[at] ?? 0;
        if (stretch === own || found.has(stretch)) continue;
        found.add(stretch);
        // A whole exchange may be another's while the call in front of it is open; two in a row are their own.
        closed = this.isClosed(id, stretch, start, end) ? closed + 1 : 0;
        if (closed === 2) return;
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

  private isNameless(result: Result): boolean {
    return result.id.fault !== undefined && !(this.pairsByName && nameOf(result) !== '');
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
      for (const call of this.messages[at]?.calls ?? []) {
        const bond = this.bonds.ofCall(call);
        const places = this.bonds.placesOf(bond);
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
    if (!this.pairsByName) return this.closesById(id, from, to);
    this.whole ??= this.wholeStretches();
    const calls = this.messages.slice(from, to).flatMap((message) => message.calls);
    return this.whole.has(this.of[from] ?? 0) && calls.some((call) => this.bonds.holds(call, id));
  }

  /**
   * Where names pair: the stretches of which no call and no result has to do with another, so that they are whole in every window.
   * Each call is answered there, each result answers one, and an id that a call declares again was whole before.
   */
  private wholeStretches(): ReadonlySet<number> {
    const { calls, results } = pairingOf(this.conversation);
    const whole = new Set<number>();
    /** The stretch that declared an id last. */
    const declared = new Map<string, number>();
    const isHere = (part: Call | Result | undefined, stretch: number) =>
      part !== undefined && this.of[part.message.index - this.first] === stretch;
    for (let stretch = 0; stretch + 1 < this.starts.length; stretch++) {
      const messages = this.messages.slice(this.starts[stretch], this.starts[stretch + 1]);
      const isAnswered = (call: Call) => {
        const outcome = calls.get(call);
        const before = declared.get(call.id.text);
        const isFree = before === undefined || before === stretch || whole.has(before);
        return outcome?.kind === 'kept' && isFree && isHere(outcome.answer, stretch);
      };
      const isAnswer = (result: Result) => {
        const outcome = results.get(result);
        return outcome?.kind === 'kept' && !outcome.isAway && isHere(outcome.call, stretch);
      };
      if (messages.every((one) => isRead(one) && one.calls.every(isAnswered) && one.results.every(isAnswer)))
        whole.add(stretch);
      for (const message of messages)
        for (const { id } of message.calls) if (id.fault === undefined) declared.set(id.text, stretch);
    }
    return whole;
  }

  private looseIn(bond: string, start: number, end: number): ReadonlySet<number> {
    let loose = this.loose.get(bond);
    if (loose === undefined) {
      const stretches = new Set(this.bonds.placesOf(bond).map((at) => this.of[at] ?? 0));
      loose = [...stretches].filter((one) => !this.isClosed(bond, one, 0, this.messages.length));
      this.loose.set(bond, loose);
    }
    const [first, last] = [this.of[start] ?? 0, this.of[end - 1] ?? 0];
    return new Set(loose.slice(firstAtLeast(loose, first), firstAtLeast(loose, last + 1)));
  }

  private closesById(id: string, from: number, to: number): boolean {
    let calls = 0;
    let results = 0;
    for (let at = from; at < to; at++) {
      const message = this.messages[at];
      for (const part of message?.parts ?? []) {
        if (!this.bonds.holds(part, id)) continue;
        if (part.kind === 'result') results++;
        else if (part.kind !== 'call' || message?.role !== 'assistant' || results > 0 || part.id.fault !== undefined)
          return false;
        else calls++;
      }
      if ((message === undefined || !isRead(message)) && this.ids[at]?.includes(id) === true) return false;
    }
    return calls === 1 && results === 1;
  }
}

/** An assistant turn behind anything else, and a user message without results. */
function opens(before: Message | undefined, message: Message): boolean {
  if (!isRead(message)) return false;
  if (message.role === 'assistant') return before?.role !== 'assistant' || !isRead(before);
  return message.role === 'user' && message.results.length === 0;
}
