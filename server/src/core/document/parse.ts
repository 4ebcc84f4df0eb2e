import { findBadString, findBadStrings } from '../json/badStrings';
import { MAX_DEPTH } from '../json/faults';
import type { JsonNode } from '../json/node';
import { looksLikeJsonl, parseRecords, type Standing } from '../json/records';
import { RowsNode } from '../json/rows';
import { parseText, type SyntaxProblem } from '../json/scan';
import type { Tape, TextSource } from '../json/tape';
import type { TextNode } from '../json/textNode';
import { parseTolerant } from '../json/tolerant';
import type { Edit } from '../text/edits';

export { MAX_DEPTH } from '../json/faults';

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
  /** By its structure it is JSON, or every row is; strings may hold what JSON refuses. */
  readonly isWhole: boolean;
  /** Comments stand somewhere in the text. */
  readonly hasComments: boolean;
  /** `problems` has those of strings as well: in rows always, elsewhere when asked for. */
  readonly areStringsChecked: boolean;
  /** Every tape that nodes of `root` read from; an edit shifts them all. */
  readonly tapes: Tape[];
}

const intact = () => false;

export interface ParseOptions {
  readonly uri: string;
  readonly languageId: string | undefined;
  /** Also look for what JSON refuses inside strings, which costs as much as all the rest. */
  readonly checksStrings: boolean;
}

/** Reads a text of any kind. Never fails: what can be read is there, with the problems of the rest. */
export function parseAny(text: string, options: ParseOptions): ParsedText {
  const parsed = parseStructure(text, options);
  return options.checksStrings ? withStringsChecked(parsed) : parsed;
}

function parseStructure(text: string, { uri, languageId }: ParseOptions): ParsedText {
  const source: TextSource = { text };
  if (text.length > MAX_LENGTH) return nothing(source, 'too-large', 'The text is too large to be checked.');
  if (isRowsName(uri, languageId)) return parseRows(source);
  const whole = parseText(source);
  if (whole.root === undefined && looksLikeJsonl(text)) return parseRows(source);
  if (whole.depth > MAX_DEPTH) return tooDeep(source);
  if (whole.root !== undefined) {
    return {
      source,
      root: whole.root,
      isRows: false,
      isWhole: true,
      problems: [],
      hasComments: whole.hasComments,
      areStringsChecked: false,
      isBroken: intact,
      tapes: [whole.root.tape],
    };
  }
  const { root, problems, broken, isTooDeep } = parseTolerant(source, 0, text.length);
  if (isTooDeep) return tooDeep(source);
  return {
    source,
    root,
    isRows: false,
    isWhole: false,
    problems: problems.map((problem) => syntaxError(problem)),
    hasComments: true,
    areStringsChecked: false,
    isBroken: broken,
    tapes: root === undefined ? [] : [root.tape],
  };
}

/** The same with the faults of strings, for whoever has read the structure alone. */
export function withStringsChecked(parsed: ParsedText): ParsedText {
  const { root, areStringsChecked, problems } = parsed;
  if (areStringsChecked || root === undefined || root instanceof RowsNode) return parsed;
  const inStrings = findBadStrings(root).map((problem) => syntaxError(problem));
  return { ...parsed, problems: withoutEchoes(problems, inStrings), areStringsChecked: true };
}

function syntaxError({ offset, length, message }: SyntaxProblem, row?: number): TextProblem {
  return { rule: 'syntax-error', start: offset, end: offset + length, message, row, fix: undefined };
}

/** In the order of the text; a string that is marked already is not marked again for what stands in it. */
function withoutEchoes(problems: readonly TextProblem[], inStrings: readonly TextProblem[]): TextProblem[] {
  const found: TextProblem[] = [];
  let next = 0;
  let marked = 0;
  for (const problem of inStrings) {
    for (
      let before = problems[next];
      before !== undefined && before.start <= problem.start;
      before = problems[++next]
    ) {
      found.push(before);
      marked = Math.max(marked, before.end);
    }
    if (problem.start >= marked) found.push(problem);
  }
  return [...found, ...problems.slice(next)];
}

/** Reads JSON Lines. `standing`: where the text stands in the file, if it is a chunk of one. */
export function parseRows(source: TextSource, standing?: Standing): ParsedText {
  const { root, problems, hasComments } = parseRecords(source, standing);
  const tape = root.items()[0]?.tape;
  const cut = problems.map((problem): TextProblem => {
    const fix = problem.fix === undefined ? undefined : { title: 'Repair the row', edits: problem.fix };
    return {
      ...syntaxError(problem, problem.row),
      rule: problem.fault === 'too-deep' ? 'too-deep' : 'syntax-error',
      fix,
    };
  });
  const inStrings = root.items().flatMap((row, index) => {
    const problem = row.kind === 'other' ? undefined : findBadString(row);
    return problem === undefined ? [] : [syntaxError(problem, root.firstIndex + index)];
  });
  return {
    source,
    root,
    isRows: true,
    isWhole: cut.length === 0,
    problems: [...cut, ...inStrings].sort((a, b) => a.start - b.start),
    hasComments,
    areStringsChecked: true,
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
    isWhole: true,
    problems: [],
    hasComments: false,
    areStringsChecked: false,
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
    isWhole: false,
    problems: [problem],
    hasComments: false,
    areStringsChecked: false,
    isBroken: intact,
    tapes: [],
  };
}

/** Whether a text is JSON Lines by what it is called. */
export function isRowsName(uri: string, languageId: string | undefined): boolean {
  return languageId === 'jsonl' || /\.(jsonl|ndjson)$/i.test(uri.replace(/[?#].*$/, ''));
}
