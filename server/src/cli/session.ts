import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnalyseOptions,
  type Analysis,
  type Config,
  counted,
  type Dialect,
  defaultConfig,
  findingText,
  type Medium,
  mayBeTranscript,
  mayHoldTranscripts,
  type ResolvedConfig,
  resolveConfig,
  type SeveritySetting,
  type Target,
  TranscriptDocument,
  visible,
} from '../core/index';
import { type ByteSource, HostError } from '../host/types';
import { mediumOf } from './colour';
import { type ConfigFile, Configs, pathFrom } from './configs';
import { decodeUtf8 } from './decode';
import { IgnoreRules } from './ignoreFiles';
import type { Io } from './io';
import {
  emptyReport,
  type Opened,
  type OpenFile,
  partOf,
  plainFinding,
  type RowsFile,
  type UnusableFile,
  unusable,
} from './opened';
import { SMALLEST_STREAMED, type SurveyedRows, sourceOf, surveyRows } from './rowFile';
import { UsageError } from './usage';
import { type Candidate, meantPaths, shownPath, walk } from './walk';

/** What the command line says over every configuration. */
export interface Selection {
  readonly rules: Readonly<Record<string, SeveritySetting>>;
  readonly target: Target | undefined;
  readonly dialect: Dialect | undefined;
  /** The configuration file for everything, in place of those that are found. */
  readonly config?: string | undefined;
  /** Read every file as JSON Lines, each row of which is a document of its own, whatever it is called. */
  readonly rows?: boolean | undefined;
  /** Ignore files hold for files that are named, too. */
  readonly forceExclude?: boolean | undefined;
}

/** How a file is to be read, and whether somebody said that it is a transcript. */
interface Configured {
  readonly config: ResolvedConfig;
  readonly isListed: boolean;
}

const STDIN = '-';

/** One run over some files: configuration, what went wrong beside the findings, and where to say so. */
export class Session {
  readonly io: Io;
  readonly errors: Medium;
  /** Configuration, input or output failed somewhere: exit code 2 whatever else is found. */
  hasFailed = false;
  private readonly selection: Selection;
  private readonly configs: Configs;
  private readonly complained = new Set<string>();

  /** What was named and is not looked at, as it is shown: the configuration or an ignore file says so. */
  readonly leftOut = new Set<string>();
  /** Of that, what an ignore file hides. */
  private readonly hidden: string[] = [];
  private readonly isWriting: boolean;
  private readonly isFixing: boolean;
  /** How many names the files have that have more than one. */
  private readonly linked = new Map<string, number>();

  /** What is opened is to be written to, or (`dry`) told of as if it were. */
  constructor(io: Io, selection: Selection, mode: 'read' | 'write' | 'dry' = 'read') {
    this.isWriting = mode === 'write';
    this.isFixing = mode !== 'read';
    this.io = io;
    this.selection = selection;
    this.errors = mediumOf(io.stderr, io.env);
    this.configs = new Configs(io.host, selection.config);
  }

  /** Every file that the paths name and that is ours, opened one after the other. */
  async *open(paths: readonly string[], stdinName: string | undefined): AsyncGenerator<Opened> {
    refuseIdleName(paths, stdinName);
    const mayBeOurs = (path: string) => this.mayBeOurs(path);
    const files = paths.filter((path) => path !== STDIN);
    if (paths.includes(STDIN)) {
      const opened = await this.openStdin(stdinName);
      if (opened !== undefined) yield opened;
    }
    const onHidden = this.selection.forceExclude === true ? (shown: string) => this.hidden.push(shown) : undefined;
    for await (const walked of walk(files, { host: this.io.host, cwd: this.io.cwd, mayBeOurs, onHidden })) {
      if ('problem' in walked) {
        await this.fail(`${visible(walked.problem.shown)} ${walked.problem.message}`);
        continue;
      }
      const opened = await this.openFile(walked.file);
      if (opened !== undefined) yield opened;
    }
    const { hidden } = this;
    const configured = [...this.leftOut].filter((file) => !hidden.includes(file));
    await this.tellLeftOut(hidden, 'an ignore file');
    await this.tellLeftOut(configured, 'the configuration ("dialect": "none")');
  }

  /** Said once: a hook names every file of a commit. */
  private async tellLeftOut(files: readonly string[], by: string): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const more = files.length === 1 ? ' is' : ` and ${counted(files.length - 1, 'more file')} are`;
    await this.tell(`${visible(first)}${more} left out by ${by}`);
  }

  /** What `open` will look at, standard input aside. Paths that lead nowhere are left for it to tell of. */
  async *candidates(paths: readonly string[]): AsyncGenerator<Candidate> {
    const mayBeOurs = (path: string) => this.mayBeOurs(path);
    const files = paths.filter((path) => path !== STDIN);
    for await (const walked of walk(files, { host: this.io.host, cwd: this.io.cwd, mayBeOurs })) {
      if ('file' in walked) yield walked.file;
    }
  }

  /** What a walk of one folder finds is not written to in another: a link may lead anywhere. */
  private async leadsOutside({ path, shown, linkIn }: Candidate): Promise<boolean> {
    if (linkIn === undefined) return false;
    const { host } = this.io;
    const [folder, target] = [await host.realPath(linkIn), await host.realPath(path)];
    if (folder === undefined || target === undefined || isBelow(target, folder)) return false;
    await this.tell(
      `${visible(shown)} is a link to a file outside the folder, which is left alone (name it to fix it)`,
    );
    return true;
  }

  /** A file that was replaced is another one than its further names lead to. */
  async tellOtherNames({ path, shown }: Candidate): Promise<void> {
    const links = this.linked.get(path);
    if (links === undefined) return;
    const names =
      links === 2 ? 'another name (a hard link), which keeps' : `${links - 1} other names (hard links), which keep`;
    await this.tell(`${visible(shown)} has ${names} the old text`);
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
      if (this.isFixing && (await this.leadsOutside(candidate))) return undefined;
      const found = await host.stat(candidate.path).catch(() => undefined); // reading it says what is wrong
      if (this.isWriting && found !== undefined && found.links > 1) this.linked.set(candidate.path, found.links);
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
    const configured = await this.configOf(candidate);
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
      stretches: () => this.stretchesOf(candidate, source, surveyed, reading),
    };
  }

  private async *stretchesOf(
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
        const document = TranscriptDocument.open(text, { ...reading, stretch: { standing, outlook } });
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
    return { uri, config, isNamed, ...(this.selection.rows === true && { languageId: 'jsonl' }) };
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
    const configured = await this.configOf(candidate);
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

  private async mayBeOurs(path: string): Promise<boolean> {
    const found = await this.configs.find(path);
    const file = found === undefined ? 'unlisted' : resolved(found, path).file;
    return file === 'unlisted' ? mayHoldTranscripts(path) : file !== 'none';
  }

  /** Undefined when the configuration that governs the file is broken: that is told once, at its place. */
  private async configOf({ path, shown, isNamed, isAsked, isStdin }: Candidate): Promise<Configured | undefined> {
    const found = await this.configs.find(path);
    if (found !== undefined && found.problems.length > 0) {
      await this.complainOf(found);
      return undefined;
    }
    const config = found === undefined ? resolveConfig(defaultConfig, '') : resolved(found, path);
    const { rules, target, dialect } = this.selection;
    const isHidden =
      isStdin === true &&
      this.selection.forceExclude === true &&
      (await IgnoreRules.hide(this.io.host, path, false, this.io.cwd));
    if ((config.file === 'none' && isAsked !== true) || isHidden) {
      if (isHidden) this.hidden.push(shown);
      if (isNamed) this.leftOut.add(shown);
      // A filter hands on what it was given.
      return isStdin === true ? { isListed: true, config: { ...config, file: 'none' } } : undefined;
    }
    // The one document of a command that prints what becomes of it is meant, whatever is said of it for checking.
    const file = config.file === 'none' ? 'auto' : config.file;
    return {
      // A dialect chosen for the whole run is no sign that each file of a folder is a transcript.
      isListed: isNamed || file !== 'unlisted',
      config: {
        ...config,
        file: file === 'unlisted' ? file : (dialect ?? file),
        target: target ?? config.target,
        dialect: dialect ?? config.dialect,
        rules: { ...config.rules, ...rules },
        syntaxErrors: true, // nobody else reports them here
      },
    };
  }

  private async complainOf(found: ConfigFile): Promise<void> {
    this.hasFailed = true;
    if (this.complained.has(found.path)) return;
    this.complained.add(found.path);
    const report = emptyReport(shownPath(found.path, this.io.cwd), found.lines);
    if (found.isLink) {
      const place = visible(shownPath(found.path, this.io.cwd));
      await this.io.stderr.write(
        `${place}: ${this.errors.paint.red('error')}: The link leads to a file that is no configuration\n\n`,
      );
    }
    for (const { start, end, message } of found.isLink ? [] : found.problems) {
      const finding = { ...plainFinding('configuration', message), start, end };
      await this.io.stderr.write(`${findingText(finding, report, this.errors)}\n\n`);
    }
    const folder = relative(this.io.cwd, dirname(found.path)) || 'this folder';
    await this.tell(`nothing that this configuration governs was checked (${visible(folder)} and below)`);
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A name for what is not read tells of a forgotten "-", without which something else would be checked. */
function refuseIdleName(paths: readonly string[], stdinName: string | undefined): void {
  if (stdinName !== undefined && !paths.includes(STDIN)) {
    throw new UsageError('--stdin-filename names standard input, which is read only where "-" stands among the paths');
  }
}

function resolved(found: ConfigFile, path: string): ResolvedConfig {
  const config: Config = { ...defaultConfig, ...found.config };
  return resolveConfig(config, pathFrom(found.folder, path));
}
