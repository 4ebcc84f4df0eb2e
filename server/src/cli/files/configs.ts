import { basename, dirname, join, relative, sep } from 'node:path';
import { type CheckedConfig, type ConfigProblem, LineIndex, readConfig, ruleNames, visible } from '../../core/index';
import { type Host, HostError } from '../../host/types';
import { UsageError } from '../usage';

/** In this order in each folder. */
const NAMES = ['transcript-lint.config.json', 'package.json'] as const;
const PACKAGE_KEY = 'transcript-lint';

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  readonly config: Partial<CheckedConfig>;
  /** What stands there is a link to somewhere else: if that is no configuration, its text is nobody's to show. */
  readonly isLink: boolean;
  /** Not empty: the file cannot be trusted, and what it governs is not looked at. */
  readonly problems: readonly ConfigProblem[];
  /** What counts and has another name now. */
  readonly notes: readonly ConfigProblem[];
  readonly lines: LineIndex;
}

/** Configuration files, looked up from a file upward; each folder is read once. */
export class Configs {
  private readonly host: Host;
  private readonly named: string | undefined;
  private readonly folders = new Map<string, Promise<ConfigFile | undefined>>();

  /** `named`: the one file that governs everything, wherever it stands. */
  constructor(host: Host, named?: string) {
    this.host = host;
    this.named = named;
  }

  /** What governs a file, whether the file is there or not. */
  find(path: string): Promise<ConfigFile | undefined> {
    return this.named === undefined ? this.inFolder(dirname(path)) : this.readNamed(this.named);
  }

  private readNamed(path: string): Promise<ConfigFile | undefined> {
    let found = this.folders.get(path);
    if (found === undefined) {
      found = this.read(dirname(path), basename(path));
      this.folders.set(path, found);
    }
    return found.then((file) => {
      if (file !== undefined) return file;
      throw new UsageError(`--config: there is no configuration in ${visible(path)}`);
    });
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

  private async read(folder: string, name: string): Promise<ConfigFile | undefined> {
    const path = join(folder, name);
    const text = await readText(this.host, path, this.named !== undefined);
    if (text === undefined) return undefined;
    const reading =
      name === 'package.json' ? readConfig(text, ruleNames, { key: PACKAGE_KEY }) : readConfig(text, ruleNames);
    if (reading === undefined) return undefined;
    const isLink = reading.problems.length + (reading.notes?.length ?? 0) > 0 && (await leadsAway(this.host, path));
    return {
      path,
      folder,
      isLink,
      config: reading.config ?? {},
      problems: reading.problems,
      notes: reading.notes ?? [],
      lines: new LineIndex(text),
    };
  }
}

/** The path of a file as the globs of a configuration file see it. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** One that is named may be a pipe; one that is found is a regular file. */
async function readText(host: Host, path: string, isNamed: boolean): Promise<string | undefined> {
  try {
    const bytes = await (isNamed ? host.readFile(path) : host.readSettings(path));
    return bytes && Buffer.from(bytes).toString('utf8');
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

async function leadsAway(host: Host, path: string): Promise<boolean> {
  const folder = await host.realPath(dirname(path));
  return folder !== undefined && (await host.realPath(path)) !== join(folder, basename(path));
}
