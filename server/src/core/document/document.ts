import type { ResolvedConfig } from '../config/types';
import { signElement } from '../detect/index';
import type { Detection } from '../detect/types';
import { sessionLogOf } from '../dialects/index';
import type { SessionLog } from '../dialects/types';
import { hasBadString } from '../json/badStrings';
import type { JsonNode } from '../json/node';
import { replaceChild } from '../json/splice';
import { type LiveFinding, sortFindings, toFinding } from '../lint/finding';
import { evidenceOf, type Recorded, type RuleRun, recordedOf, runAhead, runRules } from '../lint/runRules';
import type { Conversation, DialectId } from '../model/types';
import { LineIndex } from '../text/lineIndex';
import { readConversation, readEntry, summaryOf, withMessage } from './conversation';
import { type CoverageFacts, coverageOf } from './coverage';
import { outerAnalysis, outerFindings } from './embeddedReport';
import { applyExpectations, type Expectation, readExpectations } from './expect';
import { type Embedded, type EmbeddedTexts, NOTHING_EMBEDDED, readEmbedded } from './fragments';
import { readInside } from './inside';
import type { AnalyseOptions } from './options';
import { type ParsedText, type TextProblem, withStringsChecked } from './parse';
import { configOf, detected, isAsked, readText } from './reading';
import { refusals } from './refused';
import type { Section, TextChange } from './sections';
import { textFinding } from './textFindings';
import type { Analysis } from './types';
import { isUnreadable } from './unreadable';

/**
 * A text and what is known of it. An edit inside one entry of a conversation re-reads that entry alone; anything else reads
 * the text anew. Positions live in the tapes, which an edit shifts: an `Analysis` is plain data of one state, and what builds
 * lazily from nodes (fixes) is void once the document has moved on.
 *
 * The text is flat here. A rope would replace `source` and `applyInside` and nothing else.
 */
export class TranscriptDocument {
  private options: AnalyseOptions;
  private parsed: ParsedText;
  private found: Found | undefined;
  private expectations: readonly Expectation[] | undefined;
  private current: Analysis | undefined;
  private live: readonly LiveFinding[] = [];
  private lines: LineIndex | undefined;
  private inner: EmbeddedTexts<TranscriptDocument> | undefined;
  private own: { readonly dialect: DialectId | undefined } | undefined;
  private readonly faulty = new WeakMap<Conversation, boolean>();

  private constructor(parsed: ParsedText, options: AnalyseOptions) {
    this.options = options;
    this.parsed = parsed;
  }

  static open(text: string, options: AnalyseOptions): TranscriptDocument {
    return new TranscriptDocument(readText(text, options), options);
  }

  /** A text that is parsed already, with what these options ask for besides. */
  static ofParsed(parsed: ParsedText, options: AnalyseOptions): TranscriptDocument {
    return new TranscriptDocument(isAsked(options) ? withStringsChecked(parsed) : parsed, options);
  }

  /** The same text under other options, parsed no second time; void once this document has moved on. */
  readWith(options: Pick<AnalyseOptions, 'config' | 'isNamed' | 'model'>): TranscriptDocument {
    const all = { ...this.options, ...options };
    // What was taken for nobody's transcript is not parsed yet.
    if (this.parsed.root === undefined) return TranscriptDocument.open(this.text, all);
    return TranscriptDocument.ofParsed(this.parsed, all);
  }

  get text(): string {
    return this.parsed.source.text;
  }

  get uri(): string {
    return this.options.uri;
  }

  get config(): ResolvedConfig {
    return configOf(this.options);
  }

  get lineIndex(): LineIndex {
    this.lines ??= new LineIndex(this.text, this.options.chunk?.standing.line);
    return this.lines;
  }

  /** What the text was read with; another text read with the same is another state of the same file. */
  get reading(): AnalyseOptions {
    return this.options;
  }

  get root(): JsonNode | undefined {
    return this.parsed.root;
  }

  /** The session log that it is, which a conversion reads and rules do not. */
  get sessionLog(): SessionLog | undefined {
    const { root } = this.parsed;
    return this.sections.length > 0 || root === undefined ? undefined : sessionLogOf(root);
  }

  get isRows(): boolean {
    return this.parsed.isRows;
  }

  get conversations(): readonly Conversation[] {
    return this.sections.map((section) => section.conversation);
  }

  /** Request bodies in strings, each read as a document of its own, where the text itself holds no conversation. */
  get embedded(): readonly Embedded<TranscriptDocument>[] {
    this.inner ??=
      this.sections.length > 0 ? NOTHING_EMBEDDED : readEmbedded(this.parsed, this.options, TranscriptDocument.open);
    return this.inner.embedded;
  }

  /** Faults that are neither told nor mended. */
  get declaresFaults(): boolean {
    this.analysis();
    return this.expectations !== undefined && this.expectations.length > 0;
  }

  /** Faults of the text itself, whatever the configuration says about reporting them. */
  get problems(): readonly TextProblem[] {
    return this.parsed.problems;
  }

  /** Whether the text has a fault inside a conversation, or between its entries: nothing may be rewritten there. */
  hasFaultIn(conversation: Conversation): boolean {
    let hasFault = this.faulty.get(conversation);
    if (hasFault === undefined) {
      hasFault = this.findFaultIn(conversation);
      this.faulty.set(conversation, hasFault);
    }
    return hasFault;
  }

  private findFaultIn({ list, messages }: Conversation): boolean {
    if (messages.some((message) => message.shape === 'broken') || this.parsed.isBroken(list)) return true;
    if (this.parsed.problems.some(({ start, end }) => start < list.end && end > list.start)) return true;
    // Where nobody asked for syntax errors, strings are looked into only here, when somebody wants to change something.
    return !this.parsed.areStringsChecked && messages.some(({ node }) => hasBadString(node));
  }

  /** Takes the text after some changes. With one change inside one entry of a conversation, that entry alone is read again. */
  update(changes: readonly TextChange[], text: string, keptDialect = this.options.keptDialect): void {
    this.current = undefined;
    this.lines = undefined;
    // Where all lists are of the dialect that is kept already, nothing can be read otherwise for it.
    const isSame =
      keptDialect === this.options.keptDialect || this.sections.every(({ found }) => found.dialect.id === keptDialect);
    if (keptDialect !== this.options.keptDialect) this.options = { ...this.options, keptDialect };
    const [change] = changes;
    if (changes.length === 1 && change !== undefined && this.applyInside(change, text)) {
      if (!isSame) this.forget();
      return;
    }
    this.parsed = readText(text, this.options);
    this.forget();
  }

  /** What the first list is read as; a target that somebody chose may take it as another. */
  get readAs(): DialectId | undefined {
    return this.sections[0]?.found.dialect.id;
  }

  /** What the first list would be read as if the text had not been open before. */
  get ownDialect(): DialectId | undefined {
    if (this.options.keptDialect === undefined || this.sections.length === 0) return this.readAs;
    this.own ??= {
      dialect:
        this.detection &&
        detected(this.parsed, { ...this.options, keptDialect: undefined })?.conversations[0]?.dialect.id,
    };
    return this.own.dialect;
  }

  configure(options: Partial<AnalyseOptions>): void {
    this.options = { ...this.options, ...options };
    this.current = undefined;
    this.parsed = readText(this.text, this.options);
    this.forget();
  }

  /** Whether `analysis` is known already. */
  get isAnalysed(): boolean {
    return this.current !== undefined;
  }

  analysis(): Analysis {
    this.current ??= this.analyse();
    return this.current;
  }

  /** The findings with the rewrites they propose. */
  findings(): readonly LiveFinding[] {
    this.analysis();
    return this.live;
  }

  /**
   * The findings as they will be once each open call has its result (`runAhead`). Where faults are declared they are those
   * of the text as it stands: a declared fault is not mended.
   */
  findingsAhead(): readonly LiveFinding[] {
    const { root } = this.parsed;
    const { live } = this;
    if (root === undefined || this.expectations === undefined || this.expectations.length > 0) return live;
    const changed = new Set<number>();
    const found: LiveFinding[] = [];
    for (const [index, run] of this.runs()) {
      const ahead = runAhead(run);
      if (ahead === run) continue;
      changed.add(index);
      for (const recorded of recordedOf(ahead)) found.push(this.finding(recorded, root, index, ahead));
    }
    // What is judged already is judged no second time.
    if (changed.size === 0) return live;
    return sortFindings([...live.filter(({ conversation }) => !changed.has(conversation)), ...found]);
  }

  private get isAsked(): boolean {
    return isAsked(this.options);
  }

  private get detection(): Detection | undefined {
    this.found ??= this.detect();
    return this.found.detection;
  }

  private get sections(): Section[] {
    this.found ??= this.detect();
    return this.found.sections;
  }

  /** Conversations are looked for anew when somebody asks for them: who only rewrites or prints a text does not. */
  private forget(): void {
    this.expectations = undefined;
    this.own = undefined;
    this.found = undefined;
    this.inner = undefined;
  }

  private detect(): Found {
    const { config, parsed, options } = this;
    const detection = detected(parsed, options);
    const how = { config, model: options.model, isBroken: parsed.isBroken };
    const sections = (detection?.conversations ?? []).map((found) => {
      return { found, conversation: readConversation(found, how), run: undefined, before: undefined };
    });
    return { detection, sections };
  }

  /** Conversations were found, in this text or in the rest of its file. */
  private get isOurs(): boolean {
    const isFound = this.sections.length > 0 || this.embedded.length > 0;
    return isFound || this.options.chunk?.outlook.firstRow !== undefined;
  }

  private get isUnreadable(): boolean {
    return this.sections.length === 0 && this.options.chunk === undefined && isUnreadable(this.parsed, this.uri);
  }

  /** A chunk before the first conversation that was recognised: what a file is does not depend on its broken rows. */
  private get leadsWithBroken(): boolean {
    const { chunk } = this.options;
    if (chunk === undefined) return false;
    const rows = this.parsed.root?.size ?? 0;
    return (chunk.outlook.firstRow ?? Number.POSITIVE_INFINITY) >= chunk.standing.row + rows;
  }

  /**
   * Reads one entry again if the change lies inside it; false when the text has to be read anew. A text with a fault always is:
   * what is known of it must not depend on how it came about.
   */
  private applyInside(change: TextChange, text: string): boolean {
    const inside = readInside(this.parsed, this.sections, change, text);
    if (inside === undefined) return false;
    const { section, index, list, fresh, hasComments } = inside;
    const { tapes } = this.parsed;
    const delta = text.length - this.parsed.source.text.length;
    this.parsed.source.text = text;
    for (const tape of tapes) tape.shift(change.end, delta);
    replaceChild(list, index, fresh);
    tapes.push(fresh.tape);
    // Comments in an entry may hold expectations, and those before it hold offsets.
    if (this.parsed.hasComments || hasComments) {
      this.parsed = { ...this.parsed, hasComments: true };
      this.expectations = undefined;
    }
    if (signElement(fresh) !== section.found.signatures[index]) this.forget();
    else this.reread(section, fresh, index);
    return true;
  }

  /** The entry alone is read; rules run when somebody asks, once for all the edits until then. */
  private reread(section: Section, entry: JsonNode, index: number): void {
    const { found, run, before } = section;
    const message = readEntry(section.conversation.dialect, entry, index, this.parsed.isBroken);
    const conversation = withMessage(section.conversation, message);
    const at = this.sections.indexOf(section);
    this.sections[at] = { found, conversation, run: undefined, before: run ?? before };
  }

  private analyse(): Analysis {
    const { root } = this.parsed;
    const faults = new Set<string>();
    let found = this.textFindings();
    if (root !== undefined) {
      for (const [index, run] of this.runs()) {
        for (const { message } of run.faults) faults.add(message);
        for (const recorded of recordedOf(run)) found.push(this.finding(recorded, root, index, run));
      }
      for (const finding of outerFindings(this.embedded)) found.push(finding);
      if (this.isOurs) {
        const lists = () =>
          new Set([
            ...this.sections.map(({ found: { list } }) => list),
            ...this.embedded.map(({ fragment }) => fragment.node),
          ]);
        this.expectations ??= readExpectations(this.parsed, lists(), this.config.expect);
        if (this.expectations.length > 0) {
          const severity = this.config.rules['expected-fault-missing'];
          found = applyExpectations(root, found, this.expectations, severity, this.parsed.problems);
        }
      }
    }
    this.live = sortFindings(found);
    const first = this.leadsWithBroken ? undefined : this.sections[0]?.conversation;
    const { coverage, ofConversation } = coverageOf(this.coverageFacts(), this.config, { isAsked: this.isAsked });
    const analysis: Analysis = {
      uri: this.options.uri,
      dialect: first?.dialect.id,
      target: first?.target,
      container: this.detection?.container,
      evidence: this.detection?.evidence ?? [],
      conversations: this.sections.map(({ conversation }, index) => summaryOf(conversation, ofConversation(index))),
      findings: this.live,
      coverage,
      faults: [...faults],
    };
    return outerAnalysis(this.embedded, analysis, () => this.lineIndex, this.inner?.cutAt);
  }

  private coverageFacts(): CoverageFacts {
    const { isNamed = false, chunk } = this.options;
    return {
      sections: this.sections,
      problems: this.isOurs || this.isUnreadable || isNamed ? this.problems : [],
      isNamed: isNamed && !this.isOurs && (chunk?.standing.row ?? 0) === 0,
      sessionLog: () => this.sessionLog,
      isBroken: ({ messages, list }) => messages.some(({ shape }) => shape === 'broken') || this.parsed.isBroken(list),
      isCut: this.detection?.isCut === true,
      lines: () => this.lineIndex,
    };
  }

  private finding(recorded: Recorded, root: JsonNode, index: number, run: RuleRun): LiveFinding {
    const conversation = this.sections[index]?.conversation;
    const isHeld = () => conversation !== undefined && this.hasFaultIn(conversation);
    return toFinding(recorded, root, index, isHeld, evidenceOf(run));
  }

  /** What the rules say of each conversation that is checked, by its index. */
  private *runs(): Generator<readonly [index: number, run: RuleRun]> {
    const isEach = this.options.isNamed === true || this.config.file !== 'unlisted';
    const isRefused = refusals();
    for (const [index, section] of this.sections.entries()) {
      if (!isChecked(section, isEach)) continue;
      if (isRefused(section.found.list)) continue;
      section.run ??= runRules(section.conversation, this.config, section.before);
      yield [index, section.run];
    }
  }

  /** Faults of the text that are ours to report: in rows always, elsewhere where configuration says so. */
  private textFindings(): LiveFinding[] {
    const isUnreadable = this.isUnreadable;
    if (!this.isOurs && !isUnreadable && this.options.isNamed !== true) return [];
    // Where nothing is left to be read, what comes after the first fault says no more.
    const problems = isUnreadable ? this.problems.slice(0, 1) : this.problems;
    return problems.flatMap((problem) => {
      const setting = this.config.rules[problem.rule];
      const isOurs = problem.rule !== 'syntax-error' || this.parsed.isRows || this.isAsked;
      if (setting === 'off' || !isOurs) return [];
      return [textFinding(problem, setting ?? 'error')];
    });
  }
}

/** What detection found, and what was read of it. */
interface Found {
  readonly detection: Detection | undefined;
  readonly sections: Section[];
}

/** Thin evidence wants somebody to name the file, and an instrument's record its dialect (which makes it none) or its target. */
function isChecked({ found, conversation }: Section, isEach: boolean): boolean {
  if (found.isTrace === true) return conversation.isTargetChosen;
  return conversation.tier !== 'C' || isEach;
}
