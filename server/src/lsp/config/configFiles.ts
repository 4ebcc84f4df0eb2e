import { type CheckedConfig, type ConfigProblem, readConfig, ruleNames } from '../../core/index';
import { folderOf, nameOf } from '../uris';

export const CONFIG_NAME = 'transcript-lint.config.json';

/** In this order in each folder. */
const NAMES = [CONFIG_NAME, 'package.json'] as const;

/** What a client should watch for us. */
export const CONFIG_GLOBS = NAMES.map((name) => `**/${name}`);

export type PartialConfig = Partial<CheckedConfig>;

/** A configuration file as it was last read. */
export interface ConfigFile {
  readonly uri: string;
  readonly folder: string;
  /** The last good configuration of the file; undefined while there was none. */
  readonly config: PartialConfig | undefined;
}

export interface ConfigReading {
  readonly text: string;
  readonly problems: readonly ConfigProblem[];
  readonly notes: readonly ConfigProblem[];
}

export const isConfigFile = (uri: string): boolean => (NAMES as readonly string[]).includes(nameOf(uri));

/** The problems of a text that is, by its name, a configuration file; undefined when it configures nothing. */
export function readConfigText(uri: string, text: string): ReturnType<typeof readConfig> | undefined {
  const key = keyIn(uri);
  return key === undefined ? readConfig(text, ruleNames) : readConfig(text, ruleNames, { key });
}

/** The property of a configuration file that is ours; undefined where all of it is. */
export function keyIn(uri: string): string | undefined {
  return nameOf(uri) === 'package.json' ? 'transcript-lint' : undefined;
}

/** Configuration files, found from a file upward and remembered until `forget`. */
export class ConfigFiles {
  private folders = new Map<string, Promise<ConfigFile | undefined>>();
  /** Outlives `forget`: a file that is broken now goes on with what it last said. */
  private readonly lastGood = new Map<string, PartialConfig>();
  /** What stood in each place that was looked at; undefined where there was no file. Outlives `forget`, to compare with. */
  private readonly seen = new Map<string, string | undefined>();

  private readonly readText: (uri: string) => Promise<string | undefined>;
  private readonly onRead: (uri: string, reading: ConfigReading | undefined) => void;

  /** `onRead` is called for each configuration file that was read, with what is wrong in it; `undefined` when it is gone. */
  constructor(
    readText: (uri: string) => Promise<string | undefined>,
    onRead: (uri: string, reading: ConfigReading | undefined) => void,
  ) {
    this.readText = readText;
    this.onRead = onRead;
  }

  async find(uri: string): Promise<ConfigFile | undefined> {
    const folder = folderOf(uri);
    return folder === undefined ? undefined : this.inFolder(folder);
  }

  /** The text of the file that governs this one, as it is on the disk. */
  async findText(
    uri: string,
  ): Promise<{ readonly uri: string; readonly folder: string; readonly text: string } | undefined> {
    const file = await this.find(uri);
    const text = file && (await this.readText(file.uri));
    return file === undefined || text === undefined ? undefined : { uri: file.uri, folder: file.folder, text };
  }

  forget(): void {
    this.folders = new Map();
  }

  /** Whether a file above one of these is other than when it was read, new or gone. */
  async haveChanged(uris: readonly string[]): Promise<boolean> {
    const above = new Set(uris.flatMap(placesAbove));
    for (const place of this.seen.keys()) if (!above.has(place)) this.seen.delete(place);
    const before = [...this.seen]; // what is read while we look does not count
    const same = await Promise.all(before.map(async ([place, text]) => (await this.readText(place)) === text));
    return same.includes(false);
  }

  private inFolder(folder: string): Promise<ConfigFile | undefined> {
    const known = this.folders.get(folder);
    if (known) return known;
    const found = this.look(folder);
    this.folders.set(folder, found);
    return found;
  }

  private async look(folder: string): Promise<ConfigFile | undefined> {
    for (const name of NAMES) {
      const found = await this.read(folder, `${folder}/${name}`);
      if (found) return found;
    }
    const above = folderOf(folder);
    return above === undefined ? undefined : this.inFolder(above);
  }

  private async read(folder: string, uri: string): Promise<ConfigFile | undefined> {
    const text = await this.readText(uri);
    this.seen.set(uri, text);
    const reading = text === undefined ? undefined : (readConfigText(uri, text) ?? this.readBroken(uri, text));
    if (text === undefined || reading === undefined) {
      this.lastGood.delete(uri);
      this.onRead(uri, undefined);
      return undefined;
    }
    if (reading.config) this.lastGood.set(uri, reading.config);
    this.onRead(uri, { text, problems: reading.problems, notes: reading.notes ?? [] });
    return { uri, folder, config: this.lastGood.get(uri) };
  }

  /** A package.json that configured us and is no JSON now; undefined when it is JSON, and configures us no more. */
  private readBroken(uri: string, text: string): ReturnType<typeof readConfig> | undefined {
    if (!this.lastGood.has(uri)) return undefined;
    const reading = readConfig(text, ruleNames);
    return reading.config === undefined ? reading : undefined;
  }
}

/** Every place where a configuration for this file may stand. */
function placesAbove(uri: string): string[] {
  const folder = folderOf(uri);
  return folder === undefined ? [] : [...NAMES.map((name) => `${folder}/${name}`), ...placesAbove(folder)];
}
