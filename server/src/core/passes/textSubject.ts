import { TranscriptDocument } from '../document/document';
import type { AnalyseOptions } from '../document/options';
import { type ParsedText, parseAny, parseRows, type TextProblem } from '../document/parse';
import { rewriteText } from '../json/jsonEdits';
import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import { nodeOfValue } from '../json/valueNode';
import { writeJson } from '../json/writeJson';
import type { Conversation } from '../model/types';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';
import { carried, Origins, type ReadRoot, replacing, rewriting, type Step, type Subject } from './subject';

/** Of a text of which nothing is read. */
const NOTHING = nodeOfValue(null);

/** What the states of a text have in common, and what they were read as. */
interface Reading {
  readonly first: TranscriptDocument;
  readonly options: AnalyseOptions;
  readonly isRows: boolean;
}

interface TextState {
  readonly text: string;
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  readonly edits: readonly Edit[];
  readonly step: Step | undefined;
  /** The text as a document, or what it can be made of. */
  readonly opened: TranscriptDocument | ParsedText;
  readonly reading: Reading;
}

/** A text, and the edits that lead to it from the text that the passes began with. */
export class TextSubject implements Subject<TextSubject> {
  private readonly state: TextState;
  private readonly origins: Origins;
  private made: TranscriptDocument | undefined;

  private constructor(state: TextState) {
    this.state = state;
    this.origins = new Origins(state.step);
  }

  /** A document that is read already: all of its conversations, or some of them. */
  static of(document: TranscriptDocument, conversations = document.conversations): TextSubject {
    const { text, root = NOTHING, reading: options, isRows } = document;
    const reading = { first: document, options, isRows };
    return new TextSubject({ text, root, conversations, edits: [], step: undefined, opened: document, reading });
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

  get problems(): readonly TextProblem[] {
    return this.state.reading.first.problems;
  }

  get isStretch(): boolean {
    return this.state.reading.options.stretch !== undefined;
  }

  /** The text as a document, in which whoever asks finds what is there now. */
  get document(): TranscriptDocument {
    const { opened, reading } = this.state;
    this.made ??= opened instanceof TranscriptDocument ? opened : TranscriptDocument.ofParsed(opened, reading.options);
    return this.made;
  }

  hasFaultIn(conversation: Conversation): boolean {
    const { opened, step, conversations } = this.state;
    if (opened instanceof TranscriptDocument) return opened.hasFaultIn(conversation);
    // Carried along in the same order.
    const before = step?.before.conversations[conversations.indexOf(conversation)];
    return before !== undefined && step?.before.hasFaultIn(before) === true;
  }

  /** The edits of this text that make a rewrite. */
  editsOf(rewrite: Rewrite): readonly Edit[] {
    return rewrite.size === 0 ? [] : rewriteText(this.root, rewrite);
  }

  apply(rewrite: Rewrite, read?: ReadRoot): TextSubject {
    const edits = this.editsOf(rewrite);
    if (edits.length > 0) {
      const { reading } = this.state;
      const carry = (root: JsonNode) => carried(this.conversations, root);
      const opened = parseAs(reading, applyEdits(this.text, edits));
      return this.next(opened, read ?? carry, edits, rewriting(this, rewrite), reading);
    }
    return read === undefined ? this : new TextSubject({ ...this.state, conversations: read(this.root) });
  }

  reopen(rewrite: Rewrite): TextSubject {
    return this.openAfter(this.editsOf(rewrite), rewriting(this, rewrite));
  }

  /** As `reopen`, for many steps whose origins nobody asks for: the states between them are not kept. */
  edit(edits: readonly Edit[]): TextSubject {
    return this.openAfter(edits, undefined);
  }

  /** Laid out as people read it, with the line ends and the mark of the old text, whatever that was called. */
  replace(whole: NewJson, read: ReadRoot): TextSubject {
    const { text } = this;
    const body = `${writeJson(whole, { indent: '', peers: [], around: undefined }, () => undefined)}\n`;
    const isCrlf = text.slice(0, text.indexOf('\n') + 1).endsWith('\r\n');
    const after = (text.startsWith('\uFEFF') ? '\uFEFF' : '') + (isCrlf ? body.replaceAll('\n', '\r\n') : body);
    const { first, options } = this.state.reading;
    const { stretch: _, ...rest } = options;
    const reading = { first, options: { ...rest, uri: 'converted.json', languageId: 'json' }, isRows: false };
    const edits = [{ start: 0, end: text.length, text: after }];
    return this.next(parseAs(reading, after), read, edits, replacing(this, whole), reading);
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }

  private openAfter(edits: readonly Edit[], step: Step | undefined): TextSubject {
    if (edits.length === 0) return this;
    const { options, first } = this.state.reading;
    const opened = TranscriptDocument.open(applyEdits(this.text, edits), options);
    return this.next(opened, () => opened.conversations, edits, step, { first, options, isRows: opened.isRows });
  }

  private next(
    opened: TextState['opened'],
    read: ReadRoot,
    edits: readonly Edit[],
    step: Step | undefined,
    reading: Reading,
  ): TextSubject {
    const { root = NOTHING } = opened;
    const text = opened instanceof TranscriptDocument ? opened.text : opened.source.text;
    const all = this.edits.length === 0 ? edits : composeEdits(reading.first.text.length, this.edits, edits);
    return new TextSubject({ text, root, conversations: read(root), edits: all, step, opened, reading });
  }
}

/** The rows of a stretch are named by their number in the file, of which only the stretch knows its share. */
function parseAs({ options, isRows }: Reading, text: string): ParsedText {
  const { uri, languageId, stretch } = options;
  if (stretch !== undefined) return parseRows({ text }, stretch.standing);
  return parseAny(text, { uri, languageId: isRows ? 'jsonl' : languageId, checksStrings: false });
}
