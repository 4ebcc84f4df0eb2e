import { dirname, relative } from 'node:path';
import {
  type CheckedConfig,
  type ConfigProblem,
  counted,
  type DialectOption,
  defaultConfig,
  type FileReport,
  findingText,
  mayHoldTranscripts,
  type ResolvedConfig,
  type RuleSettings,
  resolveConfig,
  type Severity,
  type Target,
  visible,
} from '../../core/index';
import type { Voice } from '../output/voice';
import { type ConfigFile, Configs, pathFrom } from './configs';
import { IgnoreRules } from './ignoreFiles';
import { emptyReport, plainFinding } from './opened';
import { type Candidate, shownPath } from './walk';

/** What the command line says over every configuration. */
export interface Selection {
  readonly rules: RuleSettings;
  readonly target: Target | undefined;
  readonly dialect: DialectOption | undefined;
  /** The model that requests go to; it goes before what documents name. */
  readonly model?: string | undefined;
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

/** What the command line, configurations and ignore files say of the files of one run: how each is read, and which are left out. */
export class Governed {
  /** What was named and is not looked at, as it is shown: the configuration or an ignore file says so. */
  readonly leftOut = new Set<string>();
  /** Globs of which every file is left out. */
  private readonly emptied: string[] = [];
  /** What the walk tells of, where ignore files hold for what is named. */
  readonly onHidden: ((shown: string) => void) | undefined;
  private readonly voice: Voice;
  private readonly selection: Selection;
  private readonly configs: Configs;
  private readonly complained = new Set<string>();
  /** What an ignore file hides of what is left out. */
  private readonly hidden: string[] = [];

  constructor(voice: Voice, selection: Selection) {
    this.voice = voice;
    this.selection = selection;
    this.configs = new Configs(voice.io.host, selection.config);
    if (selection.forceExclude === true) this.onHidden = (shown) => this.hidden.push(shown);
  }

  readonly onLeftOut = (glob: string): void => {
    this.emptied.push(glob);
  };

  /** Whether a file that a folder holds may be a transcript, by its path. */
  readonly mayBeOurs = async (path: string): Promise<boolean> => {
    const found = await this.configs.find(path);
    const file = found === undefined ? 'unlisted' : resolved(found, path).file;
    return file === 'unlisted' ? mayHoldTranscripts(path) : file !== 'none';
  };

  /** Undefined when the configuration that governs the file is broken: that is told once, at its place. */
  async configOf({ path, shown, isNamed, isAsked, isStdin }: Candidate): Promise<Configured | undefined> {
    const found = await this.configs.find(path);
    if (found !== undefined && found.problems.length > 0) {
      await this.complainOf(found);
      return undefined;
    }
    if (found !== undefined && found.notes.length > 0) await this.tellNotes(found);
    const config = found === undefined ? resolveConfig(defaultConfig, '') : resolved(found, path);
    const { rules, target, dialect } = this.selection;
    const isHidden =
      isStdin === true &&
      this.selection.forceExclude === true &&
      (await IgnoreRules.hide(this.voice.io.host, path, false, this.voice.io.cwd));
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
    this.voice.hasFailed = true;
    if (this.complained.has(found.path)) return;
    this.complained.add(found.path);
    const report = emptyReport(shownPath(found.path, this.voice.io.cwd), found.lines);
    if (found.isLink) {
      const place = visible(shownPath(found.path, this.voice.io.cwd));
      await this.voice.io.stderr.write(
        `${place}: ${this.voice.errors.paint.red('error')}: The link leads to a file that is no configuration\n\n`,
      );
    }
    if (!found.isLink) await this.tellAt(report, found.problems, 'error');
    const folder = relative(this.voice.io.cwd, dirname(found.path)) || 'this folder';
    await this.voice.tell(`nothing that this configuration governs was checked (${visible(folder)} and below)`);
  }

  /** It counts as it stands, so nothing fails for it. */
  private async tellNotes(found: ConfigFile): Promise<void> {
    if (this.complained.has(found.path) || found.isLink) return;
    this.complained.add(found.path);
    await this.tellAt(emptyReport(shownPath(found.path, this.voice.io.cwd), found.lines), found.notes, 'info');
  }

  private async tellAt(report: FileReport, problems: readonly ConfigProblem[], severity: Severity): Promise<void> {
    for (const { start, end, message } of problems) {
      const finding = { ...plainFinding('configuration', message), severity, start, end };
      await this.voice.io.stderr.write(`${findingText(finding, report, this.voice.errors)}\n\n`);
    }
  }

  /** What was named and is not looked at, in one line for each reason. */
  async tellLeftOut(): Promise<void> {
    const { hidden } = this;
    const configured = [...this.leftOut].filter((file) => !hidden.includes(file));
    await this.tellOf(hidden, 'an ignore file');
    await this.tellOf(configured, 'the configuration ("dialect": "none")');
    for (const glob of this.emptied)
      await this.voice.tell(`${visible(glob)}: the configuration or an ignore file leaves out every file`);
  }

  /** Said once: a hook names every file of a commit. */
  private async tellOf(files: readonly string[], by: string): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const more = files.length === 1 ? ' is' : ` and ${counted(files.length - 1, 'more file')} are`;
    await this.voice.tell(`${visible(first)}${more} left out by ${by}`);
  }
}

function resolved(found: ConfigFile, path: string): ResolvedConfig {
  const config: CheckedConfig = { ...defaultConfig, ...found.config };
  return resolveConfig(config, pathFrom(found.folder, path));
}
