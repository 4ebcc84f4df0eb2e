import { readAgain } from '../document/conversation';
import { TranscriptDocument } from '../document/document';
import { parseAny, parseRows } from '../document/parse';
import { rewriteText } from '../json/jsonEdits';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import { originOf } from '../json/origin';
import type { Rewrite } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';

/**
 * What a pass works on: the conversations of a text or of a value, one state after the other. Each step is a rewrite of what the
 * step before left, so that the library, the command line and the editor run one pass and cannot drift apart.
 */
export interface Subject<Self> {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  /** Whether the text has a fault in a conversation, so that nothing may be rewritten there. A value has none. */
  hasFaultIn(conversation: Conversation): boolean;
  /** The state after a rewrite, with the same conversations in the same order: what they lost may have told their dialect. */
  apply(rewrite: Rewrite): Self;
  /** The state after a rewrite, with the conversations that whoever opens it next will find. */
  reopen(rewrite: Rewrite): Self;
  /** Where a place of this state stood in the state that the passes began with, or the nearest thing around it that did. */
  origin(pointer: string): string;
}

/** A step that led to a state. */
interface Step {
  readonly before: Subject<unknown>;
  readonly rewrite: Rewrite;
}

/** Leads back over the steps. What each did is looked into when somebody asks. */
class Origins {
  private readonly step: Step | undefined;
  private trace: ((pointer: string) => string) | undefined;

  constructor(step: Step | undefined) {
    this.step = step;
  }

  of(pointer: string): string {
    if (this.step === undefined) return pointer;
    const { before, rewrite } = this.step;
    this.trace ??= originOf(before.root, rewrite);
    return before.origin(this.trace(pointer));
  }
}

/** Reads the conversations of a value, as whoever handed it in means it. */
export type ReadValue = (root: JsonNode) => readonly Conversation[];

/** A JavaScript value; what no step touches comes through by reference. */
export class ValueSubject implements Subject<ValueSubject> {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  private readonly read: ReadValue;
  private readonly origins: Origins;

  private constructor(root: JsonNode, conversations: readonly Conversation[], read: ReadValue, step?: Step) {
    this.root = root;
    this.conversations = conversations;
    this.read = read;
    this.origins = new Origins(step);
  }

  static of(value: unknown, read: ReadValue): ValueSubject {
    const root = nodeOfValue(value);
    return new ValueSubject(root, read(root), read);
  }

  get value(): unknown {
    return sourceOf(this.root);
  }

  hasFaultIn(): boolean {
    return false;
  }

  apply(rewrite: Rewrite): ValueSubject {
    if (rewrite.size === 0) return this;
    const root = nodeOfValue(rewriteValue(this.root, rewrite));
    return new ValueSubject(root, carried(this.conversations, root), this.read, { before: this, rewrite });
  }

  reopen(rewrite: Rewrite): ValueSubject {
    if (rewrite.size === 0) return this;
    const root = nodeOfValue(rewriteValue(this.root, rewrite));
    return new ValueSubject(root, this.read(root), this.read, { before: this, rewrite });
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }
}

/** Of a text of which nothing is read. */
const NOTHING = nodeOfValue(null);

interface TextState {
  readonly text: string;
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  readonly edits: readonly Edit[];
  readonly step: Step | undefined;
  /** The text as a document, where it was opened as one. */
  readonly document: TranscriptDocument | undefined;
  /** Of the state that the conversations were found in. */
  readonly found: Pick<TranscriptDocument, 'reading' | 'isRows'>;
  readonly firstLength: number;
}

/** A text, and the edits that lead to it from the text that the passes began with. */
export class TextSubject implements Subject<TextSubject> {
  private readonly state: TextState;
  private readonly origins: Origins;
  private reopened: TranscriptDocument | undefined;

  private constructor(state: TextState) {
    this.state = state;
    this.origins = new Origins(state.step);
  }

  /** A document that is read already: all of its conversations, or some of them. */
  static of(document: TranscriptDocument, conversations = document.conversations): TextSubject {
    const { text, root = NOTHING } = document;
    const begun = { edits: [], step: undefined, firstLength: text.length };
    return new TextSubject({ ...begun, text, root, conversations, document, found: document });
  }

  get text(): string {
    return this.state.text;
  }

  get root(): JsonNode {
    return this.state.root;
  }

  get conversations(): readonly Conversation[] {
    return this.state.conversations;
  }

  /** Sorted, without overlap, in offsets of the first text. */
  get edits(): readonly Edit[] {
    return this.state.edits;
  }

  /** The text as a document. It is opened for this only where its conversations were carried along. */
  get document(): TranscriptDocument {
    const { document, text, found } = this.state;
    this.reopened ??= document ?? TranscriptDocument.open(text, found.reading);
    return this.reopened;
  }

  hasFaultIn(conversation: Conversation): boolean {
    const { document, step, conversations } = this.state;
    if (document !== undefined || step === undefined) return this.document.hasFaultIn(conversation);
    const before = step.before.conversations[conversations.indexOf(conversation)];
    return before !== undefined && step.before.hasFaultIn(before);
  }

  /** The edits of this text that make a rewrite. */
  editsOf(rewrite: Rewrite): readonly Edit[] {
    return rewrite.size === 0 ? [] : rewriteText(this.root, rewrite);
  }

  apply(rewrite: Rewrite): TextSubject {
    const edits = this.editsOf(rewrite);
    if (edits.length === 0) return this;
    const text = applyEdits(this.text, edits);
    const root = parseAs(this.state.found, text);
    if (root === undefined) return this;
    const conversations = carried(this.conversations, root);
    const { found } = this.state;
    return this.next({ text, root, conversations, document: undefined, found }, edits, { before: this, rewrite });
  }

  reopen(rewrite: Rewrite): TextSubject {
    return this.reopenAfter(this.editsOf(rewrite), { before: this, rewrite });
  }

  /** As `reopen`, for many steps whose origins nobody asks for: the states between them are not kept. */
  edit(edits: readonly Edit[]): TextSubject {
    return this.reopenAfter(edits, undefined);
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }

  private reopenAfter(edits: readonly Edit[], step: Step | undefined): TextSubject {
    if (edits.length === 0) return this;
    const document = TranscriptDocument.open(applyEdits(this.text, edits), this.state.found.reading);
    const { text, root = NOTHING, conversations } = document;
    return this.next({ text, root, conversations, document, found: document }, edits, step);
  }

  private next(
    state: Omit<TextState, 'edits' | 'step' | 'firstLength'>,
    edits: readonly Edit[],
    step: Step | undefined,
  ): TextSubject {
    const { firstLength } = this.state;
    const all = this.edits.length === 0 ? edits : composeEdits(firstLength, this.edits, edits);
    return new TextSubject({ ...state, firstLength, edits: all, step });
  }
}

/** The rows of a stretch are named by their number in the file, of which only the stretch knows its share. */
function parseAs({ reading, isRows }: TextState['found'], text: string): JsonNode | undefined {
  const { uri, languageId, stretch } = reading;
  if (stretch !== undefined) return parseRows({ text }, stretch.standing).root;
  return parseAny(text, { uri, languageId: isRows ? 'jsonl' : languageId, checksStrings: false }).root;
}

/** The same conversations under a new root. */
function carried(conversations: readonly Conversation[], root: JsonNode): Conversation[] {
  return conversations.map((conversation) => {
    const list = nodeAt(root, pointerOf(conversation.list)) ?? conversation.list;
    const body = conversation.body && nodeAt(root, pointerOf(conversation.body));
    return readAgain(conversation, list, body);
  });
}
