import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Analysis,
  type Config,
  type Dialect,
  defaultConfig,
  type FileReport,
  type Finding,
  findingText,
  LineIndex,
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
import { HostError } from '../host/types';
import { mediumOf } from './colour';
import { type ConfigFile, Configs, pathFrom } from './configs';
import { decodeUtf8 } from './decode';
import type { Io } from './io';
import { type Candidate, shownPath, walk } from './walk';

/** What the command line says over every configuration. */
export interface Selection {
  readonly rules: Readonly<Record<string, SeveritySetting>>;
  readonly target: Target | undefined;
  readonly dialect: Dialect | undefined;
}

/** A file that can be worked on. */
export interface OpenFile {
  readonly kind: 'open';
  readonly candidate: Candidate;
  readonly bytes: Uint8Array;
  readonly document: TranscriptDocument;
  readonly analysis: Analysis;
}

/** A file that is itself the problem. */
export interface UnusableFile {
  readonly kind: 'unusable';
  readonly report: FileReport;
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

  constructor(io: Io, selection: Selection) {
    this.io = io;
    this.selection = selection;
    this.errors = mediumOf(io.stderr, io.env);
    this.configs = new Configs(io.host);
  }

  /** Every file that the paths name and that is ours, opened one after the other. */
  async *open(paths: readonly string[], stdinName: string | undefined): AsyncGenerator<OpenFile | UnusableFile> {
    const mayBeOurs = (path: string) => this.mayBeOurs(path);
    const files = paths.filter((path) => path !== STDIN);
    if (paths.includes(STDIN)) {
      const opened = await this.openOne(STDIN, stdinName);
      if (opened !== undefined) yield opened;
    }
    for await (const walked of walk(files, { host: this.io.host, cwd: this.io.cwd, mayBeOurs })) {
      if ('problem' in walked) {
        await this.fail(`${visible(walked.problem.shown)} ${walked.problem.message}`);
        continue;
      }
      const opened = await this.openFile(walked.file);
      if (opened !== undefined) yield opened;
    }
  }

  /** One line on standard error. */
  async tell(message: string): Promise<void> {
    await this.io.stderr.write(`transcript-lint: ${message}\n`);
  }

  async fail(message: string): Promise<void> {
    this.hasFailed = true;
    await this.io.stderr.write(`transcript-lint: ${this.errors.paint.red('error')}: ${message}\n`);
  }

  private async openFile(candidate: Candidate): Promise<OpenFile | UnusableFile | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await this.io.host.readFile(candidate.path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (!candidate.isNamed && error.fault === 'missing') return undefined; // gone since its folder was listed
      this.hasFailed = true;
      return unusable(candidate, 'unreadable-file', `The file ${error.message}.`);
    }
    return this.openBytes(candidate, bytes);
  }

  /** One file or standard input, named outright; undefined when its configuration is broken, which is told. */
  async openOne(path: string, stdinName: string | undefined): Promise<OpenFile | UnusableFile | undefined> {
    if (path === STDIN) return this.openStdin(stdinName);
    const full = resolve(this.io.cwd, path);
    return this.openFile({ path: full, shown: shownPath(full, this.io.cwd), isNamed: true });
  }

  private async openStdin(name: string | undefined): Promise<OpenFile | UnusableFile | undefined> {
    const path = resolve(this.io.cwd, name ?? '<stdin>');
    const candidate = { path, shown: name ?? '<stdin>', isNamed: true, isStdin: true };
    return this.openBytes(candidate, await this.io.readStdin());
  }

  private async openBytes(candidate: Candidate, bytes: Uint8Array): Promise<OpenFile | UnusableFile | undefined> {
    const configured = await this.configOf(candidate);
    if (configured === undefined) return undefined;
    const { config, isListed } = configured;
    const uri = pathToFileURL(candidate.path).href;
    const decoded = decodeUtf8(bytes);
    const text = 'text' in decoded ? decoded.text : decoded.fault.text;
    if (!isListed && !mayBeTranscript(text, uri)) return undefined;
    if ('fault' in decoded) {
      const { message, offset } = decoded.fault;
      return unusable(candidate, 'syntax-error', message, { text, start: offset, end: offset + 1 });
    }
    const document = TranscriptDocument.open(text, { uri, config, isNamed: candidate.isNamed });
    const analysis = document.analysis();
    for (const fault of analysis.faults) {
      await this.tell(`${visible(candidate.shown)}: ${visible(fault)}; its findings are missing`);
    }
    if (analysis.dialect === undefined && !isListed) return undefined;
    return { kind: 'open', candidate, bytes, document, analysis };
  }

  private async mayBeOurs(path: string): Promise<boolean> {
    const found = await this.configs.find(path);
    const file = found === undefined ? 'unlisted' : resolved(found, path).file;
    return file === 'unlisted' ? mayHoldTranscripts(path) : file !== 'none';
  }

  /** Undefined when the configuration that governs the file is broken: that is told once, at its place. */
  private async configOf({ path, isNamed }: Candidate): Promise<Configured | undefined> {
    const found = await this.configs.find(path);
    if (found !== undefined && found.problems.length > 0) {
      await this.complainOf(found);
      return undefined;
    }
    const config = found === undefined ? resolveConfig(defaultConfig, '') : resolved(found, path);
    const { rules, target, dialect } = this.selection;
    // Named outright, a file is checked even where configuration leaves it out.
    const file = isNamed && config.file === 'none' ? 'auto' : config.file;
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
    for (const { start, end, message } of found.problems) {
      const finding = { ...plainFinding('configuration', message), start, end };
      await this.io.stderr.write(`${findingText(finding, report, this.errors)}\n\n`);
    }
    const folder = relative(this.io.cwd, dirname(found.path)) || 'this folder';
    await this.tell(`nothing that this configuration governs was checked (${visible(folder)} and below)`);
  }
}

export function reportOf({ candidate, document, analysis }: OpenFile): FileReport {
  const { dialect, target, conversations, findings } = analysis;
  return { path: candidate.shown, lines: document.lineIndex, dialect, target, conversations, findings };
}

function resolved(found: ConfigFile, path: string): ResolvedConfig {
  const config: Config = { ...defaultConfig, ...found.config };
  return resolveConfig(config, pathFrom(found.folder, path));
}

function unusable(
  candidate: Candidate,
  rule: string,
  message: string,
  at: { readonly text: string; readonly start: number; readonly end: number } = { text: '', start: 0, end: 0 },
): UnusableFile {
  const finding = { ...plainFinding(rule, message), start: at.start, end: at.end };
  return {
    kind: 'unusable',
    report: { ...emptyReport(candidate.shown, new LineIndex(at.text)), findings: [finding] },
  };
}

function emptyReport(path: string, lines: LineIndex): FileReport {
  return { path, lines, dialect: undefined, target: undefined, conversations: [], findings: [] };
}

function plainFinding(rule: string, message: string): Finding {
  return { rule, severity: 'error', message, pointer: '', related: [], fixes: [], conversation: -1, start: 0, end: 0 };
}
