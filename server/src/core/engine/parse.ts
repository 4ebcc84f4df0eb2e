import type { JsonNode } from '../json/node';
import { looksLikeJsonl, parseRecords } from '../json/records';
import type { RowsNode } from '../json/rows';
import { parseText } from '../json/scan';
import type { Tape, TextSource } from '../json/tape';
import type { TextNode } from '../json/textNode';
import { parseTolerant } from '../json/tolerant';
import type { Edit } from '../text/edits';

/** Deeper nesting than any transcript has, and well within the stack of what reads values recursively. */
export const MAX_DEPTH = 1000;
/** Positions are 32-bit and a cell's link 27-bit; a text of this many characters stays clear of both. */
export const MAX_LENGTH = 256 * 1024 * 1024;

/** A place where the text is not JSON. */
export interface TextProblem {
  readonly rule: 'syntax-error' | 'too-deep' | 'too-large';
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** JSONL: the row it stands in. */
  readonly row: number | undefined;
  readonly fix: { readonly title: string; readonly edits: readonly Edit[] } | undefined;
}

export interface ParsedText {
  readonly source: TextSource;
  readonly root: TextNode | RowsNode | undefined;
  readonly isRows: boolean;
  readonly problems: readonly TextProblem[];
  /** A fault of the text lies in this value. */
  readonly isBroken: (node: JsonNode) => boolean;
  /** Comments stand somewhere in the text. */
  readonly hasComments: boolean;
  /** Every tape that nodes of `root` read from; an edit shifts them all. */
  readonly tapes: Tape[];
}

const intact = () => false;

/** Reads a text of any kind. Never fails: what can be read is there, with the problems of the rest. */
export function parseAny(text: string, uri: string, languageId: string | undefined): ParsedText {
  const source: TextSource = { text };
  if (text.length > MAX_LENGTH) return nothing(source, 'too-large', 'The text is too large to be checked.');
  if (isRowsName(uri, languageId)) return parseRows(source);
  const whole = parseText(source);
  if (whole.depth > MAX_DEPTH) return tooDeep(source);
  if (whole.root !== undefined) {
    return {
      source,
      root: whole.root,
      isRows: false,
      problems: [],
      hasComments: whole.hasComments,
      isBroken: intact,
      tapes: [whole.root.tape],
    };
  }
  if (looksLikeJsonl(text)) return parseRows(source);
  const tolerant = parseTolerant(source, 0, text.length);
  const problems = tolerant.problems.map(
    (problem): TextProblem => ({
      rule: 'syntax-error',
      start: problem.offset,
      end: problem.offset + problem.length,
      message: problem.message,
      row: undefined,
      fix: undefined,
    }),
  );
  const { root } = tolerant;
  const tapes = root === undefined ? [] : [root.tape];
  return { source, root, isRows: false, problems, hasComments: true, isBroken: tolerant.broken, tapes };
}

function parseRows(source: TextSource): ParsedText {
  const { root, problems, depth, hasComments } = parseRecords(source);
  if (depth > MAX_DEPTH) return tooDeep(source);
  const tape = root.items()[0]?.tape;
  return {
    source,
    root,
    isRows: true,
    problems: problems.map((problem) => ({
      rule: 'syntax-error',
      start: problem.offset,
      end: problem.offset + problem.length,
      message: problem.message,
      row: problem.row,
      fix: problem.fix === undefined ? undefined : { title: 'Repair the row', edits: problem.fix },
    })),
    hasComments,
    isBroken: (node) => node.kind === 'other',
    tapes: tape === undefined ? [] : [tape],
  };
}

function tooDeep(source: TextSource): ParsedText {
  return nothing(
    source,
    'too-deep',
    `Arrays and objects are nested more than ${MAX_DEPTH} deep, so the text is not checked.`,
  );
}

/** A text that nobody wants to know anything of. */
export function unreadText(text: string): ParsedText {
  return {
    source: { text },
    root: undefined,
    isRows: false,
    problems: [],
    hasComments: false,
    isBroken: intact,
    tapes: [],
  };
}

function nothing(source: TextSource, rule: 'too-deep' | 'too-large', message: string): ParsedText {
  const problem: TextProblem = {
    rule,
    start: 0,
    end: Math.min(1, source.text.length),
    message,
    row: undefined,
    fix: undefined,
  };
  return {
    source,
    root: undefined,
    isRows: false,
    problems: [problem],
    hasComments: false,
    isBroken: intact,
    tapes: [],
  };
}

function isRowsName(uri: string, languageId: string | undefined): boolean {
  return languageId === 'jsonl' || /\.(jsonl|ndjson)$/i.test(uri.replace(/[?#].*$/, ''));
}
