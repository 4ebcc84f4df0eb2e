import { withMessagesOf } from '../document/conversation';
import type { JsonNode } from '../json/node';
import type { Recorded } from '../lint/runRules';
import { isRead } from '../model/entries';
import type { Message } from '../model/types';
import type { Lead, ReplayContext } from './context';
import { Endings } from './endings';
import { distinct, type Fault, faultOf, WHOLE } from './faults';
import { ListFollower } from './listFollower';

const NO_LEAD: Lead = { messages: [], indexOf: new Map() };

/** The group of faults of the lead; `WHOLE` is that of what looks at the list, or at its length, and not at exchanges. */
const LEAD = -2;

/**
 * What the rules say of a stretch of a list while it moves: an entry more at its end, some fewer at its beginning. Gives what the
 * rules give for the list as a whole (a property test holds it to that), and costs what has changed.
 */
export class IncrementalCheck {
  private readonly context: ReplayContext;
  private start = 0;
  private end = 0;
  private lead: Lead = NO_LEAD;
  private readonly groups = new Map<number, readonly Fault[]>();
  private readonly roles = new Map<string, number>();
  private withIds = 0;
  private kinds = '';

  constructor(context: ReplayContext) {
    this.context = context;
  }

  /** Faults of the conversation's rules, by group. Faults of single messages are not among them. */
  faults(): IterableIterator<readonly [group: number, faults: readonly Fault[]]> {
    return this.groups.entries();
  }

  faultsOf(group: number): readonly Fault[] {
    return this.groups.get(group) ?? [];
  }

  /** The group of an entry's faults. */
  groupOf(entry: number): number {
    return this.context.exchanges.of[entry] ?? WHOLE;
  }

  /** Takes the window to [start, end), where going back means starting anew, and gives the groups that were looked at again. */
  move(start: number, end: number, lead: Lead = NO_LEAD): ReadonlySet<number> {
    const affected = new Set<number>();
    if (start < this.start || end < this.end) for (const group of this.restart()) affected.add(group);
    const added = this.count(this.end, end, 1);
    const removed = this.count(this.start, Math.min(start, this.end), -1);
    if (start > this.end) this.count(this.end, start, -1);
    const before = { start: this.start, end: this.end, lead: this.lead, kinds: this.kinds };
    this.start = start;
    this.end = end;
    this.lead = lead;
    this.kinds = `${[...this.roles.keys()].sort().join('\u0000')}\u0001${this.withIds > 0}`;
    const isSmall = added + removed <= (end - start) / 2;
    if (isSmall && before.kinds === this.kinds) {
      if (end > before.end) this.affect(affected, before.end - 1, end);
      if (start > before.start || lead !== before.lead) this.affect(affected, start, start + 1);
      this.affectLinked(affected, before.end, end);
      this.affectLinked(affected, before.start, start);
    } else {
      for (let stretch = this.stretchAt(start); stretch <= this.stretchAt(end - 1); stretch++) affected.add(stretch);
    }
    for (let group = this.stretchAt(before.start); group < this.stretchAt(start); group++) {
      this.groups.delete(group);
      affected.add(group);
    }
    this.evaluate(affected);
    affected.add(WHOLE);
    affected.add(LEAD);
    return affected;
  }

  private restart(): readonly number[] {
    const known = [...this.groups.keys()];
    this.groups.clear();
    this.start = 0;
    this.end = 0;
    this.roles.clear();
    this.withIds = 0;
    this.kinds = '';
    return known;
  }

  /** Keeps count of roles and of messages whose calls have ids: what some rules ask of the list as a whole. */
  private count(from: number, to: number, by: 1 | -1): number {
    for (let at = from; at < to; at++) {
      const message = this.context.entries[at];
      if (message === undefined) continue;
      const kind = `${message.shape} ${message.roleText}`;
      const count = (this.roles.get(kind) ?? 0) + by;
      if (count === 0) this.roles.delete(kind);
      else this.roles.set(kind, count);
      if (isRead(message) && message.calls.some(({ id }) => id.fault !== 'missing')) this.withIds += by;
    }
    return Math.max(0, to - from);
  }

  private stretchAt(entry: number): number {
    return this.context.exchanges.of[Math.max(0, entry)] ?? 0;
  }

  /** The stretches of some entries of the window, and their neighbours. */
  private affect(affected: Set<number>, from: number, to: number): void {
    const first = this.stretchAt(Math.max(from, this.start));
    const last = this.stretchAt(Math.min(to, this.end) - 1);
    for (let stretch = first; stretch <= last; stretch++) affected.add(stretch);
    for (const next of this.neighbours(first, -1)) affected.add(next);
    for (const next of this.neighbours(last, 1)) affected.add(next);
  }

  /**
   * Up to the second assistant turn on one side: as far as turns may be read as one. What is read of a list has holes, and what
   * stands at the edge of a hole may be read as one with what stands at its other edge, which must not reach what is asked about.
   */
  private neighbours(stretch: number, step: 1 | -1): number[] {
    const found: number[] = [];
    let assistants = 0;
    const [first, last] = [this.stretchAt(this.start), this.stretchAt(this.end - 1)];
    for (let next = stretch + step; next >= first && next <= last && found.length < MOST_NEIGHBOURS; next += step) {
      found.push(next);
      if (this.context.exchanges.hasAssistant(next) && ++assistants === 2) break;
    }
    return found;
  }

  private affectLinked(affected: Set<number>, from: number, to: number): void {
    const { exchanges } = this.context;
    const linked = new Set<number>();
    for (let at = from; at < to; at++) {
      this.link(linked, at);
      for (const next of exchanges.linkedNameless(exchanges.of[at] ?? 0, this.start, this.end)) linked.add(next);
    }
    for (const stretch of linked) {
      affected.add(stretch);
      // A result without an id is taken for the answer to the first open call of a turn, which may be another one now.
      if (!exchanges.hasNameless) continue;
      for (const step of [1, -1] as const) for (const next of this.neighbours(stretch, step)) affected.add(next);
    }
  }

  private link(into: Set<number>, entry: number): void {
    const { exchanges } = this.context;
    for (const id of exchanges.ids[entry] ?? []) {
      for (const stretch of exchanges.linked(id, entry, this.start, this.end)) into.add(stretch);
    }
  }

  /** Runs the rules on the affected stretches amid what decides about them. */
  private evaluate(affected: ReadonlySet<number>): void {
    const { conversation, instructions, entries, exchanges, checker } = this.context;
    const [first, last] = [this.stretchAt(this.start), this.stretchAt(this.end - 1)];
    const read = new Set<number>([first, last, ...this.neighbours(first, 1), ...this.neighbours(last, -1)]);
    for (const stretch of affected) {
      if (read.size > MOST_READ) break;
      if (stretch < first || stretch > last) continue;
      read.add(stretch);
      for (const step of [1, -1] as const) for (const next of this.neighbours(stretch, step)) read.add(next);
      for (const next of exchanges.linkedNameless(stretch, this.start, this.end)) read.add(next);
      const end = Math.min(exchanges.starts[stretch + 1] ?? 0, this.end);
      for (let at = Math.max(exchanges.starts[stretch] ?? 0, this.start); at < end; at++) this.link(read, at);
    }
    // Where so much hangs together, working out what does costs more than reading it all.
    if (read.size > MOST_READ) for (let stretch = first; stretch <= last; stretch++) read.add(stretch);
    const messages: Message[] = [...instructions, ...this.lead.messages];
    for (const stretch of [...read].sort((a, b) => a - b)) {
      const end = Math.min(exchanges.starts[stretch + 1] ?? 0, this.end);
      for (let at = Math.max(exchanges.starts[stretch] ?? 0, this.start); at < end; at++) {
        const message = entries[at];
        if (message !== undefined) messages.push(message);
      }
    }
    const part = withMessagesOf(conversation, messages, conversation.list);
    const found = new Map<number, Fault[]>();
    for (const group of affected) if (group >= first && group <= last) found.set(group, []);
    found.set(WHOLE, []);
    found.set(LEAD, []);
    for (const recorded of checker.ofExchanges(part)) {
      const fault = this.faultOf(recorded, conversation.list);
      found.get(this.groupOfFault(fault))?.push(fault);
    }
    found.get(WHOLE)?.push(...this.wholeFaults());
    for (const [group, faults] of found) this.groups.set(group, distinct(faults));
  }

  private faultOf(recorded: Recorded, list: JsonNode): Fault {
    const { indexOf } = this.context;
    return faultOf(recorded, (node) => (node === list ? WHOLE : (indexOf.get(node) ?? this.lead.indexOf.get(node))));
  }

  private groupOfFault({ entry }: Fault): number {
    const at = entry - this.context.instructions.length;
    if (at < 0) return WHOLE;
    return at < this.start || (this.lead.messages.length > 0 && this.isInLead(entry)) ? LEAD : this.groupOf(at);
  }

  private isInLead(entry: number): boolean {
    for (const index of this.lead.indexOf.values()) if (index === entry) return true;
    return false;
  }

  /** What is said of the list as a whole, and of its end. */
  private wholeFaults(): readonly Fault[] {
    const { conversation, instructions, checker } = this.context;
    const size = instructions.length + this.lead.messages.length + this.end - this.start;
    const list: JsonNode = Object.create(conversation.list, { size: { value: size } });
    const found = [...checker.ofLength(withMessagesOf(conversation, this.ending(), list))];
    this.lists ??= checker.ofList.map((rule) => new ListFollower(rule, this.context));
    for (const follower of this.lists) found.push(...follower.check(this.start, this.end, this.lead.messages, list));
    return found.map((recorded) => this.faultOf(recorded, list));
  }

  private lists: readonly ListFollower[] | undefined;

  /** The turns that end the window, back to what the user said last. */
  private ending(): readonly Message[] {
    const { instructions, entries } = this.context;
    this.endings ??= new Endings(entries);
    const from = this.endings.saidBefore(this.end);
    return from > this.start
      ? instructions.concat(entries.slice(from, this.end))
      : instructions.concat(this.lead.messages, entries.slice(this.start, this.end));
  }

  private endings: Endings | undefined;
}

/** Longer runs of user turns are read as one by no rule that looks at more than the two ends. */
const MOST_NEIGHBOURS = 8;
const MOST_READ = 256;
