import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver';
import { type Position, TextDocument } from 'vscode-languageserver-textdocument';
import {
  type Analysis,
  type DialectId,
  type Range,
  type ResolvedConfig,
  type TextChange,
  TranscriptDocument,
} from '../core/index';
import type { OpenDocument } from './openDocument';
import { type Cover, placeBefore, placeNow, widen } from './view/cover';
import { type EditedLast, goOn, isTyped, type Reading } from './view/editedLast';
import { slotAround } from './view/entrySlot';
import { readingOf, viewOf } from './view/quiet';
import type { Shown, View } from './view/shown';

/** The document type of the server's `TextDocuments`. `now`: the server's clock. */
export function openDocuments(now: () => number): TextDocumentsConfiguration<OpenDocument> {
  return {
    create: (uri, languageId, version, text) =>
      new FlatDocument(TextDocument.create(uri, languageId, version, text), now),
    update: (document, changes, version) => {
      if (document instanceof FlatDocument) document.change(changes, version);
      return document;
    },
  };
}

/** A view with what it was worked out from. */
interface Seen {
  readonly analysis: Analysis;
  readonly edited: EditedLast | undefined;
  readonly isHeld: boolean;
  readonly view: View;
}

/** The text in one string. `TextDocument` owns text and line table, the core's document gets the same string. */
class FlatDocument implements OpenDocument {
  config: ResolvedConfig | undefined;
  edited: EditedLast | undefined;
  private readonly source: TextDocument;
  private readonly now: () => number;
  /** Opened when somebody asks for it first, which is when the configuration is known: one reading of the text, not two. */
  private opened: TranscriptDocument | undefined;
  /** The dialect that the document is read as until most of its entries or a person say otherwise. */
  private kept: DialectId | undefined;
  /** What `opened` has not been told yet: a hundred queued keys are read once, when somebody asks. */
  private behind: Cover | undefined;
  /** What was known before these keys; the nodes that tell what to underline move once they are read. */
  private before: readonly Shown[] | undefined;
  private said: { readonly of: Analysis; readonly shown: readonly Shown[] } | undefined;
  private seen: Seen | undefined;

  constructor(source: TextDocument, now: () => number) {
    this.source = source;
    this.now = now;
  }

  get uri(): string {
    return this.source.uri;
  }

  get languageId(): string {
    return this.source.languageId;
  }

  get version(): number {
    return this.source.version;
  }

  get text(): string {
    return this.source.getText();
  }

  get transcript(): TranscriptDocument {
    const { text, behind } = this;
    this.opened ??= this.read(text);
    if (behind !== undefined) {
      const { start, end, length } = behind;
      this.behind = undefined;
      for (const { focus } of this.before ?? []) void focus;
      this.before = undefined;
      // What a half-typed text looks like is no reason to read it as something else from now on.
      if (this.opened.problems.length === 0) this.kept = this.opened.readAs ?? this.kept;
      this.opened.update([{ start, end, text: text.slice(start, start + length) }], text, this.kept);
    }
    return this.opened;
  }

  /** Each change counts in the text that the changes before it left. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    let places = 0;
    for (const change of changes) {
      const one = this.offsets(change);
      const before = this.edited?.first.reading;
      this.noteEdit(one);
      if (places === 0 || this.edited?.first.reading !== before) places += 1;
      TextDocument.update(this.source, [change], version);
      if (this.opened !== undefined) this.behind = widen(this.behind, one);
    }
    // Several places at once: that is no typing.
    if (places > 1) this.edited = undefined;
  }

  analysis(): Analysis {
    return this.transcript.analysis();
  }

  /** Asked for by the trace, the diagnostics, the lenses and the status, of one state: it is worked out for the first. */
  view(): View {
    const { edited } = this;
    const analysis = this.analysis();
    const isHeld = edited !== undefined && isTyped(edited, this.now());
    const { seen } = this;
    if (seen?.analysis === analysis && seen.edited === edited && seen.isHeld === isHeld) return seen.view;
    const view = viewOf(this, this.shown(), isHeld ? edited : undefined);
    this.seen = { analysis, edited, isHeld, view };
    return view;
  }

  private shown(): readonly Shown[] {
    const analysis = this.analysis();
    if (this.said?.of !== analysis) this.said = { of: analysis, shown: readingOf(this, analysis) };
    return this.said.shown;
  }

  sayAll(): void {
    if (this.edited !== undefined) this.edited = { ...this.edited, isReleased: true };
  }

  restSinceEdit(): number {
    return this.edited === undefined ? Number.POSITIVE_INFINITY : this.now() - this.edited.at;
  }

  configure(config: ResolvedConfig): void {
    // A person who chooses anew, or no longer, is not held to what was.
    if (config.dialect !== this.config?.dialect || config.target !== this.config.target) this.kept = undefined;
    this.config = config;
    this.edited = undefined;
    if (this.behind !== undefined) this.opened = undefined;
    this.behind = undefined;
    this.before = undefined;
    this.opened?.configure({ config, keptDialect: this.kept });
  }

  positionAt(offset: number): Position {
    return this.source.positionAt(offset);
  }

  offsetAt(position: Position): number {
    return this.source.offsetAt(position);
  }

  private read(text: string): TranscriptDocument {
    const { uri, languageId, config, kept: keptDialect } = this;
    return TranscriptDocument.open(text, { uri, languageId, config, keptDialect });
  }

  /** Keeps the entry edited last in step with a change that the text is about to take. */
  private noteEdit(change: TextChange): void {
    const slot = this.slotOf(change);
    const last = slot !== undefined && slot === this.edited?.slot ? this.edited : undefined;
    this.edited = slot && goOn(last, slot, change, this.now(), () => this.reading());
  }

  /**
   * The place that a change falls into: the one edited last, or another; undefined where it is more than one, or not known. What is
   * typed in one place stays one place, a call and its result one behind the other too: the first is not blamed for the second.
   */
  private slotOf({ start, end }: TextChange): Range | undefined {
    const { opened, behind } = this;
    const last = this.edited?.slot;
    if (last !== undefined && last.start <= start && end <= last.end) return last;
    if (opened === undefined) return undefined;
    const found = slotAround(opened, placeBefore(behind, start), placeBefore(behind, end, true));
    return found && { start: placeNow(behind, found.start), end: placeNow(behind, found.end) };
  }

  /** What is known of the text as it is now, for later. It is read only where somebody has asked for it, or will. */
  private reading(): Reading {
    if (this.behind === undefined && this.opened?.isAnalysed === true) {
      const known = this.shown();
      this.before = known;
      return () => known;
    }
    const { uri, languageId, config, text, version, kept } = this;
    let known: readonly Shown[] | undefined;
    return () => {
      if (known === undefined) {
        const then = new FlatDocument(TextDocument.create(uri, languageId, version, text), this.now);
        then.config = config;
        then.kept = kept;
        known = then.shown();
      }
      return known;
    };
  }

  private offsets(change: TextDocumentContentChangeEvent): TextChange {
    if (!('range' in change)) return { start: 0, end: this.text.length, text: change.text };
    const [a, b] = [this.offsetAt(change.range.start), this.offsetAt(change.range.end)];
    return { start: Math.min(a, b), end: Math.max(a, b), text: change.text };
  }
}
