import { type NewJson, type Rewrite, value } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { sourceOf } from '../json/valueNode';
import { editOf } from '../model/edits/dialectEdit';
import { areSilent } from '../model/edits/pieces';
import type { Conversation, Dialect, Message, Piece } from '../model/types';
import { type FoundMarker, findMarker, markerIn, markerText, piecesBefore, piecesBehind, piecesFrom } from './marker';
import type { TrimOptions } from './types';

/** What is written into a window in place of what is cut. */
export interface Gap {
  /** Changes of the entries that stay. */
  readonly changes: Rewrite;
  /** A message of its own in front of the start. */
  readonly added: NewJson | undefined;
  /** The first entry of the tail has become part of the head. */
  readonly isJoined: boolean;
  /** Tokens of all that it touches: the head, the message of its own, and the first entry of the tail. */
  readonly tokens: number;
}

/** Writes markers and summaries into one conversation. Indices are behind the instructions. */
export class GapWriter {
  private readonly entries: readonly Message[];
  private readonly head: number | undefined;
  private readonly options: TrimOptions;
  private readonly dialect: Dialect;
  private readonly countOf: (at: number) => number;
  /** Markers of an earlier trimming, by entry: in the head, and in front of what followed it. */
  private readonly markers = new Map<number, FoundMarker>();
  private readonly known = new Map<number, Gap>();
  private head0: number | undefined;
  /** How often a summary was asked for. */
  private asked = 0;

  constructor(
    { messages, dialect }: Conversation,
    instructions: number,
    head: number | undefined,
    options: TrimOptions,
    countOf: (at: number) => number,
  ) {
    this.entries = messages.slice(instructions);
    this.head = head;
    this.options = options;
    this.dialect = dialect;
    this.countOf = countOf;
    for (const at of head === undefined ? [0] : [head, head + 1]) {
      const entry = this.entries[at];
      const found = entry === undefined ? undefined : findMarker(entry, options.alternates === true);
      if (found !== undefined) this.markers.set(at, found);
    }
  }

  /** Something is missing that is to be told of: a pinned head stands in front of it, or a summary does. */
  hasGap(start: number): boolean {
    if (this.head !== undefined) return start > this.head + 1;
    return start > 0 && this.options.summary !== undefined;
  }

  gapAt(start: number): Gap {
    let gap = this.known.get(start);
    if (gap === undefined) {
      gap = this.head === undefined ? this.summaryGap(start) : this.headGap(this.head, start);
      this.known.set(start, gap);
    }
    return gap;
  }

  /** Tokens of the head without what an earlier trimming put into it. */
  get headTokens(): number {
    const { head } = this;
    if (head === undefined) return 0;
    this.head0 ??= this.markers.has(head)
      ? this.countWith(this.entryAt(head), this.headWith(head, []))
      : this.countOf(head);
    return this.head0;
  }

  /** Tokens of a marker, counted apart. */
  get markerTokens(): number {
    return this.options.count(editOf(this.dialect).message('user', markerText(1)));
  }

  /** The summary is the first user turn, or the beginning of it. */
  private summaryGap(start: number): Gap {
    const first = this.entryAt(start);
    const text = this.gapText(start);
    if (this.options.alternates === true) {
      const changes = contentOf(this.dialect, first, [text, first.contentNode]);
      return { changes, added: undefined, isJoined: false, tokens: this.countWith(first, changes) };
    }
    const message = editOf(this.dialect).message('user', text);
    const tokens = this.options.count(message) + this.countOf(start);
    return { changes: new Map(), added: value(message), isJoined: false, tokens };
  }

  private headGap(head: number, start: number): Gap {
    const first = this.entryAt(start);
    const headEntry = this.entryAt(head);
    const text = this.gapText(start);
    if (first.role !== 'user') {
      const changes = this.headWith(head, [text]);
      const tokens = this.countWith(headEntry, changes) + this.countOf(start);
      return { changes, added: undefined, isJoined: false, tokens };
    }
    if (this.options.alternates === true) {
      const changes = this.headWith(head, [text, first.contentNode]);
      return { changes, added: undefined, isJoined: true, tokens: this.countWith(headEntry, changes) };
    }
    // A head that was nothing but the marker of an earlier trimming is that of this one.
    if (areSilent(this.ownOf(head))) {
      const changes = this.headWith(head, [text]);
      const tokens = this.countWith(headEntry, changes) + this.countOf(start);
      return { changes, added: undefined, isJoined: false, tokens };
    }
    const changes = contentOf(this.dialect, first, [text, first.contentNode]);
    const tokens = this.headTokens + this.countWith(first, changes);
    if (this.markers.has(head)) for (const [at, change] of this.headWith(head, [])) changes.set(at, change);
    return { changes, added: undefined, isJoined: false, tokens };
  }

  private gapText(start: number): string {
    const { summary } = this.options;
    const missing = this.missingAt(start);
    if (summary === undefined) return markerText(missing);
    return markerText(missing, typeof summary === 'string' ? summary : summary(this.cutAt(start), ++this.asked));
  }

  /** How many turns are not there: an earlier marker stands for those that it names. */
  private missingAt(start: number): number {
    const { head } = this;
    let missing = head !== undefined && head < start ? start - 1 : start;
    for (const [at, marker] of this.markers) {
      if (at >= start) continue;
      missing += marker.missing;
      const isAlone = areSilent(piecesBehind(this.entryAt(at), marker));
      if (at === head && !isAlone && this.options.alternates === true) missing++;
      if (at !== head && isAlone && marker.part === 0 && marker.start === 0) missing--;
    }
    return missing;
  }

  /** What is left out, in order: whole entries, and of the head what an earlier trimming put into it. */
  private cutAt(start: number): readonly unknown[] {
    return this.entries.slice(0, start).flatMap((entry, at): unknown[] => {
      if (at !== this.head) return [sourceOf(entry.node)];
      const marker = this.markers.get(at);
      if (marker === undefined) return [];
      const pieces = this.options.alternates === true ? piecesFrom(entry, marker) : [markerIn(entry, marker)];
      return [rewriteValue(entry.node, contentOf(this.dialect, entry, pieces))];
    });
  }

  /** The head with something behind its own text, in place of what an earlier trimming put there. */
  private headWith(head: number, pieces: readonly Piece[]): Rewrite {
    return contentOf(this.dialect, this.entryAt(head), [...this.ownOf(head), ...pieces]);
  }

  /** What the head says itself. Behind a marker in it stands a later turn, where the target wants those joined, and else more of it. */
  private ownOf(head: number): readonly Piece[] {
    const entry = this.entryAt(head);
    const marker = this.markers.get(head);
    if (marker === undefined) return [entry.contentNode];
    const before = piecesBefore(entry, marker);
    return this.options.alternates === true ? before : [...before, ...piecesBehind(entry, marker)];
  }

  private countWith(entry: Message, changes: Rewrite): number {
    return this.options.count(rewriteValue(entry.node, changes));
  }

  private entryAt(at: number): Message {
    const entry = this.entries[at];
    if (entry === undefined) throw new RangeError(`no entry ${at}`);
    return entry;
  }
}

function contentOf(dialect: Dialect, message: Message, pieces: readonly Piece[]): Rewrite {
  const rewrite: Rewrite = new Map();
  const edit = editOf(dialect);
  edit.setContent(rewrite, message, edit.joined(pieces) ?? value(''));
  return rewrite;
}
