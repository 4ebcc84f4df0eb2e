import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnalyseOptions,
  type Analysis,
  type Medium,
  mayBeTranscript,
  type ResolvedConfig,
  TranscriptDocument,
  visible,
} from '../../core/index';
import { type ByteSource, HostError } from '../../host/types';
import type { Io } from '../io';
import { mediumOf } from '../output/colour';
import type { Voice } from '../output/voice';
import { UsageError } from '../usage';
import { decodeUtf8 } from './decode';
import { Governed, type Selection } from './governed';
import { Links } from './links';
import { type Opened, type OpenFile, partOf, type RowsFile, type UnusableFile, unusable } from './opened';
import { SMALLEST_STREAMED, type SurveyedRows, sourceOf, surveyRows } from './rowFile';
import { type Candidate, meantPaths, shownPath, walk } from './walk';

const STDIN = '-';

/** One run over some files: configuration, what went wrong beside the findings, and where to say so. */
export class Session implements Voice {
  readonly io: Io;
  readonly errors: Medium;
  /** Configuration, input or output failed somewhere: exit code 2 whatever else is found. */
  hasFailed = false;
  private readonly selection: Selection;
  private readonly governed: Governed;
  private readonly links: Links;
  private readonly isWriting: boolean;
  private readonly isFixing: boolean;

  /** What is opened is to be written to, or (`dry`) told of as if it were. */
  constructor(io: Io, selection: Selection, mode: 'read' | 'write' | 'dry' = 'read') {
    this.isWriting = mode === 'write';
    this.isFixing = mode !== 'read';
    this.io = io;
    this.selection = selection;
    this.errors = mediumOf(io.stderr, io.env);
    this.governed = new Governed(this, selection);
    this.links = new Links(this);
  }

  /** What was named and is not looked at, as it is shown: the configuration or an ignore file says so. */
  get leftOut(): ReadonlySet<string> {
    return this.governed.leftOut;
  }

  /** Every file that the paths name and that is ours, opened one after the other. */
  async *open(paths: readonly string[], stdinName: string | undefined): AsyncGenerator<Opened> {
    refuseIdleName(paths, stdinName);
    const { mayBeOurs, onHidden, onLeftOut } = this.governed;
    const files = paths.filter((path) => path !== STDIN);
    if (paths.includes(STDIN)) {
      const opened = await this.openStdin(stdinName);
      if (opened !== undefined) yield opened;
    }
    for await (const walked of walk(files, { host: this.io.host, cwd: this.io.cwd, mayBeOurs, onHidden, onLeftOut })) {
      if ('problem' in walked) {
        await this.fail(`${visible(walked.problem.shown)} ${walked.problem.message}`);
        continue;
      }
      const opened = await this.openFile(walked.file);
      if (opened !== undefined) yield opened;
    }
    await this.governed.tellLeftOut();
  }

  /** What `open` will look at, standard input aside. Paths that lead nowhere are left for it to tell of. */
  async *candidates(paths: readonly string[]): AsyncGenerator<Candidate> {
    const { mayBeOurs } = this.governed;
    const files = paths.filter((path) => path !== STDIN);
    for await (const walked of walk(files, { host: this.io.host, cwd: this.io.cwd, mayBeOurs })) {
      if ('file' in walked) yield walked.file;
    }
  }

  /** A file that was replaced is another one than its further names lead to. */
  async tellOtherNames(candidate: Candidate): Promise<void> {
    await this.links.tellOtherNames(candidate);
  }

  /** One line on standard error. */
  async tell(message: string): Promise<void> {
    await this.io.stderr.write(`transcript-lint: ${message}\n`);
  }

  async fail(message: string): Promise<void> {
    this.hasFailed = true;
    await this.io.stderr.write(`transcript-lint: ${this.errors.paint.red('error')}: ${message}\n`);
  }

  private async openFile(candidate: Candidate): Promise<Opened | undefined> {
    let bytes: Uint8Array;
    let isSurveyed = false;
    try {
      const { host } = this.io;
      if (this.isFixing && (await this.links.leadsOutside(candidate))) return undefined;
      const found = await host.stat(candidate.path).catch(() => undefined); // reading it says what is wrong
      if (this.isWriting && found !== undefined && found.links > 1) this.links.note(candidate, found.links);
      if (found?.kind === 'other' && this.isWriting) {
        await this.fail(`${visible(candidate.shown)} is no regular file and cannot be written to; "-" is a filter`);
        return undefined;
      }
      if (found?.kind === 'file' && found.bytes >= SMALLEST_STREAMED) {
        isSurveyed = true;
        const opened = await this.openSource(candidate, await host.open(candidate.path));
        if (opened !== 'together') return opened;
      }
      bytes = await this.io.host.readFile(candidate.path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (!candidate.isNamed && error.fault === 'missing') return undefined; // gone since its folder was listed
      this.hasFailed = true;
      return unusable(candidate, 'unreadable-file', `The file ${error.message}.`);
    }
    return isSurveyed ? this.openWhole(candidate, bytes) : this.openBytes(candidate, bytes);
  }

  /** One file or standard input, named outright; undefined when its configuration is broken, which is told. */
  async openOne(path: string, stdinName: string | undefined): Promise<Opened | undefined> {
    refuseIdleName([path], stdinName);
    if (path === STDIN) return this.openStdin(stdinName, true);
    const [full = path] = await meantPaths(this.io.host, resolve(this.io.cwd, path));
    return this.openFile({ path: full, shown: shownPath(full, this.io.cwd), isNamed: true, isAsked: true });
  }

  private async openStdin(name: string | undefined, isAsked = false): Promise<Opened | undefined> {
    const path = resolve(this.io.cwd, name ?? '<stdin>');
    const candidate = { path, shown: name ?? '<stdin>', isNamed: true, isStdin: true, isAsked };
    let bytes: Uint8Array;
    try {
      bytes = await this.io.readStdin();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.hasFailed = true;
      return unusable(candidate, 'unreadable-file', `Standard input ${error.message}.`);
    }
    return this.openBytes(candidate, bytes);
  }

  /** A file of rows that are apart from each other; `together` when it has to be read as a whole. Closes the source in the end. */
  private async openSource(candidate: Candidate, source: ByteSource): Promise<RowsFile | 'together' | undefined> {
    const configured = await this.governed.configOf(candidate);
    if (configured === undefined) {
      await source.close();
      return undefined;
    }
    const { config, isListed } = configured;
    const reading = this.readingOf(candidate, config);
    const surveyed = await surveyRows(source, reading).catch(async (error: unknown) => {
      await source.close();
      throw error;
    });
    const isRecognised = surveyed?.outlook.firstRow !== undefined;
    if (surveyed === undefined || (!isRecognised && !isListed)) {
      await source.close();
      return surveyed === undefined ? 'together' : undefined;
    }
    return {
      kind: 'rows',
      candidate,
      isRecognised,
      chunks: () => this.chunksOf(candidate, source, surveyed, reading),
    };
  }

  private async *chunksOf(
    candidate: Candidate,
    source: ByteSource,
    { spans, outlook }: SurveyedRows,
    reading: AnalyseOptions,
  ): AsyncGenerator<OpenFile> {
    const told = new Set<string>();
    try {
      for (const [index, { start, end, standing }] of spans.entries()) {
        const bytes = await source.read(start, end - start);
        const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
        const document = TranscriptDocument.open(text, { ...reading, chunk: { standing, outlook } });
        const analysis = document.analysis();
        await this.tellFaults(candidate, analysis, told);
        yield { kind: 'open', candidate, bytes, document, analysis, part: partOf(index, spans.length) };
      }
    } finally {
      await source.close();
    }
  }

  private readingOf({ path, isNamed }: Candidate, config: ResolvedConfig): AnalyseOptions {
    const uri = pathToFileURL(path).href;
    const { rows, model } = this.selection;
    return {
      ...{ uri, config, isNamed },
      ...(rows === true && { languageId: 'jsonl' }),
      ...(model !== undefined && { model }),
    };
  }

  /** A rule that threw; said once a file. */
  private async tellFaults(candidate: Candidate, { faults }: Analysis, told: Set<string>): Promise<void> {
    for (const fault of faults) {
      if (told.has(fault)) continue;
      told.add(fault);
      await this.tell(`${visible(candidate.shown)}: ${visible(fault)}; its findings are missing`);
    }
  }

  private async openBytes(candidate: Candidate, bytes: Uint8Array): Promise<Opened | undefined> {
    const opened = bytes.length < SMALLEST_STREAMED ? 'together' : await this.openSource(candidate, sourceOf(bytes));
    return opened === 'together' ? this.openWhole(candidate, bytes) : opened;
  }

  private async openWhole(candidate: Candidate, bytes: Uint8Array): Promise<OpenFile | UnusableFile | undefined> {
    const configured = await this.governed.configOf(candidate);
    if (configured === undefined) return undefined;
    const { config, isListed } = configured;
    const reading = this.readingOf(candidate, config);
    const decoded = decodeUtf8(bytes);
    const text = 'text' in decoded ? decoded.text : decoded.fault.text;
    if (!isListed && !mayBeTranscript(text, reading.uri)) return undefined;
    if ('fault' in decoded) {
      const { message, offset } = decoded.fault;
      return unusable(candidate, 'syntax-error', message, { text, start: offset, end: offset + 1 }, bytes);
    }
    const document = TranscriptDocument.open(text, reading);
    if (this.selection.rows === true && document.conversations.some(({ list }) => list === document.root)) {
      await this.fail(
        `${visible(candidate.shown)}: its rows are the messages of one conversation, which parts of it would tear; leave out --rows`,
      );
      return undefined;
    }
    const analysis = document.analysis();
    await this.tellFaults(candidate, analysis, new Set());
    if (analysis.dialect === undefined && !isListed && analysis.findings.length === 0) return undefined;
    return { kind: 'open', candidate, bytes, document, analysis, part: undefined };
  }
}

/** A name for what is not read tells of a forgotten "-", without which something else would be checked. */
function refuseIdleName(paths: readonly string[], stdinName: string | undefined): void {
  if (stdinName !== undefined && !paths.includes(STDIN)) {
    throw new UsageError('--stdin-filename names standard input, which is read only where "-" stands among the paths');
  }
}
