import {
  AFTER,
  BEFORE_COLON,
  type Container,
  FIRST,
  NEXT,
  type SyntaxProblem,
  UNTERMINATED_COMMENT,
  UNTERMINATED_STRING,
  unexpected,
  VALUE,
} from './faults';
import {
  BACKSLASH,
  BYTE_ORDER_MARK,
  behindComment,
  behindNumber,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isWordCharacter,
  LINE_FEED,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
  SPACE,
  TAB,
  ZERO,
} from './lexical';
import {
  ARRAY,
  FALSE,
  KIND_MASK,
  LINK_SHIFT,
  NULL,
  NUMBER,
  OBJECT,
  PLAIN_STRING,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from './tape';

/** What reading a value found, its cells aside. */
export interface Scan {
  readonly problem: SyntaxProblem | undefined;
  readonly depth: number;
  readonly hasComments: boolean;
  readonly hasTrailingCommas: boolean;
}

const AT_END = -1;

/** Keys are walked this far, to know the plain ones: looking a key up is then one comparison. */
const KEY_WALK = 16;
/** Escaped quotes this close to each other cost more to search for one by one than `JSON.parse` takes for them. */
const NEAR = 8;
/** So many in a row make text dense. */
const PATIENCE = 2;
/**
 * Up to and with the last of many escapes that stand close together; where they stand apart, searching is cheaper. Bounded, as the
 * engine keeps a way back for each of them.
 */
const DENSE_ESCAPES = /(?:[^"\\\n]{0,12}\\[^\n]){1,200}/y;
/** A dense stretch shorter than this was not worth the trouble. */
const SHORT_STRETCH = 64;

/**
 * Appends the cells of one value that fills `text[from, to)` to the tape; `base` is added to every position. Structure alone is read:
 * contents of strings are jumped over. A raw line end in a string is a fault, so that a string left open ends on its line.
 * On a fault the tape's count is as before.
 */
export function scanInto(tape: Tape, text: string, from: number, to: number, base: number): Scan {
  const first = tape.count;
  let { cells } = tape;
  let room = cells.length;
  let at = first * STRIDE;
  /** Place of the open container in `cells`, its parent kept in its link until it closes. */
  let open = -STRIDE;
  let isObject = false;
  let state = VALUE;
  let depth = 0;
  let deepest = 0;
  let hasComments = false;
  let hasTrailingCommas = false;
  let lineEnd = -1;
  let problem: SyntaxProblem | undefined;
  let pos = from === 0 && base === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : from;

  for (;;) {
    let code = pos < to ? text.charCodeAt(pos) : AT_END;
    while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
      code = ++pos < to ? text.charCodeAt(pos) : AT_END;
    }

    if (code === QUOTE && (state < AFTER || state === NEXT)) {
      const isKey = isObject && state !== VALUE;
      let close = pos + 1;
      let kind = STRING;
      if (isKey) {
        const walkEnd = Math.min(close + KEY_WALK, to);
        let inner = 0;
        while (close < walkEnd) {
          inner = text.charCodeAt(close);
          if (inner === QUOTE || inner === BACKSLASH || inner < SPACE) break;
          close++;
        }
        if (inner === QUOTE) kind = PLAIN_STRING;
      }
      if (kind === STRING) {
        if (lineEnd < close) {
          lineEnd = text.indexOf('\n', close);
          if (lineEnd < 0 || lineEnd > to) lineEnd = to;
        }
        close = closingQuote(text, close, lineEnd);
        if (close === lineEnd) {
          problem = { offset: pos, length: close - pos, message: UNTERMINATED_STRING };
          break;
        }
      }
      if (at === room) {
        tape.count = at / STRIDE;
        cells = tape.grow();
        room = cells.length;
      }
      cells[at] = pos + base;
      cells[at + 1] = close + 1 + base;
      at += STRIDE;
      cells[at - 1] = ((at / STRIDE) << LINK_SHIFT) | kind;
      pos = close + 1;
      if (isKey) {
        if (text.charCodeAt(pos) === COLON && pos < to) {
          pos++;
          state = VALUE;
        } else state = BEFORE_COLON;
      } else state = AFTER;
      continue;
    }

    if (code === COMMA && state === AFTER && open >= 0) {
      state = NEXT;
      pos++;
      continue;
    }

    if (code === COLON && state === BEFORE_COLON) {
      state = VALUE;
      pos++;
      continue;
    }

    if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && open >= 0 && isObject === (code === CLOSE_BRACE)) {
      if (state === VALUE || state === BEFORE_COLON) {
        problem = unexpected(text, pos, to, state, containerAt(open, isObject));
        break;
      }
      if (state === NEXT) hasTrailingCommas = true;
      const link = cells[open + 2] ?? 0;
      pos++;
      cells[open + 1] = pos + base;
      cells[open + 2] = ((at / STRIDE) << LINK_SHIFT) | (link & KIND_MASK);
      open = ((link >>> LINK_SHIFT) - 1) * STRIDE;
      isObject = open >= 0 && ((cells[open + 2] ?? 0) & KIND_MASK) === OBJECT;
      depth--;
      state = AFTER;
      continue;
    }

    if (code === SLASH) {
      const behind = behindComment(text, pos, to);
      if (behind < 0) {
        problem = { offset: pos, length: 2, message: UNTERMINATED_COMMENT };
        break;
      }
      if (behind > 0) {
        hasComments = true;
        pos = behind;
        continue;
      }
    }

    if (state === AFTER && open < 0 && code === AT_END) break;

    // What is left is a value that is no string.
    if (!(state === VALUE || (!isObject && state !== AFTER))) {
      problem = unexpected(text, pos, to, state, containerAt(open, isObject));
      break;
    }
    if (at === room) {
      tape.count = at / STRIDE;
      cells = tape.grow();
      room = cells.length;
    }
    cells[at] = pos + base;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      isObject = code === OPEN_BRACE;
      cells[at + 2] = ((open / STRIDE + 1) << LINK_SHIFT) | (isObject ? OBJECT : ARRAY);
      open = at;
      at += STRIDE;
      pos++;
      state = FIRST;
      if (++depth > deepest) deepest = depth;
      continue;
    }
    let kind = NUMBER;
    let behind = -1;
    if (code === MINUS || (code >= ZERO && code <= NINE)) {
      behind = behindNumber(text, pos, to);
    } else if (code === LOWER_T && isTrue(text, pos)) {
      kind = TRUE;
      behind = pos + 4;
    } else if (code === LOWER_F && text.startsWith('false', pos)) {
      kind = FALSE;
      behind = pos + 5;
    } else if (code === LOWER_N && isNull(text, pos)) {
      kind = NULL;
      behind = pos + 4;
    }
    if (behind < 0 || behind > to || (behind < to && isWordCharacter(text.charCodeAt(behind)))) {
      problem = unexpected(text, pos, to, state, containerAt(open, isObject));
      break;
    }
    cells[at + 1] = behind + base;
    at += STRIDE;
    cells[at - 1] = ((at / STRIDE) << LINK_SHIFT) | kind;
    pos = behind;
    state = AFTER;
  }

  tape.count = problem === undefined ? at / STRIDE : first;
  if (hasComments || hasTrailingCommas) tape.isPlain = false;
  if (problem !== undefined && base !== 0) problem = { ...problem, offset: problem.offset + base };
  return { problem, depth: deepest, hasComments, hasTrailingCommas };
}

function containerAt(open: number, isObject: boolean): Container {
  if (open < 0) return 'none';
  return isObject ? 'object' : 'array';
}

/**
 * The place of the quote that closes a string whose contents go on at `from`, or `lineEnd` if there is none before it. A function of
 * its own, as a small one is compiled early: it is where reading a file for the first time spends its time.
 */
function closingQuote(text: string, from: number, lineEnd: number): number {
  let at = from;
  let near = 0;
  let patience = PATIENCE;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote >= lineEnd) return lineEnd;
    let back = quote - 1;
    while (back >= at && text.charCodeAt(back) === BACKSLASH) back--;
    if (((quote - back) & 1) === 1) return quote;
    near = quote - at < NEAR ? near + 1 : 0;
    at = quote + 1;
    if (near < patience) continue;
    near = 0;
    DENSE_ESCAPES.lastIndex = at;
    const behind = DENSE_ESCAPES.test(text) ? DENSE_ESCAPES.lastIndex : at;
    if (behind - at < SHORT_STRETCH) patience *= 2;
    at = behind;
  }
}

// Compared by hand: a call of startsWith costs as much as all the rest of a literal.
function isTrue(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 114 && text.charCodeAt(at + 2) === 117 && text.charCodeAt(at + 3) === 101;
}

function isNull(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 117 && text.charCodeAt(at + 2) === 108 && text.charCodeAt(at + 3) === 108;
}
