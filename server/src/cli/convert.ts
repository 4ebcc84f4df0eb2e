import {
  type ConvertOptions,
  type ConvertTextResult,
  checkConvertOptions,
  convertDocument,
  counted,
  findingText,
  printJson,
  TranscriptDocument,
  visible,
} from '../core/index';
import { HostError } from '../host/types';
import type { ExitCode, Io } from './io';
import type { Opened } from './opened';
import { Session } from './session';
import { UsageError } from './usage';
import { type Verification, verificationText, verifyRequests } from './verify';

export interface ConvertCommandOptions extends ConvertOptions {
  readonly json: boolean;
  /** Have the provider judge what was made of it. */
  readonly verify: boolean;
  readonly stdinFilename?: string;
}

/** Prints the document with its conversations in another dialect; what that costs is told on standard error. */
export async function convert(path: string, options: ConvertCommandOptions, io: Io): Promise<ExitCode> {
  refuseWrongUse(options);
  const { from } = options;
  const dialect = from === 'pi' ? undefined : from;
  const session = new Session(io, { rules: {}, target: undefined, dialect });
  const file = await session.openOne(path, options.stdinFilename);
  if (file === undefined) return 2;
  if (file.kind === 'unusable') {
    const { report } = file;
    for (const finding of report.findings) await tell(io, findingText(finding, report, session.errors));
    return session.hasFailed ? 2 : 1;
  }
  try {
    const document = await wholeDocument(file);
    const result = convertDocument(document, options);
    const verified = options.verify ? await verifyRequests(document, result, options, io.env) : undefined;
    return await print(document, result, verified, options, session);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    await session.fail(`${visible(file.candidate.shown)} ${error.message}`);
    return 2;
  }
}

/** What the core takes for wrong use of a function is, here, wrong use of the command line. */
function refuseWrongUse(options: ConvertOptions): void {
  try {
    checkConvertOptions(options);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message.replace(/^convert: "(\w+)"/, '--$1'));
    throw error;
  }
}

/** One new call that cannot be sent keeps the whole document from being written, so it is read as a whole. */
async function wholeDocument(file: Exclude<Opened, { kind: 'unusable' }>): Promise<TranscriptDocument> {
  if (file.kind === 'open') return file.document;
  const texts: string[] = [];
  let reading: { uri: string; config: TranscriptDocument['config'] } | undefined;
  for await (const { document } of file.stretches()) {
    reading ??= { uri: document.uri, config: document.config };
    texts.push(document.text);
  }
  return TranscriptDocument.open(texts.join(''), { uri: '', ...reading, isNamed: true });
}

async function print(
  document: TranscriptDocument,
  result: ConvertTextResult,
  verified: readonly Verification[] | undefined,
  { json }: ConvertCommandOptions,
  session: Session,
): Promise<ExitCode> {
  const { io } = session;
  if (json) await io.stdout.write(jsonOf(document, result, verified));
  else if (result.text !== undefined) await io.stdout.write(result.text);
  for (const line of reportLines(result, verified ?? [], session)) await tell(io, line);
  await tellUnread(document, session);
  return exitCodeOf(result, verified ?? []);
}

/** A provider that could not be asked is a failure of its own. */
function exitCodeOf({ ok }: ConvertTextResult, verified: readonly Verification[]): ExitCode {
  if (verified.some(({ verdict }) => verdict === 'unknown')) return 2;
  return ok && verified.every(({ taken }) => taken) ? 0 : 1;
}

async function tell(io: Io, line: string): Promise<void> {
  await io.stderr.write(`${line}\n`);
}

/** Where the text does not parse; what is said of the source otherwise is what `check` is for. */
async function tellUnread(document: TranscriptDocument, session: Session): Promise<void> {
  const { dialect, target, conversations, findings } = document.analysis();
  const report = { path: '', lines: document.lineIndex, dialect, target, conversations, findings };
  for (const finding of findings) {
    if (UNREADABLE.has(finding.rule)) await tell(session.io, findingText(finding, report, session.errors));
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['syntax-error', 'too-deep', 'too-large']);

function jsonOf(
  source: TranscriptDocument,
  result: ConvertTextResult,
  verified: readonly Verification[] | undefined,
): string {
  const { text, fallbacks, lost, problems, added, left } = result;
  const root = text === undefined ? undefined : reread(source, text);
  const document = root === undefined ? 'null' : printJson(root);
  return `{"document":${document},${JSON.stringify({ fallbacks, lost, problems, added, left, verified }).slice(1)}\n`;
}

/** Rows stay rows; a request that was made of a log is one document, whatever the log is called. */
function reread(source: TranscriptDocument, text: string): TranscriptDocument['root'] {
  const isOne = /^\uFEFF?\{\r?\n/.test(text.slice(0, 4));
  const uri = isOne ? 'converted.json' : source.uri;
  return TranscriptDocument.open(text, { uri, config: source.config, isNamed: true }).root;
}

function reportLines(result: ConvertTextResult, verified: readonly Verification[], session: Session): string[] {
  const { bold, dim } = session.errors.paint;
  const { fallbacks, lost, added, left, problems } = result;
  const line = (verb: string, at: string, what: string) =>
    `  ${verb.padEnd(8)} ${visible(at === '' ? '(the document)' : at).padEnd(32)} ${dim(visible(what))}`;
  const counts = [
    counted(fallbacks.length, 'fallback'),
    `${lost.length} lost`,
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(left.length > 0 ? [`${left.length} left`] : []),
    counted(problems.length, 'problem'),
  ];
  return [
    bold(counts.join(', ')),
    ...fallbacks.map(({ pointer, id, name, text, reason }) =>
      line('fallback', pointer, `${name} ${JSON.stringify(id)}: ${reason}, replaced by {}: ${text}`),
    ),
    ...lost.map(({ pointer, reason }) => line('lost', pointer, reason)),
    ...added.map(({ pointer, reason }) => line('added', pointer, reason)),
    ...left.map(({ pointer, reason }) => line('left', pointer, reason)),
    ...problems.map(({ severity, pointer, message, rule }) => line(severity, pointer, `${message} [${rule}]`)),
    ...verified.map((one) => line(one.verdict, one.pointer, verificationText(one))),
  ];
}
