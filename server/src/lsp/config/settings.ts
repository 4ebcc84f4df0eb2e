import type { Connection, InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import {
  type CheckedConfig,
  defaultConfig,
  type ResolvedConfig,
  readConfig,
  resolveConfig,
  ruleNames,
  targetIds,
} from '../../core/index';
import { type Choices, type InitializationOptions, SECTION } from '../../protocol/index';
import type { ClientFeatures } from '../capabilities';
import type { Log } from '../guard';
import { innermost, pathUnder, withoutSlash } from '../uris';
import type { ConfigFiles, PartialConfig } from './configFiles';

/** Everything that decides how one document is read: editor settings, configuration files, a person's choice of dialect. */
export class Settings {
  private folders: readonly string[] = [];
  private choices: Choices = {};
  /** From `initializationOptions`; what the client says later goes before it. */
  private initial: PartialConfig = {};
  /** Sent along with a change by a client that cannot be asked. */
  private pushed: PartialConfig = {};
  private asked = new Map<string, Promise<PartialConfig>>();
  /** Counts what makes earlier answers stale. */
  private generation = 0;

  private readonly connection: Connection;
  private readonly client: ClientFeatures;
  private readonly files: ConfigFiles;
  private readonly log: Log;

  constructor(connection: Connection, client: ClientFeatures, files: ConfigFiles, log: Log) {
    this.connection = connection;
    this.client = client;
    this.files = files;
    this.log = log;
  }

  /** The configuration of a document as it is now: asked again when something changed while it was put together. */
  async of(uri: string): Promise<ResolvedConfig> {
    for (;;) {
      const { generation } = this;
      const [editor, file] = await Promise.all([this.editorSettings(uri), this.files.find(uri)]);
      if (generation !== this.generation) continue;
      const base = resolveConfig(complete(editor), pathUnder(innermost(this.folders, uri), uri));
      const resolved = file?.config ? resolveConfig(over(base, file.config), pathUnder(file.folder, uri)) : base;
      const listed = resolved.file === 'unlisted' ? { ...resolved, file: base.file } : resolved;
      return this.withChoices(uri, listed);
    }
  }

  /** What `initialize` brings: folders, and settings and choices from a client that has no better way to send them. */
  start({ workspaceFolders, rootUri, initializationOptions }: InitializeParams): void {
    const root = rootUri ? [rootUri] : [];
    this.folders = (workspaceFolders?.map(({ uri }) => uri) ?? root).map(withoutSlash);
    const { dialects, targets }: InitializationOptions = initializationOptions ?? {};
    this.choices = { dialects, targets };
    this.initial = this.read(initializationOptions);
  }

  /** Settings that came with a message of the client. */
  push(raw: unknown): void {
    this.generation += 1;
    this.pushed = this.read(raw);
  }

  choose(choices: Choices): void {
    this.generation += 1;
    this.choices = choices;
  }

  changeFolders(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): void {
    this.generation += 1;
    const gone = new Set(removed.map(({ uri }) => withoutSlash(uri)));
    this.folders = [...this.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => withoutSlash(uri))];
  }

  /** The editor's settings have changed. */
  forgetAnswers(): void {
    this.generation += 1;
    this.asked = new Map();
  }

  /** The nearest configuration file, with its text. */
  configFileOf(uri: string): ReturnType<ConfigFiles['findText']> {
    return this.files.findText(uri);
  }

  /** The workspace folder that holds a file. */
  folderOf(uri: string): string | undefined {
    return innermost(this.folders, uri);
  }

  /** Configuration files may have changed. */
  forgetFiles(): void {
    this.generation += 1;
    this.files.forget();
  }

  /** Whether a configuration file that governs one of these documents is other on disk than when it was read. */
  haveFilesChanged(uris: readonly string[]): Promise<boolean> {
    return this.files.haveChanged(uris);
  }

  /** A document was closed. */
  release(uri: string): void {
    this.asked.delete(uri);
  }

  private withChoices(uri: string, config: ResolvedConfig): ResolvedConfig {
    const file = this.choices.dialects?.[uri] ?? config.file;
    const chosen = this.choices.targets?.[uri];
    return { ...config, file, ...(chosen !== undefined && targetIds.includes(chosen) && { target: chosen }) };
  }

  private async editorSettings(uri: string): Promise<PartialConfig> {
    if (!this.client.configuration) return { ...this.initial, ...this.pushed };
    let answer = this.asked.get(uri);
    if (!answer) {
      answer = this.ask(uri);
      this.asked.set(uri, answer);
    }
    return { ...this.initial, ...(await answer) };
  }

  private async ask(scopeUri: string): Promise<PartialConfig> {
    try {
      return this.read(await this.connection.workspace.getConfiguration({ scopeUri, section: SECTION }));
    } catch {
      this.log.warn('The editor did not answer workspace/configuration; defaults are used.');
      return {};
    }
  }

  /** Only what is a setting of the core and means something; the editor shows a schema, so mistakes are only logged. */
  private read(raw: unknown): PartialConfig {
    if (typeof raw !== 'object' || raw === null) return {};
    const known = said(raw).filter(([key]) => Object.hasOwn(defaultConfig, key));
    const { config, problems, notes = [] } = readConfig(JSON.stringify(Object.fromEntries(known)), ruleNames);
    for (const problem of problems) this.log.warn(`Setting ${SECTION}: ${problem.message}`);
    for (const note of notes) this.log.info(`Setting ${SECTION}: ${note.message}`);
    return config ?? {};
  }
}

/** What somebody set: VS Code sends `null` for what has no default, and objects made of such settings. */
function said(raw: object): [string, unknown][] {
  return Object.entries(raw).flatMap(([key, value]): [string, unknown][] => {
    if (value === null) return [];
    return key === 'window' && typeof value === 'object' ? [[key, Object.fromEntries(said(value))]] : [[key, value]];
  });
}

/** The section of `workspace/didChangeConfiguration`, with or without its name around it. */
export function sectionOf(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return undefined;
  return SECTION in settings ? settings[SECTION] : settings;
}

const complete = (config: PartialConfig): CheckedConfig => ({ ...defaultConfig, ...config });

/** A project's configuration over a person's settings, key by key and rule by rule. Globs of the settings were used up before. */
function over({ file: _, ...settings }: ResolvedConfig, project: PartialConfig): CheckedConfig {
  return {
    ...settings,
    files: [],
    overrides: [],
    ...project,
    rules: { ...settings.rules, ...project.rules },
    normalize: { ...settings.normalize, ...project.normalize },
  };
}
