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
  Tape,
  type TextSource,
  TRUE,
} from './tape';
import { TextNode } from './textNode';

export type { SyntaxProblem } from './faults';

export interface ParseResult {
  /** The value, if the text has no fault. */
  readonly root: TextNode | undefined;
  /** The first fault. */
  readonly problem: SyntaxProblem | undefined;
  /** How deep arrays and objects are nested. */
  readonly depth: number;
  readonly hasComments: boolean;
  readonly hasTrailingCommas: boolean;
}

/** Reads one JSON value that fills `source.text[start, end)`; comments, trailing commas and a byte order mark are taken. */
export function parseText(source: TextSource, start = 0, end = source.text.length): ParseResult {
  const { text } = source;
  const tape = new Tape(source, end - start);
  // Searching for a character does not stop at `end`: one element of a large text is cut out first.
  const isPart = (end - start) * 2 < text.length;
  const scan = isPart
    ? scanInto(tape, text.slice(start, end), 0, end - start, start)
    : scanInto(tape, text, start, end, 0);
  tape.trim();
  return {
    root: scan.problem === undefined ? new TextNode(tape, 0, undefined, '') : undefined,
    problem: scan.problem,
    depth: scan.depth,
    hasComments: scan.hasComments,
    hasTrailingCommas: scan.hasTrailingCommas,
  };
}

export interface Scan {
  readonly problem: SyntaxProblem | undefined;
  readonly depth: number;
  readonly hasComments: boolean;
  readonly hasTrailingCommas: boolean;
}

const AT_END = -1;

/** Short strings are walked: a native search costs as much as this many characters. */
const WALK = 24;
/** Where quotes are escaped this densely, walking on is cheaper than searching from each to the next. */
const DENSE = 48;

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
      let close = pos + 1;
      let kind = PLAIN_STRING;
      let walkEnd = Math.min(close + WALK, to);
      for (;;) {
        while (close < walkEnd) {
          const inner = text.charCodeAt(close);
          if (inner === QUOTE || inner === LINE_FEED) break;
          if (inner < SPACE) kind = STRING;
          if (inner === BACKSLASH) {
            kind = STRING;
            const escaped = text.charCodeAt(close + 1);
            if (escaped === LINE_FEED) {
              close++;
              break;
            }
            if (escaped === QUOTE) walkEnd = Math.min(close + DENSE, to);
            close += 2;
          } else close++;
        }
        if (close < walkEnd) break;
        // Nothing near: search natively. From here on nobody knows whether there are escapes.
        kind = STRING;
        if (lineEnd < close) {
          lineEnd = text.indexOf('\n', close);
          if (lineEnd < 0 || lineEnd > to) lineEnd = to;
        }
        let quote = text.indexOf('"', close);
        if (quote < 0 || quote > lineEnd) quote = lineEnd;
        let back = quote - 1;
        while (back >= close && text.charCodeAt(back) === BACKSLASH) back--;
        if (quote === lineEnd || ((quote - back) & 1) === 1) {
          close = quote;
          break;
        }
        walkEnd = quote - close < DENSE ? Math.min(quote + 1 + DENSE, to) : quote + 1;
        close = quote + 1;
      }
      if (close >= to || text.charCodeAt(close) !== QUOTE) {
        problem = { offset: pos, length: Math.min(close, to) - pos, message: UNTERMINATED_STRING };
        break;
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
      if (isObject && state !== VALUE) {
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
    } else if (code === LOWER_T && text.startsWith('true', pos)) {
      kind = TRUE;
      behind = pos + 4;
    } else if (code === LOWER_F && text.startsWith('false', pos)) {
      kind = FALSE;
      behind = pos + 5;
    } else if (code === LOWER_N && text.startsWith('null', pos)) {
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
