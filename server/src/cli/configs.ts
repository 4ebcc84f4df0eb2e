import { dirname, join, relative, sep } from 'node:path';
import { type Config, type ConfigProblem, LineIndex, readConfig, ruleIds } from '../core/index';
import { type Host, HostError } from '../host/types';

/** In this order in each folder. */
const NAMES = ['transcript-lint.config.json', 'package.json'] as const;
const PACKAGE_KEY = 'transcript-lint';

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  readonly config: Partial<Config>;
  /** Not empty: the file cannot be trusted, and what it governs is not looked at. */
  readonly problems: readonly ConfigProblem[];
  readonly lines: LineIndex;
}

/** Configuration files, looked up from a file upward; each folder is read once. */
export class Configs {
  private readonly host: Host;
  private readonly folders = new Map<string, Promise<ConfigFile | undefined>>();

  constructor(host: Host) {
    this.host = host;
  }

  /** What governs a file, whether the file is there or not. */
  find(path: string): Promise<ConfigFile | undefined> {
    return this.inFolder(dirname(path));
  }

  private inFolder(folder: string): Promise<ConfigFile | undefined> {
    let found = this.folders.get(folder);
    if (found === undefined) {
      found = this.look(folder);
      this.folders.set(folder, found);
    }
    return found;
  }

  private async look(folder: string): Promise<ConfigFile | undefined> {
    for (const name of NAMES) {
      const found = await this.read(folder, name);
      if (found !== undefined) return found;
    }
    const above = dirname(folder);
    return above === folder ? undefined : this.inFolder(above);
  }

  private async read(folder: string, name: (typeof NAMES)[number]): Promise<ConfigFile | undefined> {
    const path = join(folder, name);
    const text = await readText(this.host, path);
    if (text === undefined) return undefined;
    const reading =
      name === 'package.json' ? readConfig(text, ruleIds, { key: PACKAGE_KEY }) : readConfig(text, ruleIds);
    if (reading === undefined) return undefined;
    return { path, folder, config: reading.config ?? {}, problems: reading.problems, lines: new LineIndex(text) };
  }
}

/** The path of a file as the globs of a configuration file see it. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

async function readText(host: Host, path: string): Promise<string | undefined> {
  try {
    return Buffer.from(await host.readFile(path)).toString('utf8');
  } catch (error) {
    // A folder of that name, or a package.json that others keep to themselves, configures nothing.
    if (error instanceof HostError) return undefined;
    throw error;
  }
}
