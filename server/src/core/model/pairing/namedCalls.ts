import { isStub } from '../stubs';
import type { Call, Result } from '../types';

/** A call as it pairs by names: without an id where it has none, or one that stands twice in its turn. `''`: none. */
export interface NamedCall {
  readonly call: Call;
  readonly id: string;
  readonly name: string;
  answer: Result | undefined;
}

/** A result as it pairs by names. */
export interface NamedResult {
  readonly result: Result;
  readonly id: string;
  readonly name: string;
}

/**
 * Calls of one name or one id, to be taken one after the other: in the order of their turn, or the newest first. A result without
 * an id may have any of them; one with an id only those that have none, for two ids that differ say that they do not belong together.
 */
class Waiting {
  private readonly withId = new Line();
  private readonly withoutId = new Line();

  add(one: NamedCall, place: number): void {
    (one.id === '' ? this.withoutId : this.withId).add(one, place);
  }

  first(hasId: boolean): NamedCall | undefined {
    const other = this.withoutId.first();
    const own = hasId ? undefined : this.withId.first();
    return own !== undefined && (other === undefined || own.place < other.place) ? own.call : other?.call;
  }

  /** The first of those with an id: the only ones left for a result that has one too. */
  firstWithId(): NamedCall | undefined {
    return this.withId.first()?.call;
  }

  newest(): NamedCall | undefined {
    return newer(this.withoutId.newest(), this.withId.newest())?.call;
  }

  /** The newest of all, answered or not. */
  last(): NamedCall | undefined {
    return newer(this.withoutId.last, this.withId.last)?.call;
  }
}

interface Placed {
  readonly call: NamedCall;
  readonly place: number;
}

function newer(a: Placed | undefined, b: Placed | undefined): Placed | undefined {
  return a === undefined || (b !== undefined && b.place > a.place) ? b : a;
}

/** Calls in their order. Whoever looks at one end clears away what has been answered there, so each is passed once. */
class Line {
  private readonly calls: Placed[] = [];
  private from = 0;
  last: Placed | undefined;

  add(call: NamedCall, place: number): void {
    this.last = { call, place };
    this.calls.push(this.last);
  }

  first(): Placed | undefined {
    while (this.calls[this.from]?.call.answer !== undefined) this.from++;
    return this.calls[this.from];
  }

  newest(): Placed | undefined {
    while (this.calls.length > this.from && this.calls.at(-1)?.call.answer !== undefined) this.calls.pop();
    return this.calls.length > this.from ? this.calls.at(-1) : undefined;
  }
}

/** The calls of one turn, or of all turns so far, by what a result may name. */
export class NamedCalls {
  private readonly byId = new Map<string, Waiting>();
  private readonly byName = new Map<string, Waiting>();
  private readonly all = new Waiting();
  size = 0;

  add(one: NamedCall): void {
    const place = this.size++;
    if (one.id !== '') lineOf(this.byId, one.id).add(one, place);
    if (one.name !== '') lineOf(this.byName, one.name).add(one, place);
    this.all.add(one, place);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  ofId({ id }: NamedResult): NamedCall | undefined {
    return id === '' ? undefined : this.byId.get(id)?.firstWithId();
  }

  ofName({ id, name }: NamedResult): NamedCall | undefined {
    return this.byName.get(name)?.first(id !== '');
  }

  /** By the name although both have ids, which differ. */
  ofNameApart({ id, name }: NamedResult): NamedCall | undefined {
    return id === '' ? undefined : this.byName.get(name)?.firstWithId();
  }

  anyFor({ id }: NamedResult): NamedCall | undefined {
    return this.all.first(id !== '');
  }

  /** The newest that waits: by the result's id, or by its name where it has none. */
  newestFor(one: NamedResult): NamedCall | undefined {
    return this.namedBy(one)?.newest();
  }

  /** The newest such call, whether or not it waits. */
  lastFor(one: NamedResult): NamedCall | undefined {
    return this.namedBy(one)?.last();
  }

  private namedBy({ id, name }: NamedResult): Waiting | undefined {
    return id === '' ? this.byName.get(name) : this.byId.get(id);
  }
}

function lineOf(lines: Map<string, Waiting>, key: string): Waiting {
  let line = lines.get(key);
  if (line === undefined) {
    line = new Waiting();
    lines.set(key, line);
  }
  return line;
}

/** The tool's name as it pairs; `''`: none. */
export function nameOf({ nameNode }: Call | Result): string {
  return nameNode?.kind === 'string' ? nameNode.text().trim() : '';
}

/** Whether a result may take the place of the one that a call has. */
export function takesOver(result: Result, answer: Result): boolean {
  return isStub(answer) && !isStub(result);
}
