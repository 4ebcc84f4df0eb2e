import {
  addToSummary,
  CoverageSummary,
  counted,
  countLineEnds,
  countRows,
  type FileReport,
  type Finding,
  type FixResult,
  fixDocument,
  LineIndex,
  type Medium,
  normalizeDocument,
  noSummary,
  type Severity,
  type Standing,
  someOf,
  stylishReporter,
  summaryText,
  TranscriptDocument,
  visible,
} from '../../core/index';
import { HostError } from '../../host/types';
import { type OpenFile, type RowsFile, reportOf, type UnusableFile } from '../files/opened';
import { RowsWriter } from '../files/rowsWriter';
import { Session } from '../files/session';
import type { ExitCode, Io, Output } from '../io';
import { type SelectionOptions, selectionOf } from '../options/options';
import { mediumOf } from '../output/colour';
import { showDiff, unifiedDiff } from '../output/diff';
import { UNREADABLE } from '../output/filter';
import { fixReport } from '../output/fixReport';
import { atLeast, exitCodeOf } from '../output/output';

export interface FixCommandOptions extends SelectionOptions {
  readonly unsafeFixes: boolean;
  readonly normalize: boolean;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly severity?: Severity;
  readonly maxWarnings?: number;
}

/** Applies the safe fixes in place and tells what it did and what is left. */
export async function fix(paths: readonly string[], options: FixCommandOptions, io: Io): Promise<ExitCode> {
  const session = new Session(io, selectionOf(options), options.dryRun || options.diff ? 'dry' : 'write');
  const run = new FixRun(session, options, paths.includes('-') || options.diff ? io.stderr : io.stdout);
  for await (const file of session.open(paths.length === 0 ? ['.'] : paths, options.stdinFilename)) {
    if (file.kind === 'unusable') await run.unusable(file);
    else if (file.kind === 'rows') await run.rows(file);
    else await run.file(file);
  }
  return run.end();
}

/** What became of one text. */
interface Fixed {
  readonly text: string;
  /** How often each rule's fix was applied, and what normalization did; in the order met. */
  readonly done: ReadonlyMap<string, number>;
  readonly remaining: readonly Finding[];
  readonly went: FixResult['went'];
  readonly left: FixResult['left'];
  /** Another run would change nothing. */
  readonly isSettled: boolean;
}

class FixRun {
  private readonly session: Session;
  private readonly options: FixCommandOptions;
  private readonly output: Output;
  private readonly medium: Medium;
  private readonly reporter;
  private summary = noSummary();
  private readonly coverage = new CoverageSummary();
  private changedFiles = 0;
  private fixedProblems = 0;

  constructor(session: Session, options: FixCommandOptions, output: Output) {
    this.session = session;
    this.options = options;
    this.output = output;
    this.medium = mediumOf(output, session.io.env);
    this.reporter = stylishReporter(this.medium);
  }

  private get isDry(): boolean {
    return this.options.dryRun || this.options.diff;
  }

  async file(file: OpenFile): Promise<void> {
    const { candidate, document, analysis } = file;
    const before = document.text;
    const fixed = fixedText(document, this.options);
    const isChanged = fixed.text !== before;
    if (isChanged && !candidate.isStdin && !this.isDry && !(await this.write(file, fixed.text))) {
      await this.remain(reportOn(file, before, analysis.findings), true);
      return;
    }
    if (candidate.isStdin && !this.isDry) await this.session.io.stdout.write(fixed.text);
    if (isChanged) await this.tellFixed(candidate.shown, before, fixed);
    await this.tellReport(candidate.shown, fixed, isChanged);
    if (!fixed.isSettled) await this.tellUnsettled(candidate.shown);
    // In a dry run they are counted only: the text that they are about is nowhere to be seen.
    await this.remain(reportOn(file, fixed.text, fixed.remaining), !this.isDry);
  }

  /** A large file of rows, a chunk at a time. What is left is told as it is met, what was done when all of it is. */
  async rows(file: RowsFile): Promise<void> {
    const { candidate } = file;
    const { host, stdout } = this.session.io;
    const writer = candidate.isStdin || this.isDry ? undefined : new RowsWriter(host, candidate.path);
    const done = new Map<string, number>();
    /** A diff is made of the whole file: what surrounds a change may stand in another chunk. */
    const texts = { before: [] as string[], after: [] as string[] };
    const went: FixResult['went'][number][] = [];
    const left: FixResult['left'][number][] = [];
    let isChanged = false;
    let isSettled = true;
    /** Rows and lines that repairs have made so far: what follows stands so much further down. */
    const grown = { row: 0, line: 0 };
    try {
      for await (const piece of file.chunks()) {
        const before = piece.document.text;
        const document = movedBy(piece.document, grown);
        const { text, remaining, done: some, isSettled: isRested, ...told } = fixedText(document, this.options);
        for (const one of told.went) went.push(one);
        for (const one of told.left) left.push(one);
        isSettled &&= isRested;
        for (const [what, times] of some) done.set(what, (done.get(what) ?? 0) + times);
        isChanged ||= text !== before;
        if (this.options.diff) {
          texts.before.push(before);
          texts.after.push(text);
        }
        if (candidate.isStdin && !this.isDry) await stdout.write(text);
        await writer?.add(piece.bytes, text === before ? undefined : text);
        await this.remain(reportOn(piece, text, remaining, grown.line), !this.isDry);
        if (text === before) continue;
        grown.row += countRows(text) - countRows(before);
        grown.line += countLineEnds(text) - countLineEnds(before);
      }
      await writer?.finish();
      if (isChanged && writer !== undefined) await this.session.tellOtherNames(candidate);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      await this.session.fail(`${visible(candidate.shown)} ${error.message}`);
      return;
    } finally {
      await writer?.abandon();
    }
    if (isChanged) {
      const text = texts.after.join('');
      await this.tellFixed(candidate.shown, texts.before.join(''), {
        text,
        done,
        remaining: [],
        went,
        left,
        isSettled,
      });
    }
    await this.tellReport(candidate.shown, { went, left }, isChanged);
    if (!isSettled) await this.tellUnsettled(candidate.shown);
  }

  /** What went and what is left. A diff stands on another stream, so the file is named here as well. */
  private async tellReport(shown: string, told: Pick<Fixed, 'went' | 'left'>, isChanged: boolean): Promise<void> {
    const isHeaded = isChanged && !this.options.diff;
    const isAny = told.left.length > 0 || told.went.length > 0;
    if (isAny && !isHeaded) await this.output.write(`${this.medium.paint.bold(visible(shown))}\n`);
    await this.output.write(fixReport(told, this.isDry, this.medium));
  }

  /** Tells what is wrong with a file that cannot be worked on; a filter hands on what it was given. */
  async unusable({ candidate, bytes, report }: UnusableFile): Promise<void> {
    if (candidate.isStdin && !this.isDry && bytes !== undefined) {
      await this.session.io.stdout.write(bytes);
      this.session.hasFailed = true;
    }
    await this.remain(report, true);
  }

  /** Counts what is still wrong with a file, and shows it. */
  async remain(report: FileReport, isShown: boolean): Promise<void> {
    const findings = atLeast(report.findings, this.options.severity ?? 'warning');
    this.summary = addToSummary(this.summary, findings, report.part);
    this.session.io.noteCode(exitCodeOf(this.session.hasFailed, this.summary, this.options.maxWarnings));
    // A text that did not parse may do so now; if not, a problem is left.
    const notChecked = report.coverage.notChecked.filter(({ reason }) => !UNREADABLE.has(reason));
    this.coverage.add({ ...report, findings, coverage: { ...report.coverage, notChecked } });
    if (isShown) await this.output.write(this.reporter.file({ ...report, findings }));
  }

  async end(): Promise<ExitCode> {
    await this.output.write(`${this.closingLine()}\n`);
    const isUnfinished = this.isDry && this.changedFiles > 0;
    const code = exitCodeOf(this.session.hasFailed, this.summary, this.options.maxWarnings);
    return code === 0 && isUnfinished ? 1 : code;
  }

  private async write({ candidate, bytes }: OpenFile, text: string): Promise<boolean> {
    try {
      await this.session.io.host.replaceFile(candidate.path, bytes, Buffer.from(text, 'utf8'));
      await this.session.tellOtherNames(candidate);
      return true;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      await this.session.fail(`${visible(candidate.shown)} ${error.message}`);
      return false;
    }
  }

  private async tellFixed(shown: string, before: string, { text, done }: Fixed): Promise<void> {
    const { paint } = this.medium;
    this.changedFiles += 1;
    let count = 0;
    for (const times of done.values()) count += times;
    this.fixedProblems += count;
    if (this.options.diff) {
      const { stdout, env } = this.session.io;
      const medium = mediumOf(stdout, env);
      const diff = unifiedDiff(shown, before, text);
      const isForTheEye = stdout.isTerminal || medium.paint.red('') !== '';
      await stdout.write(isForTheEye ? showDiff(diff, medium) : diff);
      return;
    }
    const parts = [...done].map(([what, times]) => (times === 1 ? what : `${times} × ${what}`));
    const verb = this.isDry ? 'would fix' : 'fixed';
    await this.output.write(
      `${paint.bold(visible(shown))}: ${paint.green(`${verb} ${count}`)} ${paint.dim(`(${parts.join(', ')})`)}\n`,
    );
  }

  private async tellUnsettled(shown: string): Promise<void> {
    await this.session.tell(
      `${visible(shown)}: some fixes undo each other, or make room for ever more; mend the rest by hand`,
    );
  }

  private closingLine(): string {
    const { paint } = this.medium;
    const { incomplete, strangers } = this.coverage;
    const checked = this.summary.files - strangers;
    const left = summaryText(this.summary) || 'no problems';
    const files = counted(checked, 'file');
    if (checked === 0 && left === 'no problems') return 'No transcripts to fix.';
    const [fixed, remain] = this.isDry ? ['Would fix', 'would remain'] : ['Fixed', 'left'];
    const done =
      this.changedFiles === 0
        ? `Nothing to fix in ${files}`
        : `${fixed} ${counted(this.fixedProblems, 'problem')} in ${someOf(this.changedFiles, checked)}`;
    const where = incomplete === 0 ? '' : ' in what was checked';
    return `${done}; ${left === 'no problems' ? paint.green(left) : paint.bold(left)} ${remain}${where}.`;
  }
}

/** A chunk that stands further down than it did: only then is it read once more. */
function movedBy(document: TranscriptDocument, by: Standing): TranscriptDocument {
  const { text, reading } = document;
  const { chunk } = reading;
  if (chunk === undefined || (by.row === 0 && by.line === 0)) return document;
  const { row, line } = chunk.standing;
  const standing = { row: row + by.row, line: line + by.line };
  return TranscriptDocument.open(text, { ...reading, chunk: { ...chunk, standing } });
}

function fixedText(document: TranscriptDocument, options: FixCommandOptions): Fixed {
  const done = new Map<string, number>();
  const count = (what: string, times = 1) => done.set(what, (done.get(what) ?? 0) + times);
  let start = document;
  if (options.normalize) {
    const normalized = normalizeDocument(document);
    start = normalized.subject.document;
    for (const { drops, moved, inserted, renamed } of normalized.conversations) {
      for (const { rule } of drops) count(rule);
      if (moved.length > 0) count('moved', moved.length);
      if (inserted.length > 0) count('result inserted', inserted.length);
      if (renamed.length > 0) count('id renamed', renamed.length);
    }
    if (start.text !== document.text && done.size === 0) count('coercion'); // content and ids brought into shape
  }
  const result = fixDocument(start, { unsafe: options.unsafeFixes });
  for (const { rule } of result.fixed) count(rule);
  const { remaining, went, left, isSettled } = result;
  return { text: result.text, done, remaining, went, left, isSettled };
}

function reportOn(file: OpenFile, text: string, findings: readonly Finding[], movedBy = 0): FileReport {
  const report = reportOf(file);
  const { lines } = report;
  const isSame = text === file.document.text && movedBy === 0;
  return { ...report, lines: isSame ? lines : new LineIndex(text, lines.positionAt(0).line + movedBy), findings };
}
