import {
  counted,
  estimateValue,
  findingText,
  type PrepareTextOptions,
  type PrepareTextResult,
  prepareDocument,
  type ResolvedConfig,
  type TranscriptDocument,
  visible,
  type WindowOptions,
} from '../../core/index';
import { CountingError } from '../../host/countingEndpoint';
import { loadEncoding } from '../../host/encodings';
import { HostError } from '../../host/types';
import { isRecognised, piecesOf, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import type { TrimCommandOptions } from '../options/trimOptions';
import { handOn, UNREADABLE } from '../output/filter';
import { WindowPrinter } from '../output/trimJson';
import { isUntouched, windowLines } from '../output/trimReport';
import { type Counted, fitToProvider } from '../outside/askProvider';
import { summaryBy } from '../outside/summaryExec';
import { UsageError } from '../usage';

/** Prints the document with the window of each conversation in it; where and why it was cut is told on standard error. */
export async function trim(path: string, options: TrimCommandOptions, io: Io): Promise<ExitCode> {
  refuseWrongUse(options);
  const { target, dialect, model, rows, stdinFilename } = options;
  const session = new Session(io, { rules: {}, target, dialect, model, rows });
  const file = await session.openOne(path, stdinFilename);
  if (file === undefined) return 2;
  if (file.kind === 'unusable') return handOn(file, options.json, session);
  const counting = await countingOf(options);
  const printer = options.json ? new WindowPrinter() : undefined;
  const broken: string[] = [];
  const counts = { all: 0, told: 0 };
  let isMissing = options.conversation !== undefined;
  let isFound = false;
  try {
    for await (const piece of piecesOf(file)) {
      const { document } = piece;
      const asked = { ...counting, ...askedOf(options, document.config), ...summaryOf(options, io) };
      const windows = await place(document, asked, options, io);
      isMissing &&= windows.conversations.length === 0;
      if (isMissing && piece.part === undefined) break;
      await io.stdout.write(printer === undefined ? windows.text : printer.piece(windows, piece.part));
      for (const conversation of windows.conversations) {
        isFound ||= isFault(conversation, windows.counted);
        // A corpus has millions of rows: what fits as it is, is not told of.
        if (document.isRows) counts.all += 1;
        if (document.isRows && isUntouched(conversation, windows.counted)) continue;
        counts.told += 1;
        for (const line of windowLines(conversation, windows.counted, session.errors))
          await io.stderr.write(`${line}\n`);
      }
      const report = reportOf(piece);
      for (const finding of report.findings) {
        if (UNREADABLE.has(finding.rule)) broken.push(findingText(finding, report, session.errors));
      }
    }
  } catch (error) {
    if (!(error instanceof HostError) && !(error instanceof CountingError)) throw error;
    const where = error instanceof HostError ? `${visible(file.candidate.shown)} ` : '';
    await session.fail(`${where}${visible(error.message)}`);
    return 2;
  }
  if (isMissing && isRecognised(file)) {
    await session.fail(`there is no conversation at ${visible(JSON.stringify(options.conversation))} to be trimmed`);
    return 2;
  }
  if (printer !== undefined) await io.stdout.write(printer.end());
  if (!isRecognised(file)) {
    await session.tell(
      `no conversation was recognised in ${visible(file.candidate.shown)}; it comes out as it went in`,
    );
  }
  if (counts.all > 0) {
    await io.stderr.write(`${counts.told} of ${counted(counts.all, 'conversation')} needed something\n`);
  }
  for (const text of broken) await io.stderr.write(`${text}\n`);
  return broken.length > 0 || isFound ? 1 : 0;
}

type Conversation = PrepareTextResult['conversations'][number];

interface Placed extends PrepareTextResult {
  /** What the provider said of each conversation, by its pointer. */
  readonly counted: ReadonlyMap<string, Counted>;
}

function refuseWrongUse({ reserve, limit, last, askProvider }: TrimCommandOptions): void {
  if (reserve !== undefined && limit === undefined) {
    throw new UsageError('--reserve goes off --limit; a --budget is what is left already');
  }
  if (last !== undefined && askProvider)
    throw new UsageError('--last counts entries, so there is nothing to ask about');
}

async function countingOf({ encoding }: TrimCommandOptions): Promise<Pick<WindowOptions, 'count' | 'estimator'>> {
  if (encoding === undefined) return {};
  const countText = await loadEncoding(encoding);
  return { count: (entry) => estimateValue(entry, countText), estimator: encoding };
}

/** What the command line asks for, over what is configured. */
function askedOf(options: TrimCommandOptions, config: ResolvedConfig): PrepareTextOptions {
  const { budget, limit, reserve, last, pinHead, onEmpty, step, repair, merge, keepOpenTail, conversation } = options;
  const { window = {} } = config;
  const isSized = budget !== undefined || limit !== undefined || last !== undefined;
  const size = isSized
    ? { budget, limit, reserve, last }
    : { budget: window.budget, limit: window.limit, reserve: window.reserve, last: window.last };
  if (size.budget === undefined && size.limit === undefined && size.last === undefined) {
    throw new UsageError('say how large the window may be: --budget, --limit or --last');
  }
  const { pinHead: isHeadPinned, step: usualStep } = window;
  const how = { pinHead: pinHead ?? isHeadPinned, step: step ?? usualStep, onEmpty };
  return { ...size, ...how, repair, merge, keepOpenTail, conversation };
}

function summaryOf(
  { summary, summaryExec, summaryTimeout }: TrimCommandOptions,
  io: Io,
): Pick<WindowOptions, 'summary'> {
  if (summary !== undefined) return { summary };
  return summaryExec === undefined ? {} : { summary: summaryBy(summaryExec, summaryTimeout, io) };
}

async function place(
  document: TranscriptDocument,
  asked: PrepareTextOptions,
  { askProvider }: TrimCommandOptions,
  { env }: Io,
): Promise<Placed> {
  if (askProvider) return fitToProvider(document, asked, env);
  return { ...prepareDocument(document, asked), counted: new Map() };
}

/** No window, or one that would be refused. */
function isFault({ pointer, isUnchanged, problems }: Conversation, counted: Placed['counted']): boolean {
  return isUnchanged || counted.get(pointer)?.isOver === true || problems.some(({ severity }) => severity === 'error');
}
