import { changeProperties, type NewJson, type Rewrite, value } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { sourceOf } from '../json/valueNode';
import type { Conversation, Message } from '../model/types';
import type { DialectWriter } from '../model/writer';
import { joinContents, type Piece } from './contents';
import { type FoundMarker, findMarker, markerText, piecesBefore, piecesBehind, piecesFrom } from './marker';
import { findStarts } from './starts';
import type { TrimOptions } from './types';

/** What is written into a window in place of what is cut, and what the whole comes to. */
interface Gap {
  /** Changes of the entries that stay. */
  readonly changes: Rewrite;
  /** A message of its own in front of the start. */
  readonly added: NewJson | undefined;
  /** The first entry of the tail has become part of the head. */
  readonly isJoined: boolean;
  readonly tokens: number;
}

/** Puts windows of one conversation together, each at its start, and says what they come to. Indices are behind the instructions. */
export class Assembler {
  readonly instructions: number;
  readonly size: number;
  readonly isClean: readonly boolean[];
  readonly isTailStart: readonly boolean[];
  /** Of every entry, instructions included. */
  readonly counts: readonly number[];
  /** The first clean user turn, where it is pinned. */
  readonly head: number | undefined;
  private readonly conversation: Conversation;
  private readonly options: TrimOptions;
  private readonly write: DialectWriter;
  private readonly entries: readonly Message[];
  private readonly suffix: Float64Array;
  private readonly gaps = new Map<number, Gap>();
  /** Markers of an earlier trimming, by entry: in the head, and in front of what followed it. */
  private readonly markers = new Map<number, FoundMarker>();

  constructor(conversation: Conversation, options: TrimOptions, write: DialectWriter) {
    const { instructions, isClean, isTailStart } = findStarts(conversation);
    this.instructions = instructions;
    this.isClean = isClean;
    this.isTailStart = isTailStart;
    this.conversation = conversation;
    this.options = options;
    this.write = write;
    this.entries = conversation.messages.slice(instructions);
    this.size = this.entries.length;
    this.counts = conversation.messages.map((message) => options.count(sourceOf(message.node)));
    this.suffix = suffixSums(this.counts.slice(instructions));
    const first = isClean.indexOf(true);
    this.head = options.pinHead === true && first >= 0 ? first : undefined;
    for (const at of this.head === undefined ? [0] : [this.head, this.head + 1]) {
      const entry = this.entries[at];
      const found = entry === undefined ? undefined : findMarker(entry);
      if (found !== undefined) this.markers.set(at, found);
    }
  }

  /** Tokens of the entries from an index on. */
  tokensFrom(at: number): number {
    return this.suffix[at] ?? 0;
  }

  /** Of the head without what an earlier trimming put into it. */
  get headTokens(): number {
    const { head } = this;
    if (head === undefined) return 0;
    return this.markers.has(head) ? this.countWith(this.entryAt(head), this.headWith(head, [])) : this.countOf(head);
  }

  /** Of a marker, counted apart. */
  get markerTokens(): number {
    return this.options.count(this.write.textMessage('user', markerText(this.size)));
  }

  /** Tokens of the window that starts there, with all that is put into it. */
  tokensAt(start: number): number {
    const { head } = this;
    if (this.hasGap(start)) return this.gapAt(start).tokens;
    return this.tokensFrom(head !== undefined && head < start ? head : start);
  }

  /** The change of the list that leaves the window. */
  rewriteAt(start: number): Rewrite {
    const { conversation, entries, head } = this;
    const gap = this.hasGap(start) ? this.gapAt(start) : undefined;
    const rewrite: Rewrite = new Map(gap?.changes);
    const remove = entries.filter((_, at) => at < start && at !== head).map(({ node }) => node);
    if (gap?.isJoined === true) remove.push(this.entryAt(start).node);
    const insert = gap?.added === undefined ? [] : [{ index: this.instructions + start, items: [gap.added] }];
    if (remove.length + insert.length > 0) rewrite.set(conversation.list, { kind: 'splice', remove, insert });
    return rewrite;
  }

  /** Something is missing that is to be told of: a pinned head stands in front of it, or a summary does. */
  private hasGap(start: number): boolean {
    if (this.head !== undefined) return start > this.head + 1;
    return start > 0 && this.options.summary !== undefined;
  }

  private gapAt(start: number): Gap {
    const known = this.gaps.get(start);
    if (known !== undefined) return known;
    const made = this.head === undefined ? this.summaryGap(start) : this.headGap(this.head, start);
    this.gaps.set(start, made);
    return made;
  }

  /** The summary is the first user turn, or the beginning of it. */
  private summaryGap(start: number): Gap {
    const first = this.entryAt(start);
    const text = this.gapText(start);
    if (this.options.alternates === true) {
      const changes = contentOf(first, [text, first.contentNode]);
      const tokens = this.tokensFrom(start + 1) + this.countWith(first, changes);
      return { changes, added: undefined, isJoined: false, tokens };
    }
    const message = this.write.textMessage('user', text);
    const tokens = this.tokensFrom(start) + this.options.count(message);
    return { changes: new Map(), added: value(message), isJoined: false, tokens };
  }

  private headGap(head: number, start: number): Gap {
    const first = this.entryAt(start);
    const text = this.gapText(start);
    const headEntry = this.entryAt(head);
    if (first.role !== 'user') {
      const changes = this.headWith(head, [text]);
      const tokens = this.countWith(headEntry, changes) + this.tokensFrom(start);
      return { changes, added: undefined, isJoined: false, tokens };
    }
    if (this.options.alternates === true) {
      const changes = this.headWith(head, [text, first.contentNode]);
      const tokens = this.countWith(headEntry, changes) + this.tokensFrom(start + 1);
      return { changes, added: undefined, isJoined: true, tokens };
    }
    const changes = contentOf(first, [text, first.contentNode]);
    const tokens = this.headTokens + this.countWith(first, changes) + this.tokensFrom(start + 1);
    if (this.markers.has(head)) for (const [at, change] of this.headWith(head, [])) changes.set(at, change);
    return { changes, added: undefined, isJoined: false, tokens };
  }

  private gapText(start: number): string {
    const { summary } = this.options;
    const missing = this.missingAt(start);
    if (summary === undefined) return markerText(missing);
    return markerText(missing, typeof summary === 'string' ? summary : summary(this.cutAt(start)));
  }

  /** How many turns are not there: an earlier marker stands for those that it names. */
  private missingAt(start: number): number {
    const { head } = this;
    let missing = head !== undefined && head < start ? start - 1 : start;
    for (const [at, marker] of this.markers) {
      if (at >= start) continue;
      missing += marker.missing;
      const isAlone = joinContents(piecesBehind(this.entryAt(at), marker)) === undefined;
      if (at === head && !isAlone) missing++;
      if (at !== head && isAlone && marker.part === 0 && marker.start === 0) missing--;
    }
    return missing;
  }

  /** What is left out, in order: whole entries, and of the head what an earlier trimming put into it. */
  private cutAt(start: number): readonly unknown[] {
    return this.entries.slice(0, start).flatMap((entry, at): unknown[] => {
      if (at !== this.head) return [sourceOf(entry.node)];
      const marker = this.markers.get(at);
      return marker === undefined ? [] : [rewriteValue(entry.node, contentOf(entry, piecesFrom(entry, marker)))];
    });
  }

  /** The head with something behind its own text, in place of what an earlier trimming put there. */
  private headWith(head: number, pieces: readonly Piece[]): Rewrite {
    const entry = this.entryAt(head);
    const marker = this.markers.get(head);
    return contentOf(entry, [...(marker === undefined ? [entry.contentNode] : piecesBefore(entry, marker)), ...pieces]);
  }

  private countWith(entry: Message, changes: Rewrite): number {
    return this.options.count(rewriteValue(entry.node, changes));
  }

  private countOf(at: number): number {
    return this.counts[this.instructions + at] ?? 0;
  }

  private entryAt(at: number): Message {
    const entry = this.entries[at];
    if (entry === undefined) throw new RangeError(`no entry ${at}`);
    return entry;
  }
}

function suffixSums(counts: readonly number[]): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let at = counts.length - 1; at >= 0; at--) sums[at] = (sums[at + 1] ?? 0) + (counts[at] ?? 0);
  return sums;
}

function contentOf(message: Message, pieces: readonly Piece[]): Rewrite {
  const rewrite: Rewrite = new Map();
  changeProperties(rewrite, message.node, { set: [['content', joinContents(pieces) ?? value('')]] });
  return rewrite;
}
