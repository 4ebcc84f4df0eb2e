import {
  couldHaveAnswered,
  counted,
  findingText,
  type NormalizeOptions,
  type NormalizeTextResult,
  normalizeDocument,
  printJson,
  rangeOf,
  visible,
} from '../../core/index';
import { HostError } from '../../host/types';
import { isRecognised, type OpenFile, piecesOf, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import { type SelectionOptions, selectionOf } from '../options/options';
import { handOn, UNREADABLE } from '../output/filter';

export interface NormalizeCommandOptions extends Omit<SelectionOptions, 'rule'> {
  readonly json: boolean;
  readonly keepOpenTail?: boolean;
  readonly reusedIds?: NonNullable<NormalizeOptions['reusedIds']>;
}

type Report = NormalizeTextResult['conversations'][number];

/** Prints the document with every conversation in it normalized; what was done is told on standard error. */
export async function normalize(path: string, options: NormalizeCommandOptions, io: Io): Promise<ExitCode> {
  const session = new Session(io, selectionOf({ ...options, rule: {} }));
  const file = await session.openOne(path, options.stdinFilename);
  if (file === undefined) return 2;
  if (file.kind === 'unusable') return handOn(file, options.json, session);
  const printer = options.json ? new JsonPrinter() : undefined;
  const broken: string[] = [];
  const rows = { all: 0, changed: 0 };
  try {
    for await (const piece of piecesOf(file)) {
      const result = normalizeDocument(piece.document, options);
      await io.stdout.write(printer === undefined ? result.text : printer.piece(result, piece));
      // A corpus has millions of rows: what needs nothing is not told of.
      const { isRows } = piece.document;
      const told = isRows ? result.conversations.filter((one) => !isClean(one)) : result.conversations;
      if (isRows) rows.all += result.conversations.length;
      if (isRows) rows.changed += told.length;
      for (const line of reportLines(told, session)) await tell(io, line);
      const report = reportOf(piece);
      for (const finding of report.findings) {
        if (UNREADABLE.has(finding.rule)) broken.push(findingText(finding, report, session.errors));
      }
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    await session.fail(`${visible(file.candidate.shown)} ${error.message}`);
    return 2;
  }
  if (printer !== undefined) await io.stdout.write(printer.end());
  if (!isRecognised(file)) {
    await session.tell(
      `no conversation was recognised in ${visible(file.candidate.shown)}; it comes out as it went in`,
    );
  }
  if (rows.all > 0) await tell(io, `${rows.changed} of ${counted(rows.all, 'conversation')} needed something`);
  for (const text of broken) await tell(io, `${text}\n`);
  return broken.length > 0 ? 1 : 0;
}

async function tell(io: Io, line: string): Promise<void> {
  await io.stderr.write(`${line}\n`);
}

/** Writes the one object of `--json`, whether the document comes whole or in chunks. */
class JsonPrinter {
  private readonly drops: object[] = [];
  private readonly rest = { moved: [], inserted: [], renamed: [], left: [] } as Record<Listed, object[]>;
  private isOpen = false;
  private isInRows = false;
  private hasRows = false;

  piece({ conversations, subject }: NormalizeTextResult, { document, part }: OpenFile): string {
    const lines = document.lineIndex;
    for (const report of conversations) {
      for (const { range, ...drop } of report.drops) {
        this.drops.push(range === undefined ? drop : { ...drop, range: rangeOf(lines, range) });
      }
      for (const key of LISTED) for (const one of report[key]) this.rest[key].push(one);
    }
    const { root, isRows, problems } = subject.document;
    // What is read out of a text with faults is a guess, and nobody's document. A row with faults is printed as its text.
    if (root === undefined || (!isRows && problems.length > 0)) return '';
    const printed = printJson(root);
    // A list of messages is a list of messages; anything around it is a document.
    const isList = conversations.some(({ pointer }) => pointer === '');
    const opening = this.isOpen ? '' : `{"${isList ? 'messages' : 'document'}":`;
    this.isOpen = true;
    if (part === undefined) return opening + printed;
    return opening + this.rows(printed.slice(1, -1));
  }

  end(): string {
    const report = { dropped: this.drops.length, drops: this.drops, ...this.rest };
    if (!this.isOpen) return `${JSON.stringify(report)}\n`;
    return `${this.isInRows ? ']' : ''},${JSON.stringify(report).slice(1)}\n`;
  }

  /** Some rows of the array that they all make together. */
  private rows(printed: string): string {
    const bracket = this.isInRows ? '' : '[';
    const separator = this.hasRows && printed !== '' ? ',' : '';
    this.isInRows = true;
    this.hasRows ||= printed !== '';
    return bracket + separator + printed;
  }
}

const LISTED = ['moved', 'inserted', 'renamed', 'left'] as const;
type Listed = (typeof LISTED)[number];

function isClean({ dropped, moved, inserted, renamed, left }: Report): boolean {
  return dropped + moved.length + inserted.length + renamed.length + left.length === 0;
}

function reportLines(conversations: readonly Report[], session: Session): string[] {
  const { bold, dim } = session.errors.paint;
  return conversations.flatMap((report) => {
    const { pointer, dropped, drops, moved, inserted, renamed, left } = report;
    const done = [
      `${dropped} dropped`,
      ...(moved.length > 0 ? [`${moved.length} moved`] : []),
      ...(inserted.length > 0 ? [`${counted(inserted.length, 'result')} inserted`] : []),
      ...(renamed.length > 0 ? [`${counted(renamed.length, 'id')} renamed`] : []),
    ];
    const where = pointer === '' ? '' : `${visible(pointer)}: `;
    const line = (verb: string, what: string, at: string, why: string) =>
      `  ${verb.padEnd(8)} ${visible(what).padEnd(24)} ${dim(visible(at))}${why === '' ? '' : ` ${dim(`[${why}]`)}`}`;
    const named = (kind: string, id: string | undefined) => (id === undefined ? kind : `${kind} ${JSON.stringify(id)}`);
    return [
      `${where}${bold(done.join(', '))}`,
      ...drops.flatMap((drop) => {
        const other = couldHaveAnswered(drop);
        const dropped = line('drop', named(drop.kind, drop.id), drop.pointer, drop.rule);
        return other === '' ? [dropped] : [dropped, `           ${visible(other)}`];
      }),
      ...moved.map((move) => line('move', named(move.kind, move.id), move.pointer, '')),
      ...inserted.map((insert) => line('insert', named('result', insert.id), insert.pointer, '')),
      ...renamed.map(({ from, to, pointer: at }) =>
        line('rename', `${JSON.stringify(from)} to ${JSON.stringify(to)}`, at, ''),
      ),
      ...left.map(({ rule, pointer: at }) => line('left', '', at, rule)),
    ];
  });
}
