import {
  AFTER,
  BEFORE_COLON,
  type Container,
  FIRST,
  MAX_DEPTH,
  NEXT,
  type SyntaxProblem,
  UNTERMINATED_COMMENT,
  UNTERMINATED_STRING,
  unexpected,
  VALUE,
} from './faults';
import { type Frame, frameOfBracket, frameOfLine, goesOnAsList } from './frames';
import {
  BYTE_ORDER_MARK,
  behindComment,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
} from './lexical';
import { behindString, behindWord, wordKind } from './loose';
import { ElementFinder } from './nextElement';
import { ARRAY, BROKEN_FLAG, LINK_SHIFT, OBJECT, OTHER, PLAIN_STRING, STRIDE, STRING, type Tape } from './tape';

/** Problems that are kept; a person mends the first ones first. */
const MOST_PROBLEMS = 100;

/** Reads like the strict scanner, but goes on after each fault. */
export class TolerantReader {
  readonly problems: SyntaxProblem[] = [];
  isTooDeep = false;
  private readonly tape: Tape;
  private readonly text: string;
  private readonly to: number;
  private readonly base: number;
  private readonly frames: Frame[] = [];
  private finder: ElementFinder | undefined;
  private pos: number;
  private state = VALUE;
  private lineIndent: number;
  /** Whether nothing but white space stands before `pos` on its line. */
  private startsLine = false;
  /** Where the last token that is no comma started and ended. */
  private lastStart: number;
  private lastEnd: number;
  private lastIsString = false;
  /** A fault of this element is reported; what follows from it is not. */
  private isQuiet = false;

  constructor(tape: Tape, text: string, from: number, to: number, base: number, indent: number) {
    this.tape = tape;
    this.text = text;
    this.to = to;
    this.base = base;
    this.lineIndent = indent;
    this.pos = from === 0 && base === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : from;
    this.lastStart = this.pos;
    this.lastEnd = this.pos;
  }

  get position(): number {
    return this.pos + this.base;
  }

  read(): void {
    for (this.skipTrivia(); this.pos < this.to && !this.isTooDeep; this.skipTrivia()) {
      if (this.frames.length === 0 && this.state === AFTER) {
        this.report(unexpected(this.text, this.pos, this.to, this.state, 'none'));
        return;
      }
      if (this.startsLine) this.readIndentation();
      this.step(this.text.charCodeAt(this.pos));
    }
    if (this.isTooDeep || (this.frames.length === 0 && this.state === AFTER)) return;
    this.report(unexpected(this.text, this.to, this.to, this.state, this.container()));
    this.popTo(-1);
  }

  private step(code: number): void {
    switch (code) {
      case QUOTE:
        this.readString();
        break;
      case COMMA:
        this.readComma();
        break;
      case COLON:
        if (this.state === BEFORE_COLON) this.state = VALUE;
        else this.fault();
        this.consume(this.pos + 1, false);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.openContainer(code);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.closeContainer(code);
        break;
      default:
        this.readWord();
    }
  }

  private readString(): void {
    const found = behindString(this.text, this.pos, this.to);
    const isKey = this.state !== VALUE && this.state !== BEFORE_COLON && this.frames.at(-1)?.isObject === true;
    if (isKey ? this.state === AFTER : !this.wantsValue()) this.fault();
    if (!found.isClosed) {
      this.report({ offset: this.pos, length: found.end - this.pos, message: UNTERMINATED_STRING });
    }
    this.push(found.isPlain ? PLAIN_STRING : STRING, this.pos, found.end, !found.isClosed);
    this.consume(found.end, true);
    this.state = isKey ? BEFORE_COLON : AFTER;
  }

  private readComma(): void {
    if (this.state !== AFTER) this.fault();
    this.fillHole();
    if (this.frames.length > 0) this.state = NEXT;
    this.pos++;
  }

  private openContainer(code: number): void {
    const top = this.frames.at(-1);
    if (top !== undefined && !top.isObject && this.state === NEXT) this.isQuiet = false;
    this.beginValue();
    if (this.frames.length === MAX_DEPTH) {
      this.isTooDeep = true;
      return;
    }
    const isObject = code === OPEN_BRACE;
    const cell = this.push(isObject ? OBJECT : ARRAY, this.pos, this.pos + 1, false);
    const openIndent = this.lineIndent;
    this.frames.push({ cell, isObject, openIndent, memberIndent: -1, first: -1, isBroken: false });
    this.consume(this.pos + 1, false);
    this.state = FIRST;
  }

  private closeContainer(code: number): void {
    const isObject = code === CLOSE_BRACE;
    let target = this.frames.length - 1;
    if (this.frames[target]?.isObject !== isObject) {
      this.fault();
      target = frameOfBracket(this.frames, this.text, this.pos, this.to, this.startsLine ? this.lineIndent : undefined);
      if (target < 0) {
        this.pos++;
        return;
      }
      this.popTo(target);
    } else if (this.endsTooEarly(target)) {
      this.fault();
      this.pos++;
      return;
    } else if (this.state === VALUE || this.state === BEFORE_COLON) this.fault();
    this.fillHole();
    this.consume(this.pos + 1, false);
    this.closeTop(this.pos);
  }

  /** A bracket of the right kind that would end a list whose next entry stands on the next line. */
  private endsTooEarly(target: number): boolean {
    const frame = this.frames[target];
    return frame !== undefined && goesOnAsList(frame, this.text, this.pos, this.to);
  }

  private readWord(): void {
    const { text, pos } = this;
    const end = behindWord(text, pos, this.to);
    const kind = wordKind(text, pos, end);
    const top = this.frames.at(-1);
    const isKey = top?.isObject === true && (this.state === FIRST || this.state === NEXT);
    if (this.state === AFTER) {
      const isGlued = this.lastIsString && pos === this.lastEnd;
      this.fault();
      if (isGlued && this.resync()) return;
      // Junk behind a value; in an array, a value whose comma is missing.
      if (top?.isObject !== false || kind === OTHER) {
        this.consume(end, false);
        return;
      }
    } else if (isKey || kind === OTHER || !this.wantsValue()) this.fault();
    if (!isKey) this.noteFirst();
    this.push(isKey ? OTHER : kind, pos, end, kind === OTHER);
    this.consume(end, false);
    this.state = isKey ? BEFORE_COLON : AFTER;
  }

  /** Reports what is wrong with a value at this place, and makes the place one where a value may stand. */
  private beginValue(): void {
    const inObject = this.frames.at(-1)?.isObject === true;
    if (!this.wantsValue()) {
      this.fault();
      // A value without a key: it gets an empty one, so that members stay pairs.
      if (inObject && this.state !== BEFORE_COLON) this.push(OTHER, this.pos, this.pos, true);
    }
    this.noteFirst();
    this.state = AFTER;
  }

  private wantsValue(): boolean {
    if (this.state === VALUE) return true;
    return this.frames.at(-1)?.isObject === false && (this.state === FIRST || this.state === NEXT);
  }

  private noteFirst(): void {
    const top = this.frames.at(-1);
    if (top !== undefined && top.first < 0) top.first = this.pos;
  }

  /** Compares a line start with the layout so far: a line that is less deep than its container says that a bracket is missing. */
  private readIndentation(): void {
    const { frames, lineIndent } = this;
    const top = frames.at(-1);
    if (top === undefined) return;
    const code = this.text.charCodeAt(this.pos);
    const isCloser = code === CLOSE_BRACE || code === CLOSE_BRACKET;
    if (this.state === FIRST && !isCloser && lineIndent > top.openIndent) {
      top.memberIndent = lineIndent;
      return;
    }
    if (lineIndent === top.memberIndent && !top.isObject) this.isQuiet = false;
    const target = frameOfLine(frames, this.text, this.pos, this.to, lineIndent);
    if (target === undefined) return;
    this.reportUnclosed(top);
    this.popTo(target);
    if (!isCloser) this.state = NEXT;
    if (frames[target]?.isObject === false) this.isQuiet = false;
  }

  private reportUnclosed(frame: Frame): void {
    if (this.state === VALUE || this.state === BEFORE_COLON) {
      const wanted = unexpected(this.text, this.to, this.to, this.state, 'object').message;
      const what = wanted.slice(wanted.indexOf(':') + 2);
      this.report({ offset: this.lastEnd - 1, length: 1, message: `${what.charAt(0).toUpperCase()}${what.slice(1)}` });
      return;
    }
    const message = `The closing ${frame.isObject ? '}' : ']'} is missing`;
    this.report({ offset: this.lastEnd - 1, length: 1, message });
  }

  /**
   * In text without lines, a missing quote turns all that follows inside out. The next place that starts like the array's first
   * element (`{"role"`) cannot lie in a string, where its quotes would be escaped: read on from there.
   */
  private resync(): boolean {
    this.finder ??= new ElementFinder(this.text, this.to);
    const next = this.finder.find(this.frames, this.lastStart);
    if (next === undefined) return false;
    this.lastEnd = Math.min(this.lastEnd, next.comma);
    const cell = (this.tape.count - 1) * STRIDE + 1;
    this.tape.cells[cell] = Math.min(this.tape.cells[cell] ?? 0, this.lastEnd + this.base);
    this.popTo(next.frame);
    this.pos = next.start;
    this.state = NEXT;
    this.isQuiet = false;
    return true;
  }

  private popTo(index: number): void {
    while (this.frames.length > index + 1) {
      this.fillHole();
      const top = this.frames.at(-1);
      if (top !== undefined) top.isBroken = true;
      this.closeTop(this.lastEnd);
    }
  }

  private closeTop(end: number): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    const at = frame.cell * STRIDE;
    const kind = frame.isObject ? OBJECT : ARRAY;
    this.tape.cells[at + 1] = Math.max(end, this.lastEnd) + this.base;
    this.tape.cells[at + 2] = (this.tape.count << LINK_SHIFT) | (frame.isBroken ? BROKEN_FLAG : 0) | kind;
    const parent = this.frames.at(-1);
    if (frame.isBroken && parent !== undefined) parent.isBroken = true;
    this.state = AFTER;
  }

  /** A key whose value is not there gets a node of no length. */
  private fillHole(): void {
    const isWanted = this.frames.at(-1)?.isObject === true && (this.state === VALUE || this.state === BEFORE_COLON);
    if (!isWanted) return;
    this.push(OTHER, this.lastEnd, this.lastEnd, true);
    this.state = AFTER;
  }

  private push(kind: number, start: number, end: number, isBroken: boolean): number {
    const { tape } = this;
    const index = tape.count;
    const at = index * STRIDE;
    if (at === tape.cells.length) tape.grow();
    tape.cells[at] = start + this.base;
    tape.cells[at + 1] = end + this.base;
    tape.cells[at + 2] = ((index + 1) << LINK_SHIFT) | (isBroken ? BROKEN_FLAG : 0) | kind;
    tape.count++;
    return index;
  }

  private consume(end: number, isString: boolean): void {
    this.lastStart = this.pos;
    this.lastEnd = end;
    this.lastIsString = isString;
    this.pos = end;
  }

  private container(): Container {
    const top = this.frames.at(-1);
    if (top === undefined) return 'none';
    return top.isObject ? 'object' : 'array';
  }

  private fault(): void {
    this.report(unexpected(this.text, this.pos, this.to, this.state, this.container()));
  }

  private report(problem: SyntaxProblem): void {
    const top = this.frames.at(-1);
    if (top !== undefined) top.isBroken = true;
    if (this.isQuiet || this.problems.length === MOST_PROBLEMS) return;
    this.isQuiet = true;
    this.problems.push(this.base === 0 ? problem : { ...problem, offset: problem.offset + this.base });
  }

  private skipTrivia(): void {
    const { text, to } = this;
    this.startsLine = false;
    for (;;) {
      while (this.pos < to && isSpace(text.charCodeAt(this.pos))) {
        if (text.charCodeAt(this.pos) === LINE_FEED) this.readLineStart();
        else this.pos++;
      }
      if (text.charCodeAt(this.pos) !== SLASH || this.pos >= to) return;
      const behind = behindComment(text, this.pos, to);
      if (behind === 0) return;
      if (behind < 0) {
        // Somebody is typing it: it ends with its line, so that what stands behind is still read.
        this.report({ offset: this.pos, length: 2, message: UNTERMINATED_COMMENT });
        const feed = text.indexOf('\n', this.pos);
        this.pos = feed < 0 || feed > to ? to : feed;
        continue;
      }
      this.startsLine = false;
      this.pos = behind;
    }
  }

  private readLineStart(): void {
    const { text, to } = this;
    const start = ++this.pos;
    while (this.pos < to && isSpace(text.charCodeAt(this.pos)) && text.charCodeAt(this.pos) !== LINE_FEED) this.pos++;
    this.lineIndent = this.pos - start;
    this.startsLine = true;
  }
}
