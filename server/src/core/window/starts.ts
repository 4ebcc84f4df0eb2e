import type { Pairing } from '../model/pairing/pairing';
import { type Span, spansOf } from '../model/pairing/spans';
import type { Conversation, Message } from '../model/types';

/**
 * Where a window may begin: at a user turn that holds no result (docs/design/windows.md, "Legal starts"), and never between a
 * call and its result. In a list that nobody repaired a late result may stand behind a clean user turn, and would be an orphan
 * in a window that starts there. Indices are behind the leading instructions; `end` is the length of the prefix that is looked
 * at.
 */
export class Starts {
  /** Leading instructions: kept in front, outside the budget. */
  readonly instructions: number;
  private readonly clean: LegalStarts;
  private readonly tail: LegalStarts;

  constructor({ messages, dialect }: Pick<Conversation, 'messages' | 'dialect'>, pairing: Pairing) {
    const instructionRoles = dialect.instructions.roles;
    const isInstruction = (message: Message) => message.shape === 'message' && instructionRoles.includes(message.role);
    const first = messages.findIndex((message) => !isInstruction(message));
    this.instructions = first < 0 ? messages.length : first;
    const entries = messages.slice(this.instructions);
    const spannedBy = firstSpans(spansOf(messages, pairing), this.instructions, entries.length);
    const isWhole = (message: Message) => message.shape === 'message' && message.results.length === 0;
    const isUser = (message: Message) => message.role === 'user' && isWhole(message);
    const isTurn = (message: Message) => isUser(message) || (message.role === 'assistant' && isWhole(message));
    this.clean = new LegalStarts(entries.map(isUser), spannedBy);
    this.tail = new LegalStarts(entries.map(isTurn), spannedBy);
  }

  /** Clean user turns, and for a tail that has a pinned head in front assistant turns too. */
  of(kind: 'clean' | 'tail'): LegalStarts {
    return kind === 'clean' ? this.clean : this.tail;
  }
}

/** Indices where something may begin, some of them only until a late result shows up. */
export class LegalStarts {
  private readonly flags: readonly boolean[];
  /** The entry with the first result whose exchange spans a start; the length of the list where none does. */
  private readonly spannedBy: Int32Array;
  private readonly nextFlag: Int32Array;
  private readonly lastFlag: Int32Array;

  constructor(flags: readonly boolean[], spannedBy: Int32Array) {
    const { length } = flags;
    this.flags = flags;
    this.spannedBy = spannedBy;
    this.nextFlag = new Int32Array(length + 1).fill(length);
    this.lastFlag = new Int32Array(length + 1).fill(-1);
    for (let at = length - 1; at >= 0; at--)
      this.nextFlag[at] = flags[at] === true ? at : (this.nextFlag[at + 1] ?? length);
    for (let at = 0; at < length; at++) this.lastFlag[at + 1] = flags[at] === true ? at : (this.lastFlag[at] ?? -1);
  }

  has(at: number, end: number): boolean {
    return this.flags[at] === true && at < end && (this.spannedBy[at] ?? end) >= end;
  }

  /** The first one from an index on that may be legal, if no exchange spans it; the length of the list where there is none. */
  nextFlagged(from: number): number {
    return this.nextFlag[Math.max(0, from)] ?? this.flags.length;
  }

  /** The first one from an index on. */
  next(from: number, end: number): number | undefined {
    for (let at = this.nextFlag[Math.max(0, from)] ?? end; at < end; at = this.nextFlag[at + 1] ?? end) {
      if (this.has(at, end)) return at;
    }
    return undefined;
  }

  /** The last one in front of an index. */
  last(before: number, end: number): number | undefined {
    for (let at = this.lastFlag[Math.min(before, end)] ?? -1; at >= 0; at = this.lastFlag[at] ?? -1) {
      if (this.has(at, end)) return at;
    }
    return undefined;
  }
}

/** For each entry the entry with the first result, in it or behind it, whose exchange spans it. */
function firstSpans(spans: Iterable<Span>, instructions: number, length: number): Int32Array {
  const spannedBy = new Int32Array(length).fill(length);
  // Results come in order, so an entry that has its first one is passed over from then on.
  const nextFree = Int32Array.from({ length: length + 1 }, (_, at) => at);
  const free = (at: number): number => {
    let found = at;
    while (nextFree[found] !== found) found = nextFree[found] ?? length;
    for (let step = at; step !== found; ) {
      const then = nextFree[step] ?? length;
      nextFree[step] = found;
      step = then;
    }
    return found;
  };
  for (const { call, result } of spans) {
    const at = result - instructions;
    for (let spanned = free(Math.max(0, call + 1 - instructions)); spanned <= at; spanned = free(spanned)) {
      spannedBy[spanned] = at;
      nextFree[spanned] = spanned + 1;
    }
  }
  return spannedBy;
}
