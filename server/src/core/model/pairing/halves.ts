import type { JsonNode } from '../../json/node';
import { saysNothing } from '../../json/silence';
import { isRead } from '../entries';
import type { Call, Conversation, Message, OtherHalf, PairingId, Result } from '../types';
import { type Found, firstBehind, NearIds } from './nearIds';
import type { Pairing } from './pairing';
import { usable } from './pairingId';
import { callingTurns, looseIds, mayBeResult, noteReuse, strayIds, takesReuse } from './readHalves';
import { idsOf } from './resultIds';

/**
 * A call that has no answer, or what may be one: an entry that cannot be read may be anything. `id` is `''` where it has none that
 * can be used.
 */
export interface OpenHalf {
  readonly kind: 'call' | 'foreign' | 'unreadable';
  readonly message: Message;
  readonly node: JsonNode;
  readonly id: string;
  /** Its place in the conversation, counted in parts. */
  readonly at: number;
  /** Behind this place no result is looked for that does not bear its id: the end of the next exchange. */
  readonly reach: number;
  readonly call: Call | undefined;
}

/** What may be a result without a call. `stray`: a message of another role that names a call's id. */
export interface LooseHalf {
  readonly kind: 'result' | 'stray' | 'foreign' | 'unreadable';
  readonly message: Message;
  readonly node: JsonNode;
  readonly ids: readonly PairingId[];
  readonly at: number;
  readonly result: Result | undefined;
}

const NOTHING: Found<never> = { best: [], isAny: false };

/**
 * The one place that knows what could be each other's half (docs/design/safety.md, "What could be each other's half"): a call
 * without an answer and a result without a call, when the result stands behind the call and no further than the end of the next
 * exchange, whatever their ids; or when the ids are equal, or near and the result stands behind the call. Whoever throws one of
 * them away, or makes up an answer, asks here first. Built once for a pairing, at about the cost of the list; each question
 * costs about what its id is long.
 */
export class Halves {
  private readonly open: OpenHalf[] = [];
  private readonly loose: LooseHalf[] = [];
  private readonly openByNode = new Map<JsonNode, OpenHalf>();
  private readonly looseByNode = new Map<JsonNode, LooseHalf>();
  /** For each id the place of the last result that bears it, and how many there are. */
  private readonly bearers = new Map<string, { last: number; count: number }>();
  private readonly allCalls: { id: string; at: number }[] = [];
  readonly pairing: Pairing;
  private nearCalls: NearIds<{ id: string; at: number; half: OpenHalf }> | undefined;
  private nearResults: NearIds<{ id: string; at: number; half: LooseHalf }> | undefined;
  /** Later calls of an id that have a result of their own, though the pairing gives them none. */
  private readonly answered = new Set<JsonNode>();
  /** Rules, their offers and the judge ask the same again and again. */
  private readonly foundResults = new Map<JsonNode, Found<LooseHalf>>();
  private readonly foundCalls = new Map<JsonNode, Found<OpenHalf>>();
  private declared: ReadonlySet<string> | undefined;
  private nearAnyCall: NearIds<{ id: string; at: number }> | undefined;

  constructor({ messages, dialect }: Conversation, pairing: Pairing) {
    this.pairing = pairing;
    const walked = new Set(pairing.walked);
    const starts = callingTurns(messages, dialect);
    const foreign = { calls: [] as OpenHalf[], results: [] as LooseHalf[] };
    const reused = new Map<string, Call | undefined>();
    let at = 0;
    /** How many calling turns have begun. */
    let begun = 0;
    for (const [place, message] of messages.entries()) {
      at++;
      while ((starts[begun]?.index ?? Number.POSITIVE_INFINITY) <= message.index) {
        const start = starts[begun];
        if (start !== undefined) start.at = at;
        begun++;
      }
      // Where the calling turns behind begin is known once all are read.
      const turn = begun;
      // Instructions stand in front wherever they stand.
      const isFixed = !dialect.instructions.roles.includes(message.role);
      const reach = () => (isFixed ? starts[turn + 1]?.at : undefined) ?? Number.POSITIVE_INFINITY;
      const isWalked = walked.has(message);
      const before = messages[place - 1];
      this.read(message, at, reach, { pairing, isWalked, dialect, foreign, before, reused });
      at += message.parts.length;
      if (message.hasLegacyCall && messages[place + 1]?.role !== 'function') {
        this.addOpen({ kind: 'foreign', message, node: message.node, id: '', at, call: undefined }, reach);
      }
    }
    this.takeForeign(foreign);
    if (this.answered.size > 0) this.takeAnswered();
    this.open.sort((a, b) => a.at - b.at);
    this.loose.sort((a, b) => a.at - b.at);
  }

  /** What could be the result of a call without an answer; nothing for a call that has one. */
  resultsFor(call: Call): Found<LooseHalf> {
    let found = this.foundResults.get(call.node);
    if (found === undefined) {
      found = this.findResults(call);
      this.foundResults.set(call.node, found);
    }
    return found;
  }

  private findResults(call: Call): Found<LooseHalf> {
    const half = this.openByNode.get(call.node);
    if (half === undefined || this.loose.length === 0) return NOTHING;
    this.nearResults ??= new NearIds(
      this.loose.flatMap((one) => one.ids.map((id) => ({ id: usable(id), at: one.at, half: one }))),
      'behind',
    );
    const equal = this.nearResults.equalTo(half.id);
    const near = this.nearResults.nearTo(half.id, half.at);
    const behind: LooseHalf[] = [];
    for (let i = firstBehind(this.loose, half.at); behind.length < MOST_NEIGHBOURS; i++) {
      const one = this.loose[i];
      if (one === undefined || one.at >= half.reach) break;
      behind.push(one);
    }
    return together([...equal, ...near.best], behind, near.isAny);
  }

  /** What could be the call of something that may be a result without one; nothing for anything else. */
  callsFor(node: JsonNode): Found<OpenHalf> {
    let found = this.foundCalls.get(node);
    if (found === undefined) {
      found = this.findCalls(node);
      this.foundCalls.set(node, found);
    }
    return found;
  }

  private findCalls(node: JsonNode): Found<OpenHalf> {
    const half = this.looseByNode.get(node);
    if (half === undefined || this.open.length === 0) return NOTHING;
    this.nearCalls ??= new NearIds(
      this.open.map((one) => ({ id: one.id, at: one.at, half: one })),
      'before',
    );
    const byId: { half: OpenHalf }[] = [];
    let isAny = false;
    for (const id of half.ids.map(usable)) {
      const near = this.nearCalls.nearTo(id, half.at);
      byId.push(...this.nearCalls.equalTo(id), ...near.best);
      isAny ||= near.isAny;
    }
    const before: OpenHalf[] = [];
    for (let i = firstBehind(this.open, half.at - 1) - 1; before.length < MOST_NEIGHBOURS; i--) {
      const one = this.open[i];
      // Those that stand further in front reach no further.
      if (one === undefined || one.reach <= half.at) break;
      before.push(one);
    }
    return together(byId, before, isAny);
  }

  /** What may be a result without a call, in document order. */
  get allLoose(): readonly LooseHalf[] {
    return this.loose;
  }

  /** The calls without an answer, and what may be one, in document order. */
  get allOpen(): readonly OpenHalf[] {
    return this.open;
  }

  looseAt(node: JsonNode): LooseHalf | undefined {
    return this.looseByNode.get(node);
  }

  /** Whether any call, answered or not, has this very id. */
  isDeclared(id: string): boolean {
    this.declared ??= new Set(this.allCalls.map((call) => call.id));
    return this.declared.has(id);
  }

  /** Whether any call, answered or not, has an id or one near it. */
  isNamed(id: string): boolean {
    this.nearAnyCall ??= new NearIds(this.allCalls, 'before');
    return this.nearAnyCall.equalTo(id).length > 0 || this.nearAnyCall.nearTo(id, Number.MAX_SAFE_INTEGER).isAny;
  }

  /** How many results bear a call's id, and whether one of them stands behind the call. */
  bearersOf(call: Call): { readonly count: number; readonly isFollowed: boolean } {
    const half = this.openByNode.get(call.node);
    const bearers = this.bearers.get(call.id.text);
    if (bearers === undefined || call.id.fault !== undefined) return { count: 0, isFollowed: false };
    return { count: bearers.count, isFollowed: half === undefined || bearers.last > half.at };
  }

  private read(
    message: Message,
    start: number,
    reach: () => number,
    known: {
      readonly pairing: Pairing;
      readonly isWalked: boolean;
      readonly dialect: Conversation['dialect'];
      readonly foreign: { readonly calls: OpenHalf[]; readonly results: LooseHalf[] };
      readonly before: Message | undefined;
      readonly reused: Map<string, Call | undefined>;
    },
  ): void {
    const { node, shape, parts } = message;
    if (shape === 'record') return;
    if (shape === 'broken' || shape === 'not-object') {
      if (shape === 'not-object' && saysNothing(node)) return;
      this.addOpen({ kind: 'unreadable', message, node, id: '', at: start, call: undefined }, reach);
      this.addLoose({ kind: 'unreadable', message, node, ids: [], at: start, result: undefined });
      return;
    }
    const { pairing, isWalked, dialect, foreign, before, reused } = known;
    parts.forEach((part, i) => {
      const at = start + i;
      if (part.kind === 'call') {
        noteReuse(part, pairing, reused);
        if (part.id.fault === undefined) this.allCalls.push({ id: part.id.text, at });
        const outcome = pairing.calls.get(part);
        if (outcome?.kind === 'kept' && outcome.answer !== undefined) return;
        this.addOpen({ kind: 'call', message, node: part.node, id: usable(part.id), at, call: part }, reach);
      } else if (part.kind === 'result') {
        for (const id of idsOf(part)) this.addBearer(usable(id), at);
        if (takesReuse(part, pairing, reused, this.answered)) return;
        const ids = looseIds(part, pairing, isWalked && isRead(message));
        if (ids !== undefined) this.addLoose({ kind: 'result', message, node: part.node, ids, at, result: part });
      }
    });
    if (message.hasUnreadableCalls && !saysNothing(message.callsNode))
      this.addOpen({ kind: 'unreadable', message, node, id: '', at: start, call: undefined }, reach);
    const stray = strayIds(message, dialect, before);
    if (stray !== undefined) {
      for (const id of stray) this.addBearer(usable(id), start);
      this.addLoose({ kind: 'stray', message, node, ids: stray, at: start, result: undefined });
    } else if (shape === 'no-role' && mayBeResult(message)) {
      this.addLoose({ kind: 'unreadable', message, node, ids: [], at: start, result: undefined });
    }
    for (const half of message.otherHalves()) addForeign(foreign, half, message, start, reach);
  }

  private addOpen(half: Omit<OpenHalf, 'reach'>, reach: () => number): void {
    const { kind, message, node, id, at, call } = half;
    let known: number | undefined;
    const open: OpenHalf = {
      kind,
      message,
      node,
      id,
      at,
      call,
      get reach() {
        known ??= reach();
        return known;
      },
    };
    this.open.push(open);
    if (call !== undefined) this.openByNode.set(node, open);
  }

  private addLoose(half: LooseHalf): void {
    this.loose.push(half);
    if (!this.looseByNode.has(half.node)) this.looseByNode.set(half.node, half);
  }

  private addBearer(id: string, at: number): void {
    const before = this.bearers.get(id);
    if (before === undefined) this.bearers.set(id, { last: at, count: 1 });
    else this.bearers.set(id, { last: at, count: before.count + 1 });
  }

  private takeAnswered(): void {
    const open = this.open.filter(({ node }) => !this.answered.has(node));
    this.open.splice(0, this.open.length, ...open);
    for (const node of this.answered) this.openByNode.delete(node);
  }

  /** A call and a result of one foreign shape and one id have each other, and are nobody else's half. */
  private takeForeign({ calls, results }: { calls: readonly OpenHalf[]; results: readonly LooseHalf[] }): void {
    const called = new Set(calls.map(({ id }) => id));
    const answered = new Set(results.flatMap(({ ids }) => ids.map(usable)));
    for (const call of calls) if (call.id === '' || !answered.has(call.id)) this.open.push(call);
    for (const result of results) {
      if (!result.ids.some((id) => id.fault === undefined && called.has(id.text))) this.addLoose(result);
    }
  }
}

/** Neighbours that a question is answered with; one is enough to forbid. */
const MOST_NEIGHBOURS = 4;

const known = new WeakMap<Pairing, Halves>();

export function halvesOf(conversation: Conversation, pairing: Pairing): Halves {
  let halves = known.get(pairing);
  if (halves === undefined) {
    halves = new Halves(conversation, pairing);
    known.set(pairing, halves);
  }
  return halves;
}

function together<Half extends OpenHalf | LooseHalf>(
  byId: readonly { readonly half: Half }[],
  neighbours: readonly Half[],
  isAny: boolean,
): Found<Half> {
  const best = [...new Set([...byId.map(({ half }) => half), ...neighbours])];
  return { best, isAny: isAny || best.length > 0 };
}

function addForeign(
  foreign: { readonly calls: OpenHalf[]; readonly results: LooseHalf[] },
  { kind, node, ids }: OtherHalf,
  message: Message,
  at: number,
  reach: () => number,
): void {
  if (kind === 'result') {
    foreign.results.push({ kind: 'foreign', message, node, ids, at, result: undefined });
    return;
  }
  const [id] = ids;
  foreign.calls.push({
    kind: 'foreign',
    message,
    node,
    id: id === undefined ? '' : usable(id),
    at,
    call: undefined,
    get reach() {
      return reach();
    },
  });
}
