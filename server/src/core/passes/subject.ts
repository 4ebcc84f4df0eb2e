import { readAgain } from '../document/conversation';
import type { TextProblem } from '../document/parse';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import { originIn, originOf } from '../json/origin';
import type { NewJson, Rewrite } from '../json/rewrite';
import type { Conversation } from '../model/types';

/** Reads the conversations of a root that are meant. */
export type ReadRoot = (root: JsonNode) => readonly Conversation[];

/**
 * What a pass works on: the conversations of a text or of a value, one state after the other. Each step is a rewrite of what the
 * step before left, so that the library, the command line and the editor run one pass and cannot drift apart.
 */
export interface Subject<Self> {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  /** Places where the text that came in is no JSON. A value has none. */
  readonly problems: readonly TextProblem[];
  /** Some rows of a longer file, in which others may hold what is looked for. */
  readonly isChunk: boolean;
  /** Whether the text has a fault in a conversation, so that nothing may be rewritten there. */
  hasFaultIn(conversation: Conversation): boolean;
  /**
   * The state after a rewrite. Its conversations are those that `read` finds; by default the same ones in the same order, for what
   * they lost may have told their dialect.
   */
  apply(rewrite: Rewrite, read?: ReadRoot): Self;
  /** The state after a rewrite, with the conversations that whoever opens it next will find. */
  reopen(rewrite: Rewrite): Self;
  /** A new document in the place of the whole. */
  replace(whole: NewJson, read: ReadRoot): Self;
  /** Where a place of this state stood in the state that the passes began with, or the nearest thing around it that did. */
  origin(pointer: string): string;
}

/** A step that led to a state. What it did to each place is worked out when somebody asks. */
export interface Step {
  readonly before: Subject<unknown>;
  readonly trace: () => (pointer: string) => string;
}

export function rewriting(before: Subject<unknown>, rewrite: Rewrite): Step {
  return { before, trace: () => originOf(before.root, rewrite) };
}

export function replacing(before: Subject<unknown>, whole: NewJson): Step {
  return { before, trace: () => originIn(whole, before.root) };
}

/** Leads back over the steps. */
export class Origins {
  private readonly step: Step | undefined;
  private trace: ((pointer: string) => string) | undefined;

  constructor(step: Step | undefined) {
    this.step = step;
  }

  of(pointer: string): string {
    if (this.step === undefined) return pointer;
    this.trace ??= this.step.trace();
    return this.step.before.origin(this.trace(pointer));
  }
}

/** Entries of a report with the places where they stood at first. */
export function placedBy<Entry extends { readonly pointer: string }>(
  subject: Pick<Subject<unknown>, 'origin'>,
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.map((entry) => ({ ...entry, pointer: subject.origin(entry.pointer) }));
}

/** The same conversations under a new root, in the same order. One that went with the message around it stays what it was. */
export function carried(conversations: readonly Conversation[], root: JsonNode): Conversation[] {
  return conversations.map((conversation) => {
    const list = nodeAt(root, pointerOf(conversation.list)) ?? conversation.list;
    const body = conversation.body && nodeAt(root, pointerOf(conversation.body));
    return readAgain(conversation, list, body);
  });
}
