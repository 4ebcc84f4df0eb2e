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
  readonly edits: readonly Edit[];
  readonly step: Step | undefined;
  readonly reading: Reading;
  /** The text as a document, or what that can be made of. */
  readonly open: () => TranscriptDocument | ParsedText;
  readonly read: ReadRoot;
}

/**
 * A text, and the edits that lead to it from the text that the passes began with. It is parsed, and its conversations are read, when
 * somebody asks: who wants the edits of the last step alone pays for no more.
 */
export class TextSubject implements Subject<TextSubject> {
  private readonly state: TextState;
  private readonly origins: Origins;
  private known: ReturnType<TextState['open']> | undefined;
  private found: readonly Conversation[] | undefined;
  private made: TranscriptDocument | undefined;

  private constructor(state: TextState) {
    this.state = state;
    this.origins = new Origins(state.step);
  }

  /** A document that is read already: all of its conversations, or some of them. */
  static of(document: TranscriptDocument, conversations = document.conversations): TextSubject {
    const { text, reading: options, isRows } = document;
    const reading = { first: document, options, isRows };
    const [open, read] = [() => document, () => conversations];
    return new TextSubject({ text, edits: [], step: undefined, reading, open, read });
  }

  get text(): string {
    return this.state.text;
  }

  get root(): JsonNode {
    return this.opened.root ?? NOTHING;
  }

  get conversations(): readonly Conversation[] {
    this.found ??= this.state.read(this.root);
    return this.found;
  }

  /** Sorted, without overlap, in offsets of the first text. */
  get edits(): readonly Edit[] {
    return this.state.edits;
  }

  get problems(): readonly TextProblem[] {
    return this.state.reading.first.problems;
  }

  get isChunk(): boolean {
    return this.state.reading.options.chunk !== undefined;
  }

  /** The text as a document, in which whoever asks finds what is there now. */
  get document(): TranscriptDocument {
    const { opened } = this;
    const { options } = this.state.reading;
    this.made ??= opened instanceof TranscriptDocument ? opened : TranscriptDocument.ofParsed(opened, options);
    return this.made;
  }

  hasFaultIn(conversation: Conversation): boolean {
    const { opened, conversations } = this;
    const { step } = this.state;
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
    if (edits.length === 0)
      return read === undefined ? this : new TextSubject({ ...this.state, open: () => this.opened, read });
    const { reading } = this.state;
    const text = applyEdits(this.text, edits);
    const carry: ReadRoot = (root) => carried(this.conversations, root);
    const open = () => parseAs(reading, text);
    return this.next({ text, step: rewriting(this, rewrite), reading, open, read: read ?? carry }, edits);
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
    const { text: before } = this;
    const body = `${writeJson(whole, { indent: '', peers: [], around: undefined }, () => undefined)}\n`;
    const isCrlf = before.slice(0, before.indexOf('\n') + 1).endsWith('\r\n');
    const text = (before.startsWith('\uFEFF') ? '\uFEFF' : '') + (isCrlf ? body.replaceAll('\n', '\r\n') : body);
    const { first, options } = this.state.reading;
    const { chunk: _, ...rest } = options;
    const reading = { first, options: { ...rest, uri: 'converted.json', languageId: 'json' }, isRows: false };
    const open = () => parseAs(reading, text);
    const edits = [{ start: 0, end: before.length, text }];
    return this.next({ text, step: replacing(this, whole), reading, open, read }, edits);
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }

  private openAfter(edits: readonly Edit[], step: Step | undefined): TextSubject {
    if (edits.length === 0) return this;
    const { options, first } = this.state.reading;
    const document = TranscriptDocument.open(applyEdits(this.text, edits), options);
    const { text, isRows } = document;
    const [open, read] = [() => document, () => document.conversations];
    return this.next({ text, step, reading: { first, options, isRows }, open, read }, edits);
  }

  private next(state: Omit<TextState, 'edits'>, edits: readonly Edit[]): TextSubject {
    const { length } = this.state.reading.first.text;
    return new TextSubject({
      ...state,
      edits: this.edits.length === 0 ? edits : composeEdits(length, this.edits, edits),
    });
  }

  private get opened(): ReturnType<TextState['open']> {
    this.known ??= this.state.open();
    return this.known;
  }
}

/** The rows of a chunk are named by their number in the file, of which only the chunk knows its share. */
function parseAs({ options, isRows }: Reading, text: string): ParsedText {
  const { uri, languageId, chunk } = options;
  if (chunk !== undefined) return parseRows({ text }, chunk.standing);
  return parseAny(text, { uri, languageId: isRows ? 'jsonl' : languageId, checksStrings: false });
}
