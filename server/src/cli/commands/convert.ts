import {
  type ConvertOptions,
  checkConvertOptions,
  convertDocument,
  dialectNamed,
  findingText,
  logNamed,
  sessionLogOf,
  TranscriptDocument,
  visible,
} from '../../core/index';
import { HostError } from '../../host/types';
import { type OpenFile, piecesOf, type RowsFile, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import { ConversionPrinter } from '../output/convertJson';
import { ConversionCounts, conversionLines } from '../output/convertReport';
import { UNREADABLE } from '../output/filter';
import { type Verification, verifyRequests } from '../outside/verify';
import { UsageError } from '../usage';

export interface ConvertCommandOptions extends ConvertOptions {
  readonly json: boolean;
  /** Have the provider judge what was made of it. */
  readonly verify: boolean;
  readonly rows?: boolean;
  readonly stdinFilename?: string;
}

/** Prints the document with its conversations in another dialect; what that costs is told on standard error. */
export async function convert(path: string, options: ConvertCommandOptions, io: Io): Promise<ExitCode> {
  refuseWrongUse(options);
  const { from, rows } = options;
  const dialect = dialectNamed(from)?.id;
  const session = new Session(io, { rules: {}, target: undefined, dialect, rows });
  const file = await session.openOne(path, options.stdinFilename);
  if (file === undefined) return 2;
  if (file.kind === 'unusable') {
    const { report } = file;
    for (const finding of report.findings) await tell(io, findingText(finding, report, session.errors));
    return session.hasFailed ? 2 : 1;
  }
  try {
    return await convertFile(file, options, session);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    await session.fail(`${visible(file.candidate.shown)} ${error.message}`);
    return 2;
  }
}

/** What of the command line is for the conversion itself. */
function conversionOf(options: ConvertCommandOptions): ConvertOptions {
  const { from, to, model, target, rewriteIds, system, normalize, strict, branch } = options;
  return { from, to, model, target, rewriteIds, system, normalize, strict, branch };
}

/** What the core takes for wrong use of a function is, here, wrong use of the command line. */
function refuseWrongUse(options: ConvertCommandOptions): void {
  if (options.rows === true && (logNamed(options.from) !== undefined || options.branch !== undefined)) {
    throw new UsageError('--rows: the rows of a session log are one conversation');
  }
  try {
    checkConvertOptions(conversionOf(options));
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(error.message.replace(/^convert: "(\w+)"/, '--$1').replace(' as "target"', ' as --target'));
    throw error;
  }
}

async function convertFile(
  file: OpenFile | RowsFile,
  options: ConvertCommandOptions,
  session: Session,
): Promise<ExitCode> {
  const { io } = session;
  const printer = options.json ? new ConversionPrinter() : undefined;
  const counts = new ConversionCounts();
  const allVerified: Verification[] = [];
  const unread: string[] = [];
  let isOk = true;
  let isFound = false;
  let isWhole = true;
  for await (const piece of piecesToConvert(file, options)) {
    const { document, part } = piece;
    isWhole = part === undefined;
    isFound ||= document.conversations.some(({ side, list }) => side === 'request' && list.kind === 'array');
    const result = convertDocument(document, conversionOf(options));
    const verified = options.verify ? await verifyRequests(result, options, io.env) : [];
    for (const one of verified) allVerified.push(one);
    isOk &&= result.ok;
    await io.stdout.write(printer === undefined ? (result.text ?? '') : printer.piece(result, part));
    counts.add(result);
    if (isWhole) await tell(io, counts.line(session));
    const found = reportOf(piece);
    const faults = found.findings.filter(({ rule }) => UNREADABLE.has(rule));
    const told = new Set(faults.map(({ message }) => message));
    for (const line of conversionLines(result, verified, told, session)) await tell(io, line);
    for (const finding of faults) unread.push(findingText(finding, found, session.errors));
  }
  if (printer !== undefined) await io.stdout.write(printer.end(options.verify ? allVerified : undefined));
  if (!isWhole) await tell(io, counts.line(session));
  for (const text of unread) await tell(io, text);
  if (!isWhole && !isFound) {
    await session.tell(
      `no conversation to convert was found in ${visible(file.candidate.shown)}; its rows come out as they went in`,
    );
    isOk = false;
  }
  return exitCodeOf(isOk, allVerified);
}

/** A provider that could not be asked is a failure of its own. */
function exitCodeOf(isOk: boolean, verified: readonly Verification[]): ExitCode {
  if (verified.some(({ verdict }) => verdict === 'unknown')) return 2;
  return isOk && verified.every(({ taken }) => taken) ? 0 : 1;
}

/** The chunks of a file; all of it at once where its rows are one conversation, and where a provider is to judge it. */
async function* piecesToConvert(file: OpenFile | RowsFile, options: ConvertCommandOptions): AsyncGenerator<OpenFile> {
  const texts: string[] = [];
  let first: OpenFile | undefined;
  for await (const piece of piecesOf(file)) {
    const isFirst = first === undefined;
    first ??= piece;
    const { root } = piece.document;
    // The first rows of a session log tell what it is.
    const isOne =
      options.verify ||
      options.branch !== undefined ||
      (root !== undefined && sessionLogOf(root, options.from) !== undefined);
    if (piece.part === undefined || (texts.length === 0 && !(isFirst && isOne))) yield piece;
    else texts.push(piece.document.text);
  }
  if (first === undefined || texts.length === 0) return;
  const { chunk: _, ...reading } = first.document.reading;
  const document = TranscriptDocument.open(texts.join(''), { ...reading, isNamed: true });
  yield { ...first, document, analysis: document.analysis(), part: undefined };
}

async function tell(io: Io, line: string): Promise<void> {
  await io.stderr.write(`${line}\n`);
}
